// The cost of usage metering: the same load on a Larder with metering and one without.
import { atLeast, printTable } from '../lab/report.ts'
import type { Server } from '../lab/servers/larder-process.ts'
import { median } from '../lab/statistics.ts'
import { type Load, type LoadResult, loadFoods } from './wrk.ts'

const minRatio = 0.9

export async function compareMetering(
  start: (more: Record<string, string>) => Promise<Server>,
  load: Load,
  rounds: number,
): Promise<void> {
  const contenders: { metering: string; server: Server; results: LoadResult[] }[] = []
  for (const metering of ['off', 'on']) {
    const server = await start({ USAGE_METERING: metering })
    await loadFoods(server.url, { ...load, seconds: 3 })
    contenders.push({ metering, server, results: [] })
  }
  for (let round = 1; round <= rounds; round++) {
    // Alternate the order, so that neither always runs first.
    for (const { metering, server, results } of round % 2 ? contenders : contenders.toReversed()) {
      results.push(await loadFoods(server.url, load))
      process.stderr.write(
        `round ${round}: metering ${metering} ${results.at(-1)?.perSecond.toFixed(0)} requests/s\n`,
      )
    }
  }
  for (const { server } of contenders) await server.stop()

  const perSecond = contenders.map(({ results }) => results.map(each => each.perSecond))
  const [without = [], metered = []] = perSecond
  printTable(
    ['usage metering', 'requests/s', 'rounds', 'p50 ms', 'p99 ms', 'ratio', 'ratio of each round'],
    contenders.map(({ metering, results }, index) => {
      const rates = perSecond[index] ?? []
      return [
        metering,
        median(rates).toFixed(0),
        `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`,
        median(results.map(each => each.p50Ms)).toFixed(1),
        median(results.map(each => each.p99Ms)).toFixed(1),
        metering === 'off'
          ? ''
          : atLeast(median(metered) / median(without), {
              of: 'throughput with usage metering, relative to without',
              target: minRatio,
              digits: 2,
            }),
        metering === 'off'
          ? ''
          : rates.map((rate, round) => (rate / (without[round] ?? 0)).toFixed(2)).join(' '),
      ]
    }),
  )
}
