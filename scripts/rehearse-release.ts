// Rehearses the release of the current commit with local registries: npm run release:rehearse [-- OPTIONS]
//   --only STEP,…             these steps and those that they need
//   --no-skips                fail if a step is skipped because a tool is missing
//   --break-version PACKAGE   do not raise the version of this package: the rehearsal must fail
// Steps that publish are those of .github/workflows/release.yml (scripts/release), in a clone of the commit. Nothing leaves the machine.
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import {
  atEnd,
  CommandError,
  cleanUp,
  handleInterruption,
  interruptedBy,
  run,
  start,
} from './rehearsal/processes.ts'
import { type Context, npmPackages, pythonClient } from './rehearsal/readme-examples.ts'
import { installTool, type Registry, startNpmRegistry, startPythonIndex } from './rehearsal/registries.ts'
import { isPlaceholder, readRepository } from './repository.ts'

// renovate: datasource=npm depName=dclint
const dclintVersion = '3.1.0'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    'no-skips': { type: 'boolean', default: false },
    'break-version': { type: 'string' },
  },
})

class Skipped extends Error {}
class UsageError extends Error {}

interface Step {
  name: string
  needs: string[]
  /** Returns what the table says about it. */
  run(): Promise<string>
}

handleInterruption()
const folder = mkdtempSync(join(tmpdir(), 'larder-rehearsal-'))
chmodSync(folder, 0o755) // PostgreSQL runs as another user.
atEnd(() => rmSync(folder, { recursive: true, force: true }))

const root = process.cwd()
const checkout = join(folder, 'larder')
const version = nextMinorVersion()
const projects = join(folder, 'projects')
mkdirSync(projects)

let registry: Registry
let indexUrl: string
const service = { apiUrl: '', keysFile: join(folder, 'keys') }
const context = (): Context => ({ checkout, folder: projects, version, env: registry.env, ...service })
const inCheckout = (command: string, args: string[], env: Record<string, string> = {}) =>
  run(command, args, { cwd: checkout, env })

const steps: Step[] = [
  { name: 'clone', needs: [], run: clone },
  { name: 'version', needs: ['clone'], run: setVersion },
  { name: 'check', needs: ['version'], run: checkRelease },
  { name: 'dependencies', needs: ['check'], run: installDependencies },
  { name: 'sbom', needs: ['check'], run: writeSbom },
  { name: 'registry', needs: [], run: startRegistry },
  { name: 'npm', needs: ['dependencies', 'registry'], run: publishToNpm },
  { name: 'python', needs: ['check'], run: publishToPython },
  { name: 'service', needs: ['dependencies'], run: startService },
  ...Object.entries(npmPackages).map(([name, runExamples]) => ({
    name,
    needs: ['npm', 'service'],
    run: () => runExamples(context()),
  })),
  { name: 'larder-client', needs: ['python', 'service'], run: () => pythonClient(context(), indexUrl) },
  { name: 'chart', needs: ['check'], run: renderChart },
  { name: 'compose', needs: ['clone'], run: validateComposeFiles },
  { name: 'image', needs: ['check'], run: testImage },
]

function nextMinorVersion(): string {
  const [major, minor] = JSON.parse(readFileSync('package.json', 'utf8')).version.split('.')
  return `${major}.${Number(minor) + 1}.0`
}

async function clone(): Promise<string> {
  const changes = await run('git', ['status', '--porcelain'], { cwd: root })
  await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, checkout], { cwd: folder })
  const commit = (await inCheckout('git', ['rev-parse', '--short=12', 'HEAD'])).trim()
  return changes === '' ? commit : `${commit}, without the uncommitted changes`
}

/** As CONTRIBUTING.md says. */
async function setVersion(): Promise<string> {
  const [, releasing = ''] = readFileSync(join(checkout, 'CONTRIBUTING.md'), 'utf8').split('## Releasing\n')
  const [command] = /npm run set-version .*/.exec(releasing) ?? []
  if (command === undefined) throw new Error('CONTRIBUTING.md does not say how to set the version')
  // Directly after a release, the changelog has nothing to release.
  const changelog = join(checkout, 'CHANGELOG.md')
  const entry = '## [Unreleased]\n\n### Changed\n- Rehearsal of a release.\n'
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## \[Unreleased\]\n(?!\n###)/m, entry))
  const before = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version
  await inCheckout('bash', ['-ec', command.replace('VERSION', version)])
  if (options['break-version'] !== undefined) lowerVersion(options['break-version'], before)
  const identity = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@example.org']
  await inCheckout('git', [...identity, 'commit', '--quiet', '--all', '--message', `release: ${version}`])
  await inCheckout('git', ['tag', `v${version}`])
  return `${before} to ${version}`
}

