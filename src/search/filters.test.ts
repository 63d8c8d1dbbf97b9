import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allergens } from '../food/allergens.ts'
import { measuredSources } from '../food/sources.ts'
import { type Filter, filtersOf, parametersOf, parseFilters, searchFilters } from './filters.ts'

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
    ['complete=true', { complete: true }, true],
    ['has_image=true', { has_image: true }, true],
    ['protein_g_min=10', { protein_g: [10, null] }, { min: 10, max: null }],
    ['fat_g_max=2,5', { fat_g: [null, 2.5] }, { min: null, max: 2.5 }],
    ['calories_kcal_min=50&calories_kcal_max=50', { calories_kcal: [50, 50] }, { min: 50, max: 50 }],
    ['sodium_mg_max=0', { sodium_mg: [null, 0] }, { min: null, max: 0 }],
    ['cholesterol_mg_max=999999', { cholesterol_mg: [null, 999_999] }, { min: null, max: 999_999 }],
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

  it('allows the allergens that are not excluded', () => {
    const { filters, active } = parse('exclude_allergens=milk,+eggs,milk')
    expect(filters?.sql['exclude_allergens']).toEqual(
      allergens.filter(allergen => allergen !== 'milk' && allergen !== 'eggs'),
    )
    expect(active).toMatchObject([{ value: ['milk', 'eggs'] }])
  })

  it('combines all filters', () => {
    const exampleOf = (filter: Filter) =>
      filter.kind === 'choice' || filter.kind === 'list'
        ? filter.options[0]
        : { text: 'de', flag: 'true', range: '1' }[filter.kind]
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
  ['has_image=1', ['1']],
  ['exclude_allergens=milk,kiwi', ['milk,kiwi']],
  ['protein_g_min=-1', ['-1']],
  ['protein_g_min=1e1', ['1e1']],
  ['protein_g_min=9&protein_g_max=8', ['9', '8']],
  ['protein_g_min=9&protein_g_max=a', ['9', 'a']],
])('ignores %s and reports it', (query, values) => {
  expect(parse(query)).toMatchObject({ filters: null, active: [], ignored: [{ values }] })
})

it('looks up rare sources and brands in the index', () => {
  expect(parse('source=usda&brand=Ben+%26+Jerry+Ben').filters?.terms).toEqual([['@usda'], ['ben'], ['jerry']])
  const measured = measuredSources.map(source => `@${source}`)
  expect(parse('kind=generic&source=usda').filters?.terms).toEqual([measured, ['@usda']])
  expect(filtersOf({ source: 'ai_estimate' })?.terms).toEqual([['@ai_estimate']])
  expect(filtersOf({ source: 'off' })?.terms).toEqual([])
})

describe('the values of a request', () => {
  it.each([
    [{}, undefined],
    [{ category: '', brand: '', country: '', complete: false, has_image: false, limit: 5 }, undefined],
    [{ category: 'Nothing' }, { category: ['Nothing'] }],
    [
      { complete: true, protein_g_min: 0 },
      { complete: true, protein_g: [0, null] },
    ],
    [{ brand: '%' }, { brand: '' }],
    // Numbers that PostgreSQL cannot convert to the type of the column.
    [{ fat_g_min: 1e-300, fat_g_max: 1e300 }, { fat_g: [0, 1_000_000] }],
  ])('%j', (given, sql) => {
    expect(filtersOf(given)?.sql).toEqual(sql)
  })
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
