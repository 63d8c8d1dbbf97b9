// How search latency grows with the catalog: the same queries on catalogs of different sizes, alternating.

import { atMost, printTable } from '../lab/report.ts'
import { mean, median, quantile } from '../lab/statistics.ts'
import { type Catalog, withCatalog } from './search-catalog.ts'
import { type Search, searchAt, timeQueries } from './search-client.ts'

const maxRatio = 2
const queriesPerTurn = 100

interface Side {
  foods: number
  search: Search
  times: number[]
}

export function measureGrowth(databaseUrls: string[], redisUrl: string, queries: string[]): Promise<void> {
  return withCatalogs(databaseUrls, redisUrl, async catalogs => {
    const sides = catalogs
      .toSorted((one, other) => one.foods - other.foods)
      .map(({ foods, endpoint }): Side => ({ foods, search: searchAt(endpoint()), times: [] }))
    for (const { search } of sides) await timeQueries(search, queries)
    for (let from = 0; from < queries.length; from += queriesPerTurn)
      for (const { search, times } of sides)
        times.push(...(await timeQueries(search, queries.slice(from, from + queriesPerTurn))))
    printSides(sides)
  })
}

/** Runs a Larder on each catalog at the same time. */
function withCatalogs(
  [databaseUrl, ...others]: string[],
  redisUrl: string,
  work: (catalogs: Catalog[]) => Promise<void>,
): Promise<void> {
  if (databaseUrl === undefined) return work([])
  return withCatalog(databaseUrl, redisUrl, catalog =>
    withCatalogs(others, redisUrl, catalogs => work([catalog, ...catalogs])),
  )
}

function printSides(sides: Side[]): void {
  const smallest = sides[0]?.times ?? []
  printTable(
    ['foods', 'p50 ms', 'mean', 'p99', 'p50 relative to the smallest'],
    sides.map((side, index) => {
      const ratio = median(side.times) / median(smallest)
      return [
        side.foods.toLocaleString('en'),
        median(side.times).toFixed(2),
        mean(side.times).toFixed(2),
        quantile(side.times, 0.99).toFixed(2),
        // Only the largest has a target; the others are informational.
        index === sides.length - 1
          ? atMost(ratio, {
              of: 'median latency of the largest catalog relative to the smallest',
              target: maxRatio,
              digits: 2,
            })
          : ratio.toFixed(2),
      ]
    }),
  )
}
