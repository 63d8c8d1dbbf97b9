// Throughput of GET /food/{id}, relative to a minimal Fastify server measured alternately on the same machine. See
// bench/README.md.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateCatalog } from '../lab/catalogs/generated-catalog.ts'
import { createScaleKey, environmentFor, type Server, startLarder } from '../lab/servers/larder-process.ts'
import { type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { median } from '../lab/statistics.ts'
import { table } from '../src/main/commands/output.ts'
import { startConstantServer } from './baseline-servers.ts'
import {
  cpuSeconds,
  endedChildrenSeconds,
  type FunctionTime,
  functionTimes,
  selfTimeByPackage,
} from './cpu-time.ts'
import { type Load, type LoadResult, loadFoods, requireWrk } from './wrk.ts'

const minRatio = 0.5

const { values: options } = parseArgs({
  options: {
    foods: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    profile: { type: 'boolean', default: false },
  },
})

interface Contender {
  name: string
  server: Server
  rounds: LoadResult[]
}

await requireWrk()
await withStores(async stores => {
  const databaseUrl = await stores.createDatabase('lookup')
  await generateCatalog(databaseUrl, Number(options.foods))
  const environment = environmentFor(stores, databaseUrl, 1)
  const key = await createScaleKey(environment)
  const load: Load = {
    foods: Number(options.foods),
    key,
    connections: Number(options.connections),
    seconds: Number(options.seconds),
  }

  const byDefault = await startLarder(environment, join(stores.folder, 'larder.log'))
  const quiet = await startLarder({ ...environment, LOG_LEVEL: 'warn' }, '/dev/null')
  const bodyFile = join(stores.folder, 'food.json')
  writeFileSync(bodyFile, await typicalFood(byDefault.url, load))
  const constant = await startConstantServer(bodyFile)

  const contenders = [
    { name: 'constant JSON', server: constant, rounds: [] },
    { name: 'Larder', server: byDefault, rounds: [] },
    { name: 'Larder, LOG_LEVEL=warn', server: quiet, rounds: [] },
  ]
  await runRounds(contenders, load)
  printResult(contenders)
  await Promise.all(contenders.map(({ server }) => server.stop()))
  if (!options.profile) return
  await profileOneRound(stores, 'constant', load, nodeOptions => startConstantServer(bodyFile, nodeOptions))
  await profileOneRound(stores, 'larder', load, nodeOptions =>
    startLarder(environment, join(stores.folder, 'profiled.log'), nodeOptions),
  )
})

/** Of a hundred foods, the one whose JSON has the median length. */
async function typicalFood(url: string, { foods, key }: Load): Promise<string> {
  const bodies: string[] = []
  for (let n = 0; n < 100; n++) {
    const response = await fetch(`${url}/food/${1 + Math.floor((n / 100) * foods)}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`${response.url} result ${response.status}`)
    bodies.push(await response.text())
  }
  return bodies.sort((a, b) => a.length - b.length)[50] ?? ''
}

async function runRounds(contenders: Contender[], load: Load): Promise<void> {
  for (const { server } of contenders) await loadFoods(server.url, { ...load, seconds: 3 })
  for (let round = 1; round <= Number(options.rounds); round++) {
    for (const contender of contenders) {
      const result = await loadFoods(contender.server.url, load)
      contender.rounds.push(result)
      process.stderr.write(`round ${round}: ${contender.name} ${result.perSecond.toFixed(0)} requests/s\n`)
    }
  }
}

function printResult(contenders: Contender[]): void {
  const [constant, larder] = contenders.map(({ rounds }) => median(rounds.map(round => round.perSecond)))
  const baseline = contenders[0]?.rounds ?? []
  const rows = contenders.map(({ name, rounds }) => {
    const perSecond = rounds.map(round => round.perSecond)
    return [
      name,
      median(perSecond).toFixed(0),
      `${Math.min(...perSecond).toFixed(0)} to ${Math.max(...perSecond).toFixed(0)}`,
      median(rounds.map(round => round.p50Ms)).toFixed(1),
      median(rounds.map(round => round.p99Ms)).toFixed(1),
      (median(perSecond) / (constant ?? 0)).toFixed(2),
      // If these differ widely, something else was running on the machine.
      perSecond.map((each, round) => (each / (baseline[round]?.perSecond ?? 0)).toFixed(2)).join(' '),
    ]
  })
  console.log(
    table(['server', 'requests/s', 'rounds', 'p50 ms', 'p99 ms', 'ratio', 'ratio of each round'], rows),
  )
  const ratio = (larder ?? 0) / (constant ?? 0)
  console.log(`ratio ${ratio.toFixed(2)} (target ${minRatio.toFixed(2)})`)
  // Negated, so that NaN fails too.
  if (!(ratio >= minRatio)) process.exitCode = 1
}

async function profileOneRound(
  stores: Stores,
  name: string,
  load: Load,
  start: (nodeOptions: string[]) => Promise<Server>,
): Promise<void> {
  const folder = join(stores.folder, name)
  const server = await start(['--cpu-prof', `--cpu-prof-dir=${folder}`])
  await loadFoods(server.url, { ...load, seconds: 3 })

  const clocks: [string, () => number][] = [
    [`node (${name})`, () => cpuSeconds(server.processId)],
    ['PostgreSQL', () => cpuSeconds(stores.processIds.postgres)],
    ['Redis', () => cpuSeconds(stores.processIds.redis)],
    ['wrk', endedChildrenSeconds],
  ]
  const before = clocks.map(([, read]) => read())
  const from = monotonicMicroseconds()
  const result = await loadFoods(server.url, load)
  const to = monotonicMicroseconds()
  const used = clocks.map(([, read], index) => read() - (before[index] ?? 0))
  await server.stop()

  const requests = result.perSecond * load.seconds
  console.log(`\n${name} under the profiler: ${result.perSecond.toFixed(0)} requests/s`)
  console.log(
    table(
      ['process', 'CPU s', 'share of a core', 'µs per request'],
      clocks.map(([name], index) => {
        const seconds = used[index] ?? 0
        return [
          name,
          seconds.toFixed(2),
          percent(seconds / load.seconds),
          ((seconds / requests) * 1e6).toFixed(1),
        ]
      }),
    ),
  )
  printTimes(functionTimes(join(folder, readdirSync(folder)[0] ?? ''), from, to), requests)
}

function printTimes(times: FunctionTime[], requests: number): void {
  const busy = times.reduce((sum, time) => sum + time.self, 0)
  const cells = (microseconds: number) => [percent(microseconds / busy), (microseconds / requests).toFixed(2)]
  const print = (heading: string, rows: string[][]) => {
    if (rows.length > 0) console.log(`\n${table([heading, 'share', 'µs per request', 'package'], rows)}`)
  }

  print(
    'self time by package',
    selfTimeByPackage(times).map(({ name, self }) => [name, ...cells(self)]),
  )
  print(
    'self time',
    times
      .toSorted((a, b) => b.self - a.self)
      .slice(0, 25)
      .map(time => [time.location.slice(0, 70), ...cells(time.self), time.package]),
  )
  print(
    'total time of Larder functions',
    times
      .filter(time => time.package === 'larder')
      .sort((a, b) => b.total - a.total)
      .slice(0, 25)
      .map(time => [time.location, ...cells(time.total)]),
  )
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** The clock of V8 profiles. */
function monotonicMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}
