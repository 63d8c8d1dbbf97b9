import { describe, expect, it } from 'vitest'
import type { SourceDetails } from '../source-record.ts'
import { offParquetRecord, offRecord } from './record.ts'

type Fields = Record<string, unknown>

function details(product: Fields, read = offRecord): SourceDetails {
  const record = read({ code: '4099999000018', ...product })
  if ('rejected' in record) throw new Error(record.rejected)
  return record.details ?? {}
}

describe('one member', () => {
  // member, expected, product
  const cases: [keyof SourceDetails, unknown, Fields][] = [
    ['names', { de: 'Suppe', fr: 'Soupe' }, { product_name_de: 'Suppe', product_name_fr: 'Soupe' }],
    ['names', { de: 'Suppe' }, { lang: 'de', product_name: 'Suppe' }],
    ['names', { de: 'Suppe' }, { lc: 'de', product_name: 'Soup', product_name_de: 'Suppe' }],
    ['names', { de: 'Suppe', it: 'Zuppa' }, { product_name_de: 'Suppe', generic_name_it: 'Zuppa' }],
    ['names', { de: 'Suppe' }, { product_name_de: 'Suppe', generic_name_de: 'Eintopf' }],
    ['names', { de: 'Eintopf' }, { lang: 'de', product_name: '', generic_name: 'Eintopf' }],
    ['names', undefined, { product_name: 'Soup' }],
    [
      'names',
      undefined,
      { product_name_xx: 'Soup', product_name_fr_imported: 'Soupe', product_name_de: ' ' },
    ],
    ['names', undefined, { lang: '__proto__', product_name: 'Soup' }],
    ['countries', ['en:france', 'en:italy'], { countries_tags: ['en:france', 'en:italy'], countries: 'X' }],
    ['countries', ['en:france', 'en:italy'], { countries_tags: 'en:france,en:italy' }],
    ['countries', ['France', 'Italia'], { countries: 'France, Italia' }],
    ['countries', ['France'], { countries: '', countries_en: 'France' }],
    ['countries', [], { countries: 'null' }],
    ['ingredients', 'Wasser', { lang: 'de', ingredients_text: 'Water', ingredients_text_de: 'Wasser' }],
    ['ingredients', 'Water', { lang: 'de', ingredients_text: 'Water', ingredients_text_de: '' }],
    ['ingredients', 'Water', { ingredients_text_de: 'Wasser', ingredients_text_en: 'Water' }],
    ['ingredients', 'Wasser', { ingredients_text_fr: 'Eau', ingredients_text_de: 'Wasser' }],
    ['ingredients', 'Water, _milk_', { ingredients_text: 'Water, _milk_' }],
    ['ingredients', null, { ingredients_text_with_allergens_en: 'Water', ingredients_text_debug: 'Water' }],
    ['allergens', ['milk', 'sesame seeds'], { allergens_tags: ['en:milk', 'en:sesame-seeds'] }],
    ['allergens', ['milk'], { allergens_tags: ['en:milk'], allergens: 'LINALOOL' }],
    ['allergens', ['milk', 'nuts'], { allergens: 'en:milk,en:nuts' }],
    ['allergens', ['avena'], { allergens_tags: ['es:Avena'] }],
    ['allergens', [], { allergens_tags: ['en:none'] }],
    ['traces', ['eggs'], { traces_tags: ['en:eggs'] }],
    ['traces', ['eggs', 'nuts'], { traces: 'en:eggs,en:nuts' }],
    ['labels', ['eu organic', 'ab agriculture'], { labels_tags: ['en:eu-organic', 'fr:ab-agriculture'] }],
    ['labels', [], {}],
    ['nutri_score', 'c', { nutriscore_grade: 'c', nutrition_grade_fr: 'b' }],
    ['nutri_score', 'b', { nutriscore_grade: 'unknown', nutrition_grade_fr: 'b' }],
    ['nutri_score', 'a', { nutrition_grades: 'a' }],
    ['nutri_score', null, { nutriscore_grade: 'not-applicable' }],
    ['nutri_score', null, { nutriscore_grade: 'ab' }],
    ['nova_group', 4, { nova_group: 4 }],
    ['nova_group', 1, { nova_group: '1' }],
    ['nova_group', 3, { nova_group: null, nova_groups: '3' }],
    ['nova_group', 2, { nutriments: { 'nova-group': 2 } }],
    ['nova_group', null, { nova_group: 'unknown' }],
    ['package_quantity', '6 x 330 ml', { quantity: '6 x 330 ml' }],
    ['package_quantity', '330 ml', { quantity: '330', product_quantity: '330', product_quantity_unit: 'ml' }],
    ['package_quantity', '64 g', { product_quantity: 64 }],
    ['package_quantity', null, { quantity: 'unknown' }],
    ['package_quantity', null, { quantity: '1' }],
  ]
  it.each(cases)('%s %j of %o', (member, expected, product) => {
    expect(details(product)[member]).toEqual(expected)
  })
})

