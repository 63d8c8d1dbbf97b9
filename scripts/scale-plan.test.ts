// docs/explanation/scale.md is computed from measured costs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Measurements, planFor, shares } from './scale-plan.ts'

const root = new URL('..', import.meta.url)
const measured: Measurements = JSON.parse(readFileSync(new URL('docs/scale-figures.json', root), 'utf8'))

it('keeps docs/explanation/scale.md in sync with the measurements', () => {
  const check = () =>
    execFileSync(process.execPath, ['scripts/scale.ts', '--check'], { cwd: root, stdio: 'pipe' })
  expect(check).not.toThrow()
})

it('has measurements for every request of the mix, and shares that add up to 1', () => {
  const endpoints = new Set(measured.costs.map(({ endpoint }) => endpoint))
  expect(Object.keys(shares).filter(endpoint => !endpoints.has(endpoint))).toEqual([])
  expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
})

it('scales CPU with the request rate, and only search with the number of foods', () => {
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
