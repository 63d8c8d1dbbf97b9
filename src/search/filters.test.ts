import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measuredSources } from '../food/sources.ts'
import { type Filter, filtersOfApi, parametersOf, parseFilters, searchFilters } from './filters.ts'

const parse = (query: string) => {
  const parameters = new URLSearchParams(query)
  return parseFilters(name => parameters.get(name) ?? '')
}

it('has no filters by default', () => {
  expect(parse('q=milk&sort=name')).toEqual({ filters: null, active: [], ignored: [] })
})

describe('a value that can be used', () => {
  // query string, SQL, value
  it.each([
    ['kind=generic', { kind: 'generic' }, 'generic'],
    ['kind=branded', { kind: 'branded' }, 'branded'],
    ['brand=Nestl%C3%A9+', { brand: 'nestle' }, 'Nestlé'],
    ['country=Deutschland', { country: 'Germany' }, 'Germany'],
    ['country=fr', { country: 'France' }, 'France'],
    ['source=usda', { source: 'usda' }, 'usda'],
    ['complete=1', { complete: '1' }, '1'],
    ['photo=1', { photo: '1' }, '1'],
    ['min_protein_g=10', { protein_g: [10, null] }, [10, null]],
    ['max_fat_g=2,5', { fat_g: [null, 2.5] }, [null, 2.5]],
    ['min_calories_kcal=50&max_calories_kcal=50', { calories_kcal: [50, 50] }, [50, 50]],
    ['max_sodium_mg=0', { sodium_mg: [null, 0] }, [null, 0]],
  ])('%s', (query, sql, value) => {
    const { filters, active, ignored } = parse(query)
    expect(filters?.sql).toEqual(sql)
    expect(active.map(each => each.value)).toEqual([value])
    expect(ignored).toEqual([])
  })

  it('includes the categories below', () => {
    const { filters, active } = parse('category=Soups')
    expect(filters?.sql['category']).toEqual(expect.arrayContaining(['Soups', 'Fish soups', 'Cold soups']))
    expect(filters?.sql['category']).not.toContain('Meals')
    expect(active).toMatchObject([{ parameters: ['category'], value: 'Soups' }])
  })

  it('combines all filters', () => {
    const exampleOf = (filter: Filter) =>
      filter.kind === 'choice' ? filter.options[0] : filter.kind === 'text' ? 'de' : '1'
    const query = searchFilters.map(filter => `${parametersOf(filter)[0]}=${exampleOf(filter)}`).join('&')
    expect(parse(query).active).toHaveLength(searchFilters.length)
  })
})

// query string, values
it.each([
  ['kind=other', ['other']],
  ['category=Nothing', ['Nothing']],
  ['brand=%25%27--', ["%'--"]],
  ['country=Atlantis', ['Atlantis']],
  ['source=OFF', ['OFF']],
  ['complete=yes', ['yes']],
  ['min_protein_g=-1', ['-1']],
  ['min_protein_g=101', ['101']],
  ['min_protein_g=1e1', ['1e1']],
  ['min_protein_g=9&max_protein_g=8', ['9', '8']],
  ['min_protein_g=9&max_protein_g=a', ['9', 'a']],
])('ignores %s and reports it', (query, values) => {
  expect(parse(query)).toMatchObject({ filters: null, active: [], ignored: [{ values }] })
})

it('looks up rare sources and brands in the index', () => {
  expect(parse('source=usda&brand=Ben+%26+Jerry+Ben').filters?.terms).toEqual([['@usda'], ['ben'], ['jerry']])
  const measured = measuredSources.map(source => `@${source}`)
  expect(parse('kind=generic&source=usda').filters?.terms).toEqual([measured, ['@usda']])
  expect(filtersOfApi({ source: 'ai_estimate' })?.terms).toEqual([['@ai_estimate']])
  expect(filtersOfApi({ source: 'off' })?.terms).toEqual([])
})

it('accepts any text, and only letters and digits become index terms', () => {
  const names = searchFilters.flatMap(parametersOf)
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })), values => {
      const { filters, active, ignored } = parseFilters(name => values[name] ?? '')
      expect(active.length + ignored.length).toBeLessThanOrEqual(searchFilters.length)
      for (const term of filters?.terms.flat() ?? []) expect(term).toMatch(/^@?[\p{L}\p{N}_]+$/u)
    }),
  )
})

it('has each parameter once', () => {
  const names = searchFilters.flatMap(parametersOf)
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain('q')
})