function lowerVersion(name: string, before: string): void {
  const files = globSync('packages/*/package.json', { cwd: checkout }).map(file => join(checkout, file))
  const file = files.find(each => JSON.parse(readFileSync(each, 'utf8')).name === name)
  if (file === undefined) throw new Error(`no package is named ${name}`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"version": "${version}"`, `"version": "${before}"`))
}

async function checkRelease(): Promise<string> {
  await inCheckout('scripts/release', ['check', `v${version}`, '--allow-placeholder'])
  const notes = await inCheckout('scripts/release-notes', [version])
  const result = `${notes.trim().split('\n').length} lines of release notes`
  return isPlaceholder(readRepository())
    ? `${result}; warning: "repository" in package.json is not set, so a release would fail`
    : result
}

async function installDependencies(): Promise<string> {
  await inCheckout('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  return 'npm ci'
}

async function writeSbom(): Promise<string> {
  const file = join(folder, 'sbom.cdx.json')
  await inCheckout('scripts/release', ['sbom', file])
  return `${JSON.parse(readFileSync(file, 'utf8')).components.length} components`
}

async function startRegistry(): Promise<string> {
  registry = await startNpmRegistry(join(folder, 'registry'))
  return registry.url
}

async function publishToNpm(): Promise<string> {
  await inCheckout('scripts/release', ['npm'], registry.env)
  // What npm install gets without a version.
  for (const name of Object.keys(npmPackages)) {
    const latest = (await inCheckout('npm', ['view', name, 'version'], registry.env)).trim()
    if (latest !== version) throw new Error(`the registry has version ${latest} of ${name}, not ${version}`)
  }
  return `${Object.keys(npmPackages).length} packages, version ${version}`
}

async function publishToPython(): Promise<string> {
  // Without isolation, the build uses Debian's hatchling instead of downloading one from PyPI. Debian's has no dependency on
  // editables, which only editable installations need and Debian does not have.
  const flags = ['--no-isolation', '--skip-dependency-check']
  await inCheckout('scripts/release', ['python', ...flags], { PYTHON: '/usr/bin/python3' })
  indexUrl = await startPythonIndex(
    join(folder, 'index'),
    'larder-client',
    join(checkout, 'clients/python/dist'),
  )
  return indexUrl
}

async function startService(): Promise<string> {
  const services = { LARDER_SERVICES_DIR: join(folder, 'services'), LARDER_FSYNC: 'off' }
  atEnd(() => run('scripts/dev-services', ['remove'], { cwd: root, env: services }))
  await inCheckout('scripts/dev-services', ['start'], services)
  const urls = (await inCheckout('scripts/dev-services', ['urls'], services)).trim().split('\n')
  const env = {
    ...Object.fromEntries(urls.map(line => line.split(/=(.*)/s))),
    SECRET_KEY: 'a secret of the rehearsal, which is long enough',
    LOG_LEVEL: 'silent',
    SHUTDOWN_DELAY_MS: '0',
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: '100000',
    ...{ API_PORT: '0', WEB_PORT: '0', MANAGEMENT_PORT: '0' },
  }
  await inCheckout('npm', ['run', 'build'])
  await inCheckout('bin/larder', ['migrate'], env)
  await inCheckout('bin/larder', ['demo'], env)
  // Foods with barcodes, which the demo foods do not have.
  await inCheckout('bin/larder', ['import', 'jsonl', 'lab/catalogs/invented-foods.jsonl'], env)
  writeFileSync(service.keysFile, await inCheckout('bin/larder', ['conformance', 'keys'], env))
  const [, apiUrl = ''] = await start(
    'bin/larder',
    ['serve'],
    { cwd: checkout, env },
    /API listening on ([^\s,]+)/,
  )
  service.apiUrl = apiUrl
  return apiUrl
}

async function renderChart(): Promise<string> {
  try {
    await inCheckout('helm', ['version', '--short'])
  } catch {
    throw new Skipped(
      'no helm on the PATH; test/service/operations/helm.test.ts renders the templates and validates the objects',
    )
  }
  await inCheckout('scripts/release', ['chart', 'registry.example.org/larder'])
  const archive = `larder-${version}.tgz`
  await inCheckout('helm', ['lint', '--strict', archive])
  const rendered = await inCheckout('helm', ['template', 'larder', archive])
  const image = `registry.example.org/larder:${version}`
  if (!rendered.includes(image)) throw new Error(`the rendered chart does not name the image ${image}`)
  return `${rendered.match(/^kind: /gm)?.length} objects`
}

async function validateComposeFiles(): Promise<string> {
  const target = join(folder, 'compose-schema')
  // It contains the schema of the Compose specification.
  await installTool(target, { dependencies: { dclint: dclintVersion } })
  const schemaFile = join(target, 'node_modules/dclint/schemas/compose.schema.json')
  // Ajv does not know the address that it has for draft 7.
  const { $schema: _, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'))
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  const files = ['compose.yaml', 'compose.replica.yaml', 'compose.backup.yaml', 'deploy/coolify/compose.yaml']
  // Coolify has it in addition to the Compose specification.
  const withoutExtension = (key: unknown, value: unknown) => (key === 'exclude_from_hc' ? undefined : value)
  for (const file of files) {
    const text = readFileSync(join(checkout, file), 'utf8')
    if (!validate(parse(text, withoutExtension, { merge: true })))
      throw new Error(`${file}: ${JSON.stringify(validate.errors?.slice(0, 5))}`)
  }
  return `${files.length} files match the schema`
}

async function testImage(): Promise<string> {
  try {
    await inCheckout('scripts/test-image', [])
  } catch (error) {
    // EX_UNAVAILABLE
    if (error instanceof CommandError && error.status === 69) throw new Skipped(error.lastLine)
    throw error
  }
  return 'built, started, passes the conformance checks'
}

function selectedSteps(): Step[] {
  if (options.only === undefined) return steps
  const selected = new Set<string>()
  const add = (name: string) => {
    const step = steps.find(each => each.name === name)
    if (step === undefined)
      throw new UsageError(`there is no step ${name}; there are ${steps.map(each => each.name).join(', ')}`)
    selected.add(name)
    for (const needed of step.needs) add(needed)
  }
  for (const name of options.only.split(',')) add(name)
  return steps.filter(({ name }) => selected.has(name))
}

interface Row {
  name: string
  result: 'passed' | 'failed' | 'skipped' | 'not run'
  seconds: number
  detail: string
}

async function runStep({ name, needs, run: runIt }: Step, rows: Row[]): Promise<Row> {
  const missing = needs.filter(needed => rows.find(row => row.name === needed)?.result !== 'passed')
  if (missing.length > 0)
    return { name, result: 'not run', seconds: 0, detail: `needs ${missing.join(', ')}` }
  const started = performance.now()
  const row = (result: Row['result'], detail: string) => ({
    ...{ name, result, detail },
    seconds: Math.round((performance.now() - started) / 1000),
  })
  console.log(`rehearse: ${name} …`)
  try {
    return row('passed', await runIt())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Skipped) return row(options['no-skips'] ? 'failed' : 'skipped', message)
    console.error(message)
    return row('failed', message.split('\n')[0] ?? '')
  }
}

function printTable(rows: Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(`\n${'step'.padEnd(width)}  result   seconds  `)
  for (const { name, result, seconds, detail } of rows)
    console.log(`${name.padEnd(width)}  ${result.padEnd(7)}  ${String(seconds).padStart(7)}  ${detail}`)
}

const rows: Row[] = []
try {
  for (const step of selectedSteps()) {
    const row = await runStep(step, rows)
    if (interruptedBy() !== undefined) break
    rows.push(row)
    console.log(`rehearse: ${row.name} ${row.result} (${row.seconds} s): ${row.detail}`)
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`rehearse: ${error.message}`)
  process.exitCode = 2
} finally {
  console.log('rehearse: cleaning up …')
  await cleanUp()
}
if (interruptedBy() !== undefined) {
  console.error(`rehearse: stopped by ${interruptedBy()}`)
  process.exitCode = 130
} else if (rows.length > 0) {
  printTable(rows)
  if (rows.some(({ result }) => result === 'failed' || result === 'not run')) process.exitCode = 1
}