describe('micronutrients', () => {
  const inGrams = (value: unknown) => ({ value, unit: 'g' })

  it('are in the nutriments of the JSON export', () => {
    const nutriments = { 'vitamin-c_100g': 0.05, 'vitamin-pp_100g': '0,016', iron_100g: 0, zinc_100g: '' }
    expect(details({ nutriments }).micronutrients).toEqual({
      vitamin_c_mg: inGrams(0.05),
      vitamin_b3_mg: inGrams('0,016'),
      iron_mg: inGrams(0),
    })
  })
  it('are columns of the tab-separated export', () => {
    expect(details({ calcium_100g: '0.12' }).micronutrients).toEqual({ calcium_mg: inGrams('0.12') })
  })
  it('have units in the new schema, and no estimates', () => {
    const nutrients = {
      fat: { value: 1, unit: 'g' },
      'vitamin-d': { value: 5, unit: 'µg' },
      iron: { value_computed: 0.01, unit: 'g' },
      zinc: { value: 1, unit: 'mg', source: 'estimate' },
    }
    const product = {
      nutrition: { aggregated_set: { per: '100g', nutrients } },
      iron_100g: 7,
      calcium_100g: 7,
    }
    expect(details(product).micronutrients).toEqual({
      vitamin_d_ug: { value: 5, unit: 'µg' },
      iron_mg: { value: 0.01, unit: 'g' },
    })
  })
  it('prefer vitamin B9 to folates', () => {
    const nutriments = { folates_100g: 0.0002, 'vitamin-b9_100g': 0.0001 }
    expect(details({ nutriments }).micronutrients).toEqual({ vitamin_b9_ug: inGrams(0.0001) })
  })
  it('do not include the zeros of a form that was left empty', () => {
    const names = ['vitamin-a', 'vitamin-c', 'vitamin-d', 'vitamin-e', 'iron', 'zinc', 'copper']
    const seven = Object.fromEntries(names.map(name => [`${name}_100g`, 0]))
    expect(Object.keys(details({ nutriments: seven }).micronutrients ?? {})).toHaveLength(7)
    const eight = { ...seven, choline_100g: '0', calcium_100g: 0.1 }
    expect(details({ nutriments: eight }).micronutrients).toEqual({ calcium_mg: inGrams(0.1) })
  })
})

it('reads the lists of the Parquet export', () => {
  const row = {
    lang: 'fr',
    product_name: [
      { lang: 'main', text: 'Soupe' },
      { lang: 'en', text: 'Soup' },
    ],
    ingredients_text: [
      { lang: 'main', text: 'Eau, sel' },
      { lang: 'en', text: 'Water, salt' },
    ],
    countries_tags: ['en:france'],
    allergens_tags: ['en:celery'],
    traces_tags: [],
    labels_tags: ['en:organic'],
    nutriscore_grade: 'b',
    nova_group: 3n,
    quantity: '1 l',
    nutriments: [{ name: 'vitamin-c', '100g': Math.fround(0.0123) }],
  }
  expect(details(row, offParquetRecord)).toEqual({
    names: { fr: 'Soupe', en: 'Soup' },
    ingredients: 'Eau, sel',
    countries: ['en:france'],
    allergens: ['celery'],
    traces: [],
    labels: ['organic'],
    nutri_score: 'b',
    nova_group: 3,
    micronutrients: { vitamin_c_mg: { value: 0.0123, unit: 'g' } },
    package_quantity: '1 l',
  })
})
