// The release before this one, to run next to it on the same database.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A tag or commit of this repository. Nothing is released yet, so it is a commit of 0.1.0 after its last breaking migration. */
const previousRelease = 'bd3c54b0fb2a51921cd8caade4f57fdf1b4895e2'

const root = resolve(import.meta.dirname, '..')

/** The folder of its checkout. It runs from source, which needs no build. */
export function checkOutPreviousRelease(): string {
  const releases = join(root, '.releases')
  const folder = join(releases, previousRelease)
  if (existsSync(folder)) return folder
  mkdirSync(releases, { recursive: true })
  const unfinished = mkdtempSync(join(releases, 'unfinished-'))
  try {
    git('archive', '--output', join(unfinished, 'files.tar'), fetchedCommit())
    execFileSync('tar', ['-xf', 'files.tar'], { cwd: unfinished })
    rmSync(join(unfinished, 'files.tar'))
    // With the same packages, Node.js finds them in the folder above.
    if (packagesOf(unfinished) !== packagesOf(root))
      execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: unfinished })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })

/** A shallow clone does not have it. */
function fetchedCommit(): string {
  try {
    git('cat-file', '-e', `${previousRelease}^{commit}`)
    return previousRelease
  } catch {
    git('fetch', '--quiet', '--depth=1', 'origin', previousRelease)
    return 'FETCH_HEAD'
  }
}

/** Without those of the repository, whose version every release changes. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return JSON.stringify(
    Object.entries<{ link?: boolean }>(packages).filter(
      ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
    ),
  )
}
