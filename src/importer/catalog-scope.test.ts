import { describe, expect, it } from 'vitest'
import { type CatalogScope, describeScope, isInScope, scopeKey, wholeWorld } from './catalog-scope.ts'

const germany: CatalogScope = {
  countries: ['Germany', 'Austria'],
  languages: ['de', 'en'],
  onlyScanned: false,
}
const record = (details: { countries?: string[]; names?: Record<string, string> } | null, popularity = 0) =>
  ({ source: 'off', popularity, details }) as const

describe('isInScope', () => {
  it.each([
    ['sold there', { countries: ['en:germany'] }, true],
    ['sold in several countries', { countries: ['en:france', 'en:austria'] }, true],
    ['a country in its own language', { countries: ['Deutschland'] }, true],
    ['sold elsewhere', { countries: ['en:france'] }, false],
    ['sold everywhere', { countries: ['en:world'] }, true],
    ['no country stated', { countries: [] }, true],
    ['a country that nobody knows', { countries: ['en:atlantis'] }, true],
    ['nothing stated at all', null, true],
    ['a name in one of the languages', { names: { fr: 'Lait', de: 'Milch' } }, true],
    ['names in other languages only', { names: { fr: 'Lait' } }, false],
    ['the right language, the wrong country', { names: { de: 'Milch' }, countries: ['en:france'] }, false],
  ])('%s', (_, details, expected) => {
    expect(isInScope(record(details), germany)).toBe(expected)
    expect(isInScope(record(details), wholeWorld)).toBe(true)
  })

  it('leaves products out that nobody has scanned, if only scanned ones are wanted', () => {
    const scope = { ...wholeWorld, onlyScanned: true }
    expect([0, 1].map(scans => isInScope(record(null, scans), scope))).toEqual([false, true])
  })

  it('does not concern other sources', () => {
    const scope = { ...germany, onlyScanned: true }
    expect(isInScope({ ...record({ countries: ['en:france'] }), source: 'community' }, scope)).toBe(true)
    expect(isInScope({ ...record({ countries: ['United States'] }), source: 'usda' }, scope)).toBe(true)
  })
})

it('has one key for equal scopes, whatever their order', () => {
  expect(scopeKey({ ...germany, countries: ['Austria', 'Germany'] })).toBe(scopeKey(germany))
  expect(scopeKey({ ...germany, onlyScanned: true })).not.toBe(scopeKey(germany))
})

it('is described for the operator', () => {
  expect(describeScope(wholeWorld)).toBe('products sold in all countries')
  expect(describeScope({ ...germany, onlyScanned: true })).toBe(
    'products that people have scanned sold in Germany, Austria with a name in de, en',
  )
})
