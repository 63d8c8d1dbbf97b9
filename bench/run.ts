// The one entry of all benchmarks: npm run bench -- NAME [options]
// A benchmark is a file of this folder. Its first comment says what it measures, and its usage line what it needs.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const names = readdirSync(folder)
  .filter(file => file.endsWith('.ts') && file !== 'run.ts')
  .map(file => file.slice(0, -'.ts'.length))
const [name = '', ...options] = process.argv.slice(2)

if (names.includes(name)) {
  const program = join(folder, `${name}.ts`)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...options], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  if (name !== '') console.error(`There is no benchmark ${name}.`)
  console.log(`npm run bench -- NAME [options]\n\n${names.map(describe).join('\n')}`)
  process.exitCode = name === '' ? 0 : 2
}

function describe(name: string): string {
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(join(folder, `${name}.ts`), 'utf8')) ?? []
  const lines = comment.split('\n').map(line => line.slice(3))
  const usage = lines.findIndex(line => line.startsWith(' '))
  const measures = lines.slice(0, usage === -1 ? undefined : usage).join(' ')
  return `${name.padEnd(18)} ${measures.trim()}`
}
