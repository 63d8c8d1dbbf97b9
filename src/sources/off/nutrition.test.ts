import { describe, expect, it } from 'vitest'
import { offParquetRecord, offRecord } from './record.ts'

type Fields = Record<string, unknown>

/** `fat 12 g` for each amount, and the basis before them. */
function describeAmounts(product: Fields, read = offRecord): string {
  const made = read({ code: '4099999000018', ...product })
  if ('rejected' in made) throw new Error(made.rejected)
  const amounts = Object.entries(made.amounts).map(([name, { value, unit }]) => `${name} ${value} ${unit}`)
  return [made.per, ...amounts].join(', ')
}

const g = (value: unknown, source = 'packaging') => ({ value, unit: 'g', source })
const soldSet = { preparation: 'as_sold', source: 'packaging', per: '100g', nutrients: { fat: g(30) } }
const preparedSet = { preparation: 'prepared', per: '100ml', nutrients: { fat: g(2) } }

describe('nutrients', () => {
  const cases: [string, Fields][] = [
    ['100g', {}],
    ['100g, fat 12 g', { nutriments: { fat_100g: 12, fat: 3, fat_serving: 3, fat_unit: 'g' } }],
    ['100g, fat 12 g', { fat_100g: '12', proteins_100g: '' }],
    ['100g, energy_kj 900 kJ', { 'energy-kj_100g': 900, energy_100g: 901 }],
    ['100g, energy_kj 901 kJ', { 'energy-kj_100g': null, energy_100g: 901 }],
    [
      '100g, potassium 0.3 g, cholesterol 0.02 g',
      { nutriments: { potassium_100g: 0.3, cholesterol_100g: 0.02 } },
    ],
    ['100ml, alcohol 5 % vol', { nutrition_data_per: '100ml', nutriments: { alcohol_100g: 5 } }],
    ['100ml', { nutrition_data_per: 'serving', serving_quantity_unit: 'ml' }],
    ['100g', { nutrition_data_per: 'serving', serving_quantity_unit: 'g' }],
    ['100g, salt Infinity g', { nutriments: { salt_100g: Number.POSITIVE_INFINITY } }],
    ['100g, salt <0.5 g', { nutriments: { salt_100g: '<0.5' } }],
    ['100g', { nutriments: { fat_prepared_100g: 2 } }],
    ['100g', { nutriments: [], nutrition: [] }],
    ['100g, fat 30 g', { nutrition: { aggregated_set: soldSet }, nutriments: { fat_100g: 3, salt_100g: 1 } }],
    ['100ml, fat 30 g', { nutrition: { aggregated_set: { ...soldSet, per: '100ml' } } }],
    ['100g, fat 3 g', { nutrition: { input_sets: [] }, nutriments: { fat_100g: 3 } }],
    ['100g, fat 3 g', { nutrition: { aggregated_set: { nutrients: {} } }, nutriments: { fat_100g: 3 } }],
    [
      '100g, sodium 40 mg',
      { nutrition: { aggregated_set: { nutrients: { sodium: { value: 40, unit: 'mg' } } } } },
    ],
    ['100g, alcohol 5 % vol', { nutrition: { aggregated_set: { nutrients: { alcohol: { value: 5 } } } } }],
    [
      '100g, fat 1 g',
      { nutrition: { aggregated_set: { nutrients: { fat: g(1), sugars: g(2, 'estimate') } } } },
    ],
    ['100g, fat 30 g', { nutrition: { aggregated_set: preparedSet, input_sets: [preparedSet, soldSet] } }],
    ['100g', { nutrition: { aggregated_set: preparedSet, input_sets: [preparedSet] } }],
  ]
  it.each(cases)('%s', (expected, product) => {
    expect(describeAmounts(product)).toBe(expected)
  })
})

describe('a row of the Parquet export', () => {
  const nutriments = [
    { name: 'energy', value: 267, '100g': 1117, unit: 'kcal', prepared_100g: null },
    { name: 'salt', value: null, '100g': Math.fround(0.33782), unit: 'g' },
    { name: 'fat', value: 2, '100g': null, prepared_100g: 2 },
  ]
  it('has lists instead of objects, and float32 values', () => {
    expect(describeAmounts({ nutriments }, offParquetRecord)).toBe('100g, energy_kj 1117 kJ, salt 0.33782 g')
  })

  it('maps to the same record otherwise', () => {
    const row = {
      code: '4099999000018',
      lang: 'de',
      product_name: [
        { lang: 'main', text: 'Soup' },
        { lang: 'de', text: 'Suppe' },
      ],
      generic_name: [],
      brands: null,
      brands_tags: ['korn-haus'],
      categories_tags: ['en:soups'],
      images: [
        { key: '1', rev: null },
        { key: 'front_de', rev: 4 },
      ],
      unique_scans_n: 3,
      last_modified_t: 1_700_000_000n,
      obsolete: false,
    }
    expect(offParquetRecord(row)).toMatchObject({
      name: 'Suppe',
      brand: 'korn haus',
      categories: ['en:soups'],
      image_url: 'https://images.openfoodfacts.org/images/products/409/999/900/0018/front_de.4.400.jpg',
      popularity: 3,
      source_modified_at: 1_700_000_000,
      obsolete: false,
    })
  })

  it.each([null, {}, { code: 'none' }])('rejects %j', row => {
    expect(offParquetRecord(row)).toHaveProperty('rejected')
  })
})
