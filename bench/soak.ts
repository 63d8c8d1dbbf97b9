// Soak test: mixed load with a fault every two minutes, or none with --every 0; every response is compared with the
// catalog.
//   npm run bench -- soak [--minutes 30] [--every 120] [--rate 200] [--services-dir DIR | --foods 40000] [--json FILE]
//     [--fault TEXT]: only the faults whose name contains TEXT
// --services-dir: PostgreSQL and Redis of scripts/dev-services with a loaded catalog. They are killed, paused and
// flushed, and 200 foods are added and removed. By default both are created for the run. See
// docs/explanation/resilience.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startOpenLoopLoad } from '../lab/clients/open-loop-load.ts'
import { createScaleKey, deleteScaleAccount, environmentOf } from '../lab/servers/larder-process.ts'
import { prepareDeltas } from './soak/delta.ts'
import { startDependencies } from './soak/dependencies.ts'
import { startDeployment } from './soak/deployment.ts'
import { expectedResponses } from './soak/expected.ts'
import { createFaults } from './soak/faults.ts'
import { exerciseKeys } from './soak/key-lifecycle.ts'
import { mixLoad } from './soak/mixed-load.ts'
import type { MemorySample } from './soak/nodes.ts'
import { reportSoak } from './soak/report.ts'
import type { InjectedFault, RequestResult } from './soak/results.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    every: { type: 'string', default: '120' },
    rate: { type: 'string', default: '200' },
    'services-dir': { type: 'string' },
    foods: { type: 'string', default: '40000' },
    json: { type: 'string' },
    fault: { type: 'string', default: '' },
  },
})
const rate = Number(options.rate)
const intervalMs = 1_000 * Number(options.every)
const durationMs = 60_000 * Number(options.minutes)
const warmUpMs = 10_000

const folder = mkdtempSync(join(tmpdir(), 'larder-soak-log-'))
const dependencies = await startDependencies(options['services-dir'], Number(options.foods))
const environment = {
  ...environmentOf(dependencies.databaseUrl, dependencies.redisUrl),
  RATE_LIMIT_FREE_PER_HOUR: '1000000000',
  LOG_LEVEL: 'warn',
  // Full after minutes, so that what grows later is not the cache.
  RESPONSE_CACHE_MB: '8',
}
const results: RequestResult[] = []
const violations: string[] = []
const injected: InjectedFault[] = []
const memory: MemorySample[] = []
let liveMemory: MemorySample[][] = []
try {
  const expected = await expectedResponses(dependencies.databaseUrl)
  process.stderr.write(`${expected.length} responses to compare with\n`)
  const key = await createScaleKey(environment)
  const deployment = await startDeployment(environment, folder)
  try {
    await Promise.all((['api1', 'api2', 'website1'] as const).map(deployment.start))
    const deltas = prepareDeltas(environment, folder)
    const load = await mixLoad({ ...deployment, key, expected, deltas })
    let loadFactor = 1
    const start = performance.now()
    const openLoop = startOpenLoopLoad(
      () => rate * loadFactor,
      load.next,
      outcome => results.push(load.check(outcome)),
    )
    const keys = exerciseKeys(deployment.apiUrl, key, each => results.push(each))
    const sampling = setInterval(
      () =>
        memory.push({
          hours: (performance.now() - start) / 3_600_000,
          megabytes: deployment.residentMegabytes(),
        }),
      5_000,
    )
    const faults = createFaults({
      dependencies,
      deployment,
      deltas,
      setLoad: factor => (loadFactor = factor),
    }).filter(({ name }) => name.includes(options.fault))
    await wait(warmUpMs)
    if (intervalMs === 0) await wait(durationMs - warmUpMs)
    for (let n = 0; intervalMs > 0 && performance.now() - start < durationMs - intervalMs / 2; n++) {
      const fault = faults[n % faults.length]
      if (fault === undefined) break
      const from = performance.now()
      process.stderr.write(`${Math.round((from - start) / 1_000)} s: ${fault.name}\n`)
      await fault.inject()
      injected.push({ fault: fault.name, from, to: performance.now() })
      await wait(Math.max(0, Math.min(from + intervalMs, start + durationMs) - performance.now()))
    }
    await openLoop.stop()
    await keys.stop()
    clearInterval(sampling)
    liveMemory = deployment.liveMemory()
    violations.push(...load.incorrect, ...keys.violations)
    await deltas.removeAll()
  } finally {
    await deployment.remove()
    deleteScaleAccount(environment)
  }
} finally {
  dependencies.remove()
  rmSync(folder, { recursive: true })
}
reportSoak({ results, injected, memory, liveMemory, violations, jsonFile: options.json })
