import { expect, it } from 'vitest'
import { readFigures, releases, searchHash } from './figures.ts'

it('plans with figures of the search code as it is, or as it was at most one release ago', () => {
  const { searchHash: measured, release } = readFigures()
  const age = releases().indexOf(release)
  expect(age, `docs/scale-figures.json is of ${release}, which CHANGELOG.md does not list`).not.toBe(-1)
  if (measured !== searchHash())
    expect(age, 'measure again: npm run bench -- capacity --write-figures').toBeLessThanOrEqual(1)
})
