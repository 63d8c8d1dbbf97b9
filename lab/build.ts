// The built program, as users run it. It starts four times as fast as the sources through tsx.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export const builtProgram = join(root, 'dist/main/cli.js')

/** Arguments of Node.js that run the program: as built if nothing has changed since, otherwise from the sources. */
export function programArguments(): string[] {
  isBuildCurrent ??= isCurrent()
  return isBuildCurrent ? [builtProgram] : ['--import', 'tsx', 'src/main/cli.ts']
}

/** The same for the command of a package, such as `mcp`. */
export function packageArguments(name: string): string[] {
  isBuildCurrent ??= isCurrent()
  return isBuildCurrent
    ? [join(root, `packages/${name}/dist/bin.js`)]
    : ['--import', 'tsx', `packages/${name}/src/bin.ts`]
}

let isBuildCurrent: boolean | undefined

/** Builds the program unless that was done after the last change. */
export function buildIfOutdated(): void {
  if (isCurrent()) return
  process.stderr.write('Building…\n')
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** `dist/revision` is written last. */
function isCurrent(): boolean {
  const revision = join(root, 'dist/revision')
  if (!existsSync(revision)) return false
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  if (readFileSync(revision, 'utf8') !== head) return false
  const builtAt = statSync(revision).mtimeMs
  return globSync(['src/**/*', 'data/everyday-foods/*', 'packages/*/src/**/*', 'package-lock.json'], {
    cwd: root,
  }).every(file => statSync(join(root, file)).mtimeMs < builtAt)
}
