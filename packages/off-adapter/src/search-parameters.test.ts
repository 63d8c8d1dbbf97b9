import { describe, expect, it } from 'vitest'
import { codeOf, foodIdOf, isValidCode, normalizeCode } from './codes.ts'
import { readSearch } from './search-parameters.ts'

const read = (query: string) => readSearch(new URLSearchParams(query), { pageSize: 50, version: 0 })

describe('a search', () => {
  it('has a page of bounded size', () => {
    expect(read('')).toMatchObject({ text: '', page: 1, pageSize: 50, version: 0 })
    expect(read('page=3&page_size=20')).toMatchObject({ page: 3, pageSize: 20 })
    expect(read('page=0&page_size=5000')).toMatchObject({ page: 1, pageSize: 100 })
    expect(read('page=-1&page_size=x')).toMatchObject({ page: 1, pageSize: 50 })
    expect(read('api_version=3.2')).toMatchObject({ version: 3.2 })
  })

  it.each([
    ['categories_tags=en:pizzas', 'Pizzas'],
    ['categories_tags=pizzas', 'Pizzas'],
    ['categories_tags_en=Pizzas', 'Pizzas'],
    ['categories_tags_en=Frozen pizzas', 'Pizzas'],
    ['tagtype_0=categories&tag_contains_0=contains&tag_0=pizzas', 'Pizzas'],
    ['categories_tags=en:meals,en:pizzas', 'Pizzas'],
    ['categories_tags=en:pizzas,en:meals', 'Pizzas'],
  ])('by category: %s', (query, category) => {
    expect(read(query)).toMatchObject({ filters: { category }, unanswerable: [], ignored: [] })
  })

  it.each([
    ['categories_tags=en:no-such-category'],
    ['categories_tags=en:pizzas,en:milks'],
    ['tagtype_0=categories&tag_contains_0=does_not_contain&tag_0=pizzas'],
    ['tagtype_0=labels&tag_contains_0=contains&tag_0=en:gluten-free'],
    ['allergens_tags=en:milk'],
    ['allergens_tags=-en:kiwi'],
    ['ingredients_analysis_tags=en:vegan'],
    ['nutriment_0=caffeine&nutriment_compare_0=lt&nutriment_value_0=5'],
    ['nutriment_0=sugars&nutriment_compare_0=near&nutriment_value_0=5'],
    ['nutriment_0=sugars&nutriment_compare_0=lt&nutriment_value_0=little'],
    ['sugars_serving<5'],
    ['__proto___100g<5'],
    ['brands_tags=-ferrero'],
  ])('that Larder has no filter for matches nothing: %s', query => {
    expect(read(query).unanswerable).toHaveLength(1)
  })

  it.each(['countries=poland', 'countries_tags=-en:france', 'stores_tags=lidl'])(
    'ignores what only narrows it down: %s',
    query => {
      expect(read(query)).toMatchObject({ unanswerable: [], ignored: [{ value: expect.any(String) }] })
    },
  )

  it.each([
    ['nutriment_0=sugars&nutriment_compare_0=lt&nutriment_value_0=5', { sugar_g_max: 5 }],
    ['nutriment_0=proteins&nutriment_compare_0=gte&nutriment_value_0=20.5', { protein_g_min: 20.5 }],
    ['sugars_100g<5', { sugar_g_max: 5 }],
    ['sugars_100g<=5', { sugar_g_max: 5 }],
    ['sodium_100g>0.1&sodium_100g<0.4', { sodium_mg_min: 100, sodium_mg_max: 400 }],
    ['salt_100g<1', { sodium_mg_max: 400 }],
    ['energy-kcal_100g=52', { calories_kcal_min: 52, calories_kcal_max: 52 }],
    ['energy_100g<418.4', { calories_kcal_max: 100 }],
    ['fat_100g<5&fat_100g<3', { fat_g_max: 3 }],
    ['allergens_tags=-en:milk,-en:sesame-seeds', { excludeAllergens: ['milk', 'sesame seeds'] }],
    ['tagtype_0=allergens&tag_contains_0=does_not_contain&tag_0=gluten', { excludeAllergens: ['gluten'] }],
  ])('by nutrient and allergen: %s', (query, filters) => {
    expect(read(query)).toMatchObject({ filters, unanswerable: [], ignored: [] })
    expect(Object.keys(read(query).filters)).toEqual(Object.keys(filters))
  })

  it.each(['xx:fernhollow-dairy', 'fernhollow-dairy', 'fernhollow dairy'])('by brand: %s', brand => {
    expect(read(`brands_tags=${brand}`)).toMatchObject({
      filters: { brand: 'fernhollow dairy' },
      unanswerable: [],
    })
  })

  it.each([
    ['countries_tags=en:united-kingdom', 'united kingdom'],
    ['countries_tags_en=France', 'France'],
    ['tagtype_0=countries&tag_contains_0=contains&tag_0=de', 'de'],
  ])('by country: %s', (query, country) => {
    expect(read(query)).toMatchObject({ filters: { country }, unanswerable: [], ignored: [] })
  })

  it('of the world has no filter by country, and one country of several is a filter', () => {
    expect(read('countries_tags=en:world')).toMatchObject({ filters: {}, ignored: [] })
    expect(read('countries_tags=en:world').filters).toEqual({})
    expect(read('countries_tags=en:france,en:spain')).toMatchObject({
      filters: { country: 'france' },
      ignored: [{ id: 'countries', value: 'en:spain' }],
    })
  })

  it('takes each code once', () => {
    expect(read('code=1,2,,1').codes).toEqual(['1', '2'])
  })
})

describe('codes', () => {
  it.each([
    ['15887170128', '0015887170128'],
    ['015887170128', '0015887170128'],
    ['00015887170128', '0015887170128'],
    ['20724696', '20724696'],
    ['0000020724696', '20724696'],
    ['3 017-620422003', '3017620422003'],
    ['abc', ''],
  ])('%s is %s', (requested, code) => {
    expect(normalizeCode(requested)).toBe(code)
  })

  it.each([
    ['', false],
    ['000123', false],
    ['0001234', true],
    ['3017620422003', true],
    ['1'.repeat(41), false],
  ])('"%s" is valid: %s', (code, isValid) => {
    expect(isValidCode(code)).toBe(isValid)
  })

  it('of foods without a barcode lead back to the food', () => {
    const code = codeOf({ barcode: null, id: 764531 })
    expect(code).toBe('100000000764531')
    expect(isValidCode(code)).toBe(true)
    expect(normalizeCode(code)).toBe(code)
    expect(Number.isSafeInteger(Number(code))).toBe(true)
    expect(foodIdOf(code)).toBe(764531)
    expect(foodIdOf('3017620422003')).toBeNull()
  })
})
