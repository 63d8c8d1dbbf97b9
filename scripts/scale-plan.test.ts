// docs/explanation/scale.md is arithmetic on measured costs: it says what the figures give, and the arithmetic holds.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Figures, planFor, shares } from './scale-plan.ts'

const root = new URL('..', import.meta.url)
const measured: Figures = JSON.parse(readFileSync(new URL('docs/scale-figures.json', root), 'utf8'))

it('the document says what the figures give', () => {
  const check = () =>
    execFileSync(process.execPath, ['scripts/scale.ts', '--check'], { cwd: root, stdio: 'pipe' })
  expect(check).not.toThrow()
})

it('every kind of request of the mix was measured, and the shares are all of it', () => {
  const endpoints = new Set(measured.costs.map(({ endpoint }) => endpoint))
  expect(Object.keys(shares).filter(endpoint => !endpoints.has(endpoint))).toEqual([])
  expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
})

it('ten times the requests take ten times the processors, more foods only more for search', () => {
  const [one, ten, more] = [
    planFor(measured, { rate: 1_000, foods: measured.foods }),
    planFor(measured, { rate: 10_000, foods: measured.foods }),
    planFor(measured, { rate: 1_000, foods: 4 * measured.foods }),
  ]
  expect(ten.exact.nodeCores).toBeCloseTo(10 * one.exact.nodeCores)
  expect(ten.exact.redisCores).toBeCloseTo(10 * one.exact.redisCores)
  expect(more.exact.nodeCores).toBe(one.exact.nodeCores)
  const search = measured.costs.find(({ endpoint }) => endpoint === '/search')?.microseconds.postgres ?? 0
  const grown = more.exact.postgresCores - one.exact.postgresCores
  expect(grown).toBeCloseTo((0.15 * 1_000 * (shares['/search'] ?? 0) * search) / 1e6)
})
