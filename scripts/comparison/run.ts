import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, parseEnv, promisify } from 'node:util'
import { buildIfOutdated } from '../../lab/build.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { startServer } from '../../lab/servers/larder-process.ts'
import { root, type Stores, withStores } from '../../lab/servers/temporary-stores.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { Differences } from './differences.ts'
import { comparable, exchange } from './exchange.ts'
import { readPages } from './pages.ts'
import { type Food, makeRequests } from './requests.ts'
import { makeSteps } from './steps.ts'
import { otherRows, readTables } from './tables.ts'

/** The program as it was, and as it is. */
type Pair<T> = [T, T]

/** One of the programs on its database. */
interface Side {
  cli: string
  url: string
  env: Record<string, string>
}

const runFile = promisify(execFile)
const settings = parseEnv(`PATH=${process.env.PATH}
API_PUBLIC_URL=http://api.test
SECRET_KEY=used-by-comparisons-only-and-long-enough
MANAGEMENT_PORT=0
LOG_LEVEL=silent
FAIRNESS_DELAY_MS=0
SHUTDOWN_DELAY_MS=0
DATABASE_STATEMENT_TIMEOUT_MS=60000
RATE_LIMIT_ANONYMOUS_PER_MINUTE=1000000
RATE_LIMIT_FREE_PER_HOUR=1000000
RATE_LIMIT_SCALE_PER_MINUTE=1000000
RATE_LIMIT_WEBSITE_PER_MINUTE=1000000`) as Record<string, string>
const fixtureFoods = join(root, 'lab/catalogs/fixture-foods.jsonl')

const list = { type: 'string', multiple: true, default: [] as string[] } as const
const options = { import: list, only: list, rules: { type: 'string' } } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const imports = values.import.map(args =>
  args.split(' ').map(word => (existsSync(word) ? resolve(word) : word)),
)
const differences = new Differences(values.rules)
const isWanted = (part: string) => values.only.length === 0 || values.only.includes(part)

process.chdir(root)
buildIfOutdated()
const folders: Pair<string> = [buildCommit(positionals[0] ?? 'HEAD'), root]
await withStores(async stores => {
  if (isWanted('demo')) await compareCatalog(stores, 'demo', [['demo']])
  const fixture = ['import', 'jsonl', fixtureFoods, '--source', 'per-line']
  if (isWanted('fixture')) await compareCatalog(stores, 'fixture', [fixture])
  const imported = imports.map(args => ['import', ...args])
  if (imports.length > 0 && isWanted('imported')) await compareCatalog(stores, 'imported', imported)
  if (isWanted('steps')) await compareSteps(stores)
})
process.exitCode = differences.print() ? 0 : 1

