// @larder/client as npm installs it, in an app that runs clients/behaviours.json.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { bundle } from './browser-app.ts'

const run = promisify(execFile)

export interface ClientApp {
  /** Has the package in node_modules, and the programs. */
  folder: string
  tarball: string
  /** Of the packed package. */
  packageFolder: string
  remove(): void
}

/** Each prints what differs from the table as a JSON list. Its argument is the address of the faulty server. */
export const programs = {
  'main.mjs': `import * as larder from '@larder/client'
import { differencesFromTable } from './table.mjs'
import { readFileSync } from 'node:fs'
const behaviours = JSON.parse(readFileSync('behaviours.json', 'utf8'))
console.log(JSON.stringify(await differencesFromTable(larder, behaviours, process.argv[2])))
`,
  'main.cjs': `const larder = require('@larder/client')
const behaviours = require('./behaviours.json')
import('./table.mjs')
  .then(({ differencesFromTable }) => differencesFromTable(larder, behaviours, process.argv[2]))
  .then(differences => console.log(JSON.stringify(differences)))
`,
}

/** Builds a copy: other tests use the built package of the repository at the same time. */
export async function createClientApp(): Promise<ClientApp> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-client-'))
  const source = join(folder, 'repository/packages/client')
  mkdirSync(source, { recursive: true })
  cpSync('tsconfig.json', join(folder, 'repository/tsconfig.json'))
  for (const name of [
    'package.json',
    'README.md',
    'src',
    'tsconfig.json',
    'tsconfig.build.json',
    'tsconfig.cjs.json',
  ])
    cpSync(join('packages/client', name), join(source, name), { recursive: true })
  symlinkSync(resolve('packages/client/node_modules'), join(source, 'node_modules'))
  await run('npm', ['run', '--silent', 'build'], { cwd: source })
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  const tarball = join(folder, stdout.trim())
  const packageFolder = join(folder, 'node_modules/@larder/client')
  mkdirSync(packageFolder, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', packageFolder])
  cpSync('clients/behaviours.json', join(folder, 'behaviours.json'))
  writeFileSync(join(folder, 'table.mjs'), await bundle('test/support/client-behaviours.ts'))
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  return { folder, tarball, packageFolder, remove: () => rmSync(folder, { recursive: true }) }
}
