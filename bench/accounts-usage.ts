// What it costs to count requests for the owners of keys: the same load on a Larder that does and one that does not.
import { atLeast, printTable } from '../lab/report.ts'
import type { Server } from '../lab/servers/larder-process.ts'
import { median } from '../lab/statistics.ts'
import { type Answered, type Load, loadFoods } from './wrk.ts'

const bar = 0.9

export async function compareCounting(
  start: (more: Record<string, string>) => Promise<Server>,
  load: Load,
  rounds: number,
): Promise<void> {
  const contenders: { counting: string; server: Server; answered: Answered[] }[] = []
  for (const counting of ['off', 'on']) {
    const server = await start({ USAGE_METERING: counting })
    await loadFoods(server.url, { ...load, seconds: 3 })
    contenders.push({ counting, server, answered: [] })
  }
  for (let round = 1; round <= rounds; round++) {
    // Each begins as often as the other.
    for (const { counting, server, answered } of round % 2 ? contenders : contenders.toReversed()) {
      answered.push(await loadFoods(server.url, load))
      process.stderr.write(
        `round ${round}: counting ${counting} ${answered.at(-1)?.perSecond.toFixed(0)} a second\n`,
      )
    }
  }
  for (const { server } of contenders) await server.stop()

  const perSecond = contenders.map(({ answered }) => answered.map(each => each.perSecond))
  const [without = [], counted = []] = perSecond
  printTable(
    ['usage counting', 'requests/s', 'rounds', 'p50 ms', 'p99 ms', 'ratio', 'ratio of each round'],
    contenders.map(({ counting, answered }, place) => {
      const rates = perSecond[place] ?? []
      return [
        counting,
        median(rates).toFixed(0),
        `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`,
        median(answered.map(each => each.p50Ms)).toFixed(1),
        median(answered.map(each => each.p99Ms)).toFixed(1),
        counting === 'off'
          ? ''
          : atLeast(median(counted) / median(without), {
              of: 'throughput with usage counting, as a share of that without',
              bar,
              digits: 2,
            }),
        counting === 'off'
          ? ''
          : rates.map((rate, round) => (rate / (without[round] ?? 0)).toFixed(2)).join(' '),
      ]
    }),
  )
}
