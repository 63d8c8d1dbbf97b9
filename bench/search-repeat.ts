// Whether the same query always returns the same results, also after a restart and from another process.
import { createClient } from '@larder/client'
import { atMost, printTable, shown } from '../lab/report.ts'
import type { Catalog } from './search-catalog.ts'
import type { Endpoint, SearchRequest } from './search-client.ts'

const requests = 10_000
const limits = [10, 1, 50, 3, 25, 7]
const clients = 4
const maxDifferencesShown = 10

export async function measureRepetition(catalog: Catalog, queries: string[]): Promise<void> {
  const searches = Array.from({ length: requests }, (_, n) => ({
    q: queries[n % queries.length] ?? '',
    // All queries with one limit, then all with the next.
    limit: limits[Math.floor(n / queries.length) % limits.length] ?? 10,
  }))
  const results = await idsOf(catalog.endpoint(), searches)
  await catalog.restart()
  const afterRestart = await idsOf(catalog.endpoint(), searches)
  const another = await catalog.startAnother()
  const fromAnother = await idsOf(another.endpoint, searches)
  await another.stop()
  printTable(
    [`${requests} requests repeated`, 'different results'],
    [
      differenceRow('after a restart', results, afterRestart),
      differenceRow('from a second process', results, fromAnother),
    ],
  )
  printDifferences(searches, results, fromAnother)
}

/** The ids of each response, in order. */
async function idsOf({ url, key }: Endpoint, searches: SearchRequest[]): Promise<string[]> {
  const client = createClient({ baseUrl: url, apiKey: key })
  const results: string[] = []
  let next = 0
  const running = Array.from({ length: clients }, async () => {
    for (let index = next++; index < searches.length; index = next++) {
      const { q = '', limit } = searches[index] ?? {}
      const foods = await client.search(q, { limit })
      results[index] = foods.map(({ id }) => id).join(' ')
    }
  })
  await Promise.all(running)
  return results
}

function printDifferences(searches: SearchRequest[], results: string[], others: string[]): void {
  const different = searches
    .filter((_, index) => results[index] !== others[index])
    .slice(0, maxDifferencesShown)
  if (different.length === 0) return
  printTable(
    ['different', 'limit'],
    different.map(({ q, limit }) => [shown(q), String(limit)]),
  )
}

function differenceRow(what: string, results: string[], others: string[]): string[] {
  const differences = results.filter((result, index) => result !== others[index]).length
  return [what, atMost(differences, { of: `different results ${what}`, target: 0, digits: 0 })]
}
