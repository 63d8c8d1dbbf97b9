import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../lab/servers/temporary-stores.ts'
import { searchBenchmark } from './search-benchmark.ts'

it('are quoted in README for the hardest of the held-out sets', () => {
  const { foods, rows } = searchBenchmark.measurements.people
  const heldOut = rows.filter(({ what }) => what.endsWith('(held out)'))
  const [hardest] = heldOut
    .map(({ queries, shares: [first = 0] }) => ({ queries, first }))
    .toSorted((one, other) => one.first - other.first)
  const quote = `for ${Math.round(100 * (hardest?.first ?? 0))} % of ${hardest?.queries} queries that the ranking has not seen`
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(readme).toContain(`of ${foods.toLocaleString('en')} foods, with energy computed from macronutrients`)
  expect(readme).toContain(quote)
})
