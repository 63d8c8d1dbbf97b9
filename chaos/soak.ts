// Mixed load with a fault every two minutes, and every answer compared with the catalog.
//   npm run soak -- [--minutes 30] [--every 120] [--rate 200] [--services-dir DIR | --foods 40000] [--json FILE]
// --services-dir: a PostgreSQL and a Redis of scripts/dev-services with a loaded catalog. They are killed, stopped and
// flushed; 200 foods come and leave again. Without it both are made for the run. See docs/explanation/resilience.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startArrivals } from '../lab/clients/open-loop-load.ts'
import { createScaleKey, deleteScaleAccount, environmentOf } from '../lab/servers/larder-process.ts'
import { prepareDeltas } from './delta.ts'
import { openParts } from './dependencies.ts'
import { openSite } from './deployment.ts'
import { expectedAnswers } from './expected.ts'
import { faultsOf } from './faults.ts'
import { liveWithKeys } from './key-lifecycle.ts'
import { mixLoad } from './mixed-load.ts'
import type { Happened, Told } from './results.ts'
import { reportEndurance } from './soak-report.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    every: { type: 'string', default: '120' },
    rate: { type: 'string', default: '200' },
    'services-dir': { type: 'string' },
    foods: { type: 'string', default: '40000' },
    json: { type: 'string' },
  },
})
const rate = Number(options.rate)
const everyMs = 1_000 * Number(options.every)
const lastsMs = 60_000 * Number(options.minutes)
const calmFirstMs = 10_000

const folder = mkdtempSync(join(tmpdir(), 'larder-endurance-log-'))
const parts = await openParts(options['services-dir'], Number(options.foods))
const environment = {
  ...environmentOf(parts.databaseUrl, parts.redisUrl),
  RATE_LIMIT_FREE_PER_HOUR: '1000000000',
  LOG_LEVEL: 'warn',
}
const told: Told[] = []
const wrong: string[] = []
const happened: Happened[] = []
const memory: { hours: number; megabytes: number }[] = []
try {
  const expected = await expectedAnswers(parts.databaseUrl)
  process.stderr.write(`${expected.length} answers to compare with\n`)
  const key = await createScaleKey(environment)
  const site = await openSite(environment, join(folder, 'nodes.log'))
  try {
    await Promise.all((['api1', 'api2', 'website1'] as const).map(site.start))
    const deltas = prepareDeltas(environment, folder)
    const load = await mixLoad({ ...site, key, expected, deltas })
    let times = 1
    const start = performance.now()
    const arrivals = startArrivals(
      () => rate * times,
      load.next,
      outcome => told.push(load.judge(outcome)),
    )
    const keys = liveWithKeys(site.apiUrl, key, each => told.push(each))
    const sampling = setInterval(
      () =>
        memory.push({ hours: (performance.now() - start) / 3_600_000, megabytes: site.residentMegabytes() }),
      5_000,
    )
    const faults = faultsOf({ parts, site, deltas, setLoad: more => (times = more) })
    await wait(calmFirstMs)
    for (let n = 0; performance.now() - start < lastsMs - everyMs / 2; n++) {
      const fault = faults[n % faults.length]
      if (fault === undefined) break
      const from = performance.now()
      process.stderr.write(`${Math.round((from - start) / 1_000)} s: ${fault.name}\n`)
      await fault.happen()
      happened.push({ fault: fault.name, from, to: performance.now() })
      await wait(Math.max(0, Math.min(from + everyMs, start + lastsMs) - performance.now()))
    }
    await arrivals.stop()
    await keys.stop()
    clearInterval(sampling)
    wrong.push(...load.wrong, ...keys.wrong)
    await deltas.takeAway()
  } finally {
    await site.remove()
    deleteScaleAccount(environment)
  }
} finally {
  parts.remove()
  rmSync(folder, { recursive: true })
}
reportEndurance({ told, happened, memory, wrong, jsonFile: options.json })