/** The folder of a build of this commit. It has its own packages, because those of this checkout may be others. */
function buildCommit(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
  const hash = git('rev-parse', `${commit}^{commit}`)
  const folder = join(root, '.releases', `built-${hash}`)
  if (existsSync(join(folder, 'dist/revision'))) return folder
  console.log(`building ${hash}`)
  if (!existsSync(folder)) git('worktree', 'add', '--force', '--detach', folder, hash)
  const install = 'npm ci --no-audit --no-fund --loglevel=error && npm run --silent build'
  execFileSync('sh', ['-c', install], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

async function openSides(stores: Stores, name: string): Promise<Pair<Side>> {
  const sides = await both(folders, async (folder, index) => {
    const url = await stores.createDatabase(`${name}_${index}`)
    const env = { ...settings, DATABASE_URL: url, REDIS_URL: `${stores.redisUrl}/${index}` }
    return { cli: join(folder, 'dist/main/cli.js'), url, env }
  })
  await both(sides, side => larder(side, ['migrate']))
  return sides
}

/** Runs in a folder without `.env`. */
async function larder({ cli, env }: Side, args: string[], more?: Record<string, string>): Promise<string> {
  return (await runFile(process.execPath, [cli, ...args], { cwd: '/', env: { ...env, ...more } })).stdout
}

async function compareCatalog(stores: Stores, name: string, commands: string[][]): Promise<void> {
  console.log(`${name}: loading`)
  const sides = await openSides(stores, name)
  for (const args of commands) await both(sides, side => larder(side, args))
  await compareTables(name, sides, true)
  const keys = await both(sides, createKeys)
  const servers = await both(sides, async ({ cli, env }) => {
    const [port, webPort] = [await findFreePort(), await findFreePort()]
    const website = `http://localhost:${webPort}`
    const ports = { API_PORT: `${port}`, WEB_PORT: `${webPort}`, WEB_PUBLIC_URL: website }
    const server = await startServer([cli, 'serve'], { ...env, ...ports }, join(stores.folder, `${port}.log`))
    return { ...server, port, website, etag: '' }
  })
  const { rows: foods } = await withConnection(sides[0].url, client =>
    client.query<Food>('select id::text, barcode, category from foods order by id'),
  )
  const requests = makeRequests(foods)
  console.log(`${name}: ${foods.length} foods, ${requests.length} requests, each twice`)
  if (Date.now() % 60_000 > 40_000) await setTimeout(60_000 - (Date.now() % 60_000))
  for (const [n, request] of requests.flatMap(each => [each, each]).entries()) {
    const answers = await both(servers, async (server, index) => {
      const withKey = request.replaceAll(/KEY\.(\w+)/g, (_, key) => keys[index][key] ?? '')
      const received = await exchange(server.port, withKey.replace('ETAG', server.etag))
      if (!request.includes('ETAG')) server.etag = /\r\netag: ([^\r]*)/i.exec(received)?.[1] ?? ''
      return comparable(received, request.startsWith('HEAD'))
    })
    const sent = JSON.stringify(request.slice(0, 120))
    differences.compare(`${name}, ${n % 2 ? 'again' : 'first'}: ${sent}`, ...answers)
  }
  const pages = await both(servers, ({ website }) => readPages(website, foods))
  for (const address of new Set([...pages[0].keys(), ...pages[1].keys()]))
    differences.compare(`${name} page ${address}`, pages[0].get(address) ?? '', pages[1].get(address) ?? '')
  await both(servers, server => server.stop())
}

async function compareSteps(stores: Stores): Promise<void> {
  const sides = await openSides(stores, 'steps')
  for (const { name, args, env, killedAfter = [] } of makeSteps(stores.folder, fixtureFoods)) {
    console.log(`import: ${name}`)
    await both(sides, async side => {
      for (const lines of killedAfter) await killAfter(lines, side, args)
      await larder(side, args, env)
    })
    // What was killed has moved on the sequence of ids.
    await compareTables(`import: ${name}`, sides, ['full', 'delta', 'repeated'].includes(name))
  }
}

async function killAfter(lines: number, { cli, env }: Side, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [cli, ...args], { cwd: '/', env })
  let reported = 0
  createInterface({ input: child.stderr }).on('line', () => ++reported === lines && child.kill('SIGKILL'))
  await once(child, 'exit')
}

async function compareTables(where: string, sides: Pair<Side>, withIds: boolean): Promise<void> {
  const [old, now] = await both(sides, ({ url }) =>
    withConnection(url, client => readTables(client, withIds)),
  )
  for (const table of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(table), now.get(table)]
    const rows =
      was?.summary === is?.summary ? ['', ''] : await otherRows(sides[0].url, was, sides[1].url, is)
    differences.compare(
      `${where}, table ${table}`,
      `${was?.summary}\n${rows[0]}`,
      `${is?.summary}\n${rows[1]}`,
    )
  }
}

/** By the names that the requests use. */
async function createKeys(side: Side): Promise<Record<string, string>> {
  const run = async (args: string) => JSON.parse(await larder(side, [...args.split(' '), '--json']))
  const keys: Record<string, string> = {}
  keys.account = (await run('account create comparing --plan scale')).account_key
  keys.starter = (await run('account create comparing-starter')).account_key
  const options = { read: '', revoked: '', full: '--scope full', capped: '--rate-limit 5' }
  for (const [name, option] of Object.entries(options)) {
    const created = await run(`key create --account comparing --name ${name} ${option}`.trim())
    if (name === 'revoked') await run(`key revoke ${created.id}`)
    keys[name] = created.key
  }
  // Last, so that a slow machine creates the key before it expires.
  const expiry = Date.now() + 8_000
  const expires = new Date(expiry).toISOString()
  keys.expired = (await run(`key create --account comparing --name expired --expires ${expires}`)).key
  await setTimeout(Math.max(0, expiry - Date.now()))
  return keys
}

async function both<T, R>(sides: Pair<T>, work: (side: T, index: 0 | 1) => Promise<R>): Promise<Pair<R>> {
  return Promise.all([work(sides[0], 0), work(sides[1], 1)])
}
