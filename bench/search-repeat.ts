// Whether the same query has the same answer every time, after a restart and from another process.
import { createClient } from '@larder/client'
import { atMost, printTable, shown } from '../lab/report.ts'
import type { Catalog } from './search-catalog.ts'
import type { Asked, Endpoint } from './search-client.ts'

const requests = 10_000
const limits = [10, 1, 50, 3, 25, 7]
const clients = 4
const differencesShown = 10

export async function measureRepetition(catalog: Catalog, queries: string[]): Promise<void> {
  const asked = Array.from({ length: requests }, (_, n) => ({
    q: queries[n % queries.length] ?? '',
    // All of them with one limit, then all with the next.
    limit: limits[Math.floor(n / queries.length) % limits.length] ?? 10,
  }))
  const answers = await idsOf(catalog.endpoint(), asked)
  await catalog.restart()
  const afterRestart = await idsOf(catalog.endpoint(), asked)
  const another = await catalog.startAnother()
  const fromAnother = await idsOf(another.endpoint, asked)
  await another.stop()
  printTable(
    [`${requests} requests again`, 'different answers'],
    [
      differenceRow('after a restart', answers, afterRestart),
      differenceRow('from a second process', answers, fromAnother),
    ],
  )
  printDifferences(asked, answers, fromAnother)
}

/** The ids of each answer in their order. */
async function idsOf({ url, key }: Endpoint, asked: Asked[]): Promise<string[]> {
  const client = createClient({ baseUrl: url, apiKey: key })
  const answers: string[] = []
  let next = 0
  const busy = Array.from({ length: clients }, async () => {
    for (let place = next++; place < asked.length; place = next++) {
      const { q = '', limit } = asked[place] ?? {}
      const foods = await client.search(q, { limit })
      answers[place] = foods.map(({ id }) => id).join(' ')
    }
  })
  await Promise.all(busy)
  return answers
}

function printDifferences(asked: Asked[], answers: string[], others: string[]): void {
  const different = asked.filter((_, place) => answers[place] !== others[place]).slice(0, differencesShown)
  if (different.length === 0) return
  printTable(
    ['different', 'limit'],
    different.map(({ q, limit }) => [shown(q), String(limit)]),
  )
}

function differenceRow(what: string, answers: string[], others: string[]): string[] {
  const differences = answers.filter((answer, place) => answer !== others[place]).length
  return [what, atMost(differences, { of: `different answers ${what}`, bar: 0, digits: 0 })]
}
