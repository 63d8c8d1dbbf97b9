import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filtersOfSource, parametersOf, parseFilters, searchFilters } from './filters.ts'

const parse = (query: string) => {
  const parameters = new URLSearchParams(query)
  return parseFilters(name => parameters.get(name) ?? '')
}

it('has no filters by default', () => {
  expect(parse('q=milk&sort=name')).toEqual({ filters: null, active: [], ignored: [] })
})

describe('a value that can be used', () => {
  // query string, SQL, text
  it.each([
    ['brand=Nestl%C3%A9+', { brand: 'nestle' }, 'Brand: Nestlé'],
    ['country=Deutschland', { country: 'Germany' }, 'Sold in (country): Germany'],
    ['country=fr', { country: 'France' }, 'Sold in (country): France'],
    ['source=usda', { source: 'usda' }, 'Source: USDA FoodData Central'],
    ['complete=1', { min_confidence: 0.75 }, 'Only complete and checked data'],
    ['photo=1', { has_image: true }, 'Only with a photo'],
    ['min_protein_g=10', { protein_g: [10, null] }, 'Protein: at least 10 g'],
    ['max_fat_g=2,5', { fat_g: [null, 2.5] }, 'Fat: at most 2.5 g'],
    ['min_calories_kcal=50&max_calories_kcal=50', { calories_kcal: [50, 50] }, 'Energy: 50 to 50 kcal'],
    ['max_sodium_mg=0', { sodium_mg: [null, 0] }, 'Sodium: at most 0 mg'],
  ])('%s', (query, sql, text) => {
    const { filters, active, ignored } = parse(query)
    expect(filters?.sql).toEqual(sql)
    expect(active.map(each => each.text)).toEqual([text])
    expect(ignored).toEqual([])
  })

  it('includes the categories below', () => {
    const { filters, active } = parse('category=Soups')
    expect(filters?.sql.categories).toEqual(expect.arrayContaining(['Soups', 'Fish soups', 'Cold soups']))
    expect(filters?.sql.categories).not.toContain('Meals')
    expect(active).toEqual([{ parameters: ['category'], text: 'Category: Soups' }])
  })

  it('combines all filters', () => {
    const query =
      'category=Soups&brand=A&country=de&source=off&complete=1&photo=1' +
      ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g', 'sugar_g', 'fiber_g', 'sodium_mg']
        .map(nutrient => `&min_${nutrient}=1`)
        .join('')
    expect(parse(query).active).toHaveLength(searchFilters.length)
  })
})

it.each([
  ['category=Nothing', 'Category: Nothing'],
  ['brand=%25%27--', "Brand: %'--"],
  ['country=Atlantis', 'Sold in (country): Atlantis'],
  ['source=OFF', 'Source: OFF'],
  ['complete=yes', 'Only complete and checked data: yes'],
  ['min_protein_g=-1', 'Protein: -1'],
  ['min_protein_g=101', 'Protein: 101'],
  ['min_protein_g=1e1', 'Protein: 1e1'],
  ['min_protein_g=9&max_protein_g=8', 'Protein: 9 to 8'],
  ['min_protein_g=9&max_protein_g=a', 'Protein: 9 to a'],
])('ignores %s and reports it', (query, text) => {
  expect(parse(query)).toEqual({ filters: null, active: [], ignored: [text] })
})

it('looks up rare sources and brands in the index', () => {
  expect(parse('source=usda&brand=Ben+%26+Jerry+Ben').filters?.terms).toEqual(['@usda', 'ben', 'jerry'])
  expect(filtersOfSource('ai_estimate').terms).toEqual(['@ai_estimate'])
  expect(filtersOfSource('off').terms).toEqual([])
})

it('accepts any text, and only letters and digits become index terms', () => {
  const names = searchFilters.flatMap(parametersOf)
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })), values => {
      const { filters, active, ignored } = parseFilters(name => values[name] ?? '')
      expect(active.length + ignored.length).toBeLessThanOrEqual(searchFilters.length)
      for (const term of filters?.terms ?? []) expect(term).toMatch(/^@?[\p{L}\p{N}_]+$/u)
    }),
  )
})

it('has each parameter once', () => {
  const names = searchFilters.flatMap(parametersOf)
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain('q')
})
