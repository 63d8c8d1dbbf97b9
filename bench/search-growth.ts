// Whether a larger catalog answers as fast: the same queries on each, by turns.

import { atMost, printTable } from '../lab/report.ts'
import { mean, median, quantile } from '../lab/statistics.ts'
import { type Catalog, withCatalog } from './search-catalog.ts'
import { type Search, searchAt, timesOf } from './search-client.ts'

const bar = 2
const queriesInTurn = 100

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
    for (const { search } of sides) await timesOf(search, queries)
    for (let from = 0; from < queries.length; from += queriesInTurn)
      for (const { search, times } of sides)
        times.push(...(await timesOf(search, queries.slice(from, from + queriesInTurn))))
    printSides(sides)
  })
}

/** A Larder on each of them at the same time. */
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
    ['foods', 'p50 ms', 'mean', 'p99', 'p50 beside the smallest'],
    sides.map((side, place) => {
      const ratio = median(side.times) / median(smallest)
      return [
        side.foods.toLocaleString('en'),
        median(side.times).toFixed(2),
        mean(side.times).toFixed(2),
        quantile(side.times, 0.99).toFixed(2),
        // Only the largest has a bar: what lies between is there to look at.
        place === sides.length - 1
          ? atMost(ratio, { of: 'median of the largest catalog beside the smallest', bar, digits: 2 })
          : ratio.toFixed(2),
      ]
    }),
  )
}
