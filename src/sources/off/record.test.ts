import { describe, expect, it } from 'vitest'
import type { SourceRecord } from '../source-record.ts'
import { offRecord } from './record.ts'

type Fields = Record<string, unknown>

const code = '4099999000018'

function record(product: Fields): SourceRecord {
  const made = offRecord({ code, ...product })
  if ('rejected' in made) throw new Error(made.rejected)
  return made
}

it('maps a complete product', () => {
  const product = {
    code,
    product_type: 'food',
    lang: 'de',
    product_name: 'Hafer-Riegel',
    product_name_de: 'Hafer-Riegel Apfel',
    brands: 'Kornhaus, Kornhaus Bio',
    categories_tags: ['en:snacks', 'en:cereal-bars', 'de:haferriegel'],
    serving_size: '1 Riegel (40 g)',
    unique_scans_n: 12,
    last_modified_t: 1_760_000_000,
    images: { 1: { uploaded_t: 5 }, front_de: { imgid: '1', rev: '7' } },
    nutriments: { 'energy-kcal_100g': 410, energy_100g: 1715, fat_100g: '12,5', salt_100g: '' },
  }
  expect(offRecord(product)).toEqual({
    source: 'off',
    source_id: code,
    barcode: code,
    kind: 'food',
    obsolete: false,
    name: 'Hafer-Riegel Apfel',
    brand: 'Kornhaus',
    categories: ['en:snacks', 'en:cereal-bars', 'de:haferriegel'],
    serving: '1 Riegel (40 g)',
    image_url: 'https://images.openfoodfacts.org/images/products/409/999/900/0018/front_de.7.400.jpg',
    image_thumb_url: 'https://images.openfoodfacts.org/images/products/409/999/900/0018/front_de.7.100.jpg',
    popularity: 12,
    source_modified_at: 1_760_000_000,
    is_whole_product: false,
    per: '100g',
    amounts: {
      energy_kcal: { value: 410, unit: 'kcal' },
      energy_kj: { value: 1715, unit: 'kJ' },
      fat: { value: '12,5', unit: 'g' },
    },
    details: expect.objectContaining({ names: { de: 'Hafer-Riegel Apfel' }, micronutrients: {} }),
  })
})

describe('the code', () => {
  // product, source_id and barcode
  const usable: [Fields, string, string | null][] = [
    [{ code: '00012345' }, '00012345', '00012345'],
    [{ code: ' 4 099999 000018 ' }, '4 099999 000018', '4 099999 000018'],
    [{ code: 4099999000018 }, code, code],
    [{ _id: code }, code, code],
    [{ code: '8,01E+12', _id: code }, code, code],
    [{ code: 'shop-17' }, 'shop-17', null],
    [{ code: '4099999000018.0' }, '4099999000018.0', null],
    [{ code: '2'.repeat(24) }, '2'.repeat(24), '2'.repeat(24)],
  ]
  it.each(usable)('%j → %s, %s', (product, source_id, barcode) => {
    expect(offRecord(product)).toMatchObject({ source_id, barcode })
  })

  const unusable: [unknown, string, string][] = [
    [{}, 'no-code', ''],
    [{ code: '' }, 'no-code', ''],
    [{ code: null }, 'no-code', ''],
    [{ code: ['1'] }, 'no-code', ''],
    [{ code: 'none' }, 'no-code', 'none'],
    [{ code: '8,01E+12' }, 'no-code', '8,01E+12'],
    [{ code: '2.02E+11' }, 'no-code', '2.02E+11'],
    [{ code: '2e11' }, 'no-code', '2e11'],
    [{ code: '12\u000034"' }, 'no-code', '1234"'],
    [{ code: '9'.repeat(70) }, 'no-code', '9'.repeat(64)],
    [null, 'not-an-object', ''],
    ['4099999000018', 'not-an-object', ''],
    [[], 'not-an-object', ''],
  ]
  it.each(unusable)('rejects %j: %s', (product, rejected, source_id) => {
    expect(offRecord(product)).toEqual({ rejected, source_id })
  })
})

describe('one field', () => {
  const front = 'https://images.openfoodfacts.org/images/products/409/999/900/0018/front'
  // field, expected, product
  const cases: [keyof SourceRecord, unknown, Fields][] = [
    ['name', 'Suppe', { lc: 'de', product_name_de: 'Suppe', product_name: 'Soup' }],
    ['name', 'Soup', { lang: 'de', product_name_de: ' ', product_name: 'Soup' }],
    ['name', 'Soup', { lang: 'de', product_name: '', product_name_fr: 'Soupe', product_name_en: 'Soup' }],
    ['name', 'Soupe', { product_name_it: 'Zuppa', product_name_fr: 'Soupe', product_name_fr_imported: 'X' }],
    ['name', 'Zuppa', { product_name_it: 'Zuppa', generic_name: 'Food' }],
    ['name', 'Food', { generic_name: 'Food', abbreviated_product_name: 'F' }],
    ['name', 'F', { abbreviated_product_name: 'F' }],
    ['name', 'NUL', { product_name: 'N\u0000UL' }],
    ['name', '180', { product_name: 180 }],
    ['name', null, { product_name: { en: 'Soup' } }],
    ['brand', 'Kornhaus', { brands: ['Kornhaus', 'Other'] }],
    ['brand', 'Kornhaus', { brands: ' , Kornhaus,Other' }],
    ['brand', 'Kornhaus', { brands: 'xx:Kornhaus' }],
    ['brand', 'korn haus', { brands: '', brands_tags: ['xx:korn-haus'] }],
    ['brand', 'korn haus', { brands_tags: 'korn-haus,other' }],
    ['brand', "korn's best", { brands_tags: 'korn-s-best' }],
    ['brand', "by korn's", { brands_tags: ['en:by-korn-s'] }],
    ['brand', "moulin de l'abbaye", { brands_tags: 'moulin-de-l-abbaye' }],
    ['brand', 'korn s p a', { brands_tags: 'korn-s-p-a' }],
    ['brand', 'm s', { brands_tags: 'm-s' }],
    ['brand', 'Korn S', { brands: 'Korn S' }],
    ['brand', 'Kornhaus', { brands: 'null,Kornhaus' }],
    ['brand', 'Kornhaus', { brands: '-, Kornhaus, Other' }],
    ['brand', '-', { brands: '-, ?' }],
    ['brand', 'Kornhaus', { brands: 'Kornhaus Mills Inc., Kornhaus' }],
    ['brand', 'Kornhaus Mills', { brands: 'Kornhaus Mills, Inc.' }],
    ['brand', 'Kornhaus GmbH', { brands: 'Kornhaus GmbH' }],
    ['brand', null, { brands: 'null' }],
    ['categories', ['en:spreads', 'fr:pates'], { categories_tags: 'en:spreads,fr:pates' }],
    ['categories', ['en:spreads'], { categories_tags: ['en:spreads', 'en:null', 'en:undefined'] }],
    ['categories', ['en:spreads'], { categories_hierarchy: ['en:spreads'], categories: 'Aufstriche' }],
    ['categories', ['Brotaufstriche', 'en:spreads'], { categories: 'Brotaufstriche, en:spreads' }],
    ['categories', ['Spreads'], { categories_tags: 'en:null', categories_en: 'Spreads' }],
    ['categories', [], { categories: 'null', categories_tags: 'en:null', categories_en: 'Null' }],
    ['categories', [], { categories: 'undefined' }],
    ['serving', '30 g', { serving_size: ' 30 g ' }],
    ['serving', null, { serving_size: '' }],
    ['kind', 'beauty', { product_type: 'beauty' }],
    ['kind', 'food', { product_type: 'food', categories_tags: ['en:pet-food'] }],
    ['kind', 'petfood', { categories_tags: ['en:non-food-products', 'en:open-pet-food-facts'] }],
    ['kind', 'petfood', { categories: 'Tierfutter, en:Open-pet-food-facts' }],
    [
      'kind',
      'beauty',
      { image_url: 'https://images.openbeautyfacts.org/images/products/1/front_en.1.400.jpg' },
    ],
    ['kind', 'product', { categories_tags: 'en:non-food-products' }],
    ['kind', null, { categories_tags: ['en:hazelnut-spreads'] }],
    ['obsolete', true, { obsolete: 'on' }],
    ['obsolete', true, { obsolete: true }],
    ['obsolete', false, { obsolete: '' }],
    ['popularity', 7, { unique_scans_n: '7', scans_n: 9 }],
    ['popularity', 9, { scans_n: 9 }],
    ['popularity', 0, { unique_scans_n: -1 }],
    ['popularity', 0, { unique_scans_n: Number.POSITIVE_INFINITY }],
    ['source_modified_at', 1_700_000_000, { last_modified_t: '1700000000' }],
    ['source_modified_at', 1_700_000_000, { last_modified_t: 1_700_000_000n }],
    ['source_modified_at', null, { last_modified_t: 'yesterday' }],
    ['image_url', 'https://a.example/x.png', { image_url: 'https://a.example/x.png' }],
    ['image_thumb_url', 'https://a.example/x.png', { image_url: 'https://a.example/x.png' }],
    ['image_thumb_url', `${front}_en.3.100.jpg`, { image_url: `${front}_en.3.400.jpg` }],
    ['image_url', `${front}_en.3.400.jpg`, { image_small_url: `${front}_en.3.200.jpg` }],
    [
      'image_url',
      null,
      { image_url: 'https://images.openfoodfacts.org/images/products/invalid/front_en.3.400.jpg' },
    ],
    ['image_url', null, { image_url: 'javascript:alert(1)' }],
    [
      'image_url',
      `${front}_fr.8.400.jpg`,
      { lang: 'fr', images: { front_en: { rev: 2 }, front_fr: { rev: 8 } } },
    ],
    [
      'image_url',
      `${front}_en.2.400.jpg`,
      { lang: 'it', images: { front_fr: { rev: 8 }, front_en: { rev: 2 } } },
    ],
    [
      'image_url',
      `${front}_de.4.400.jpg`,
      { images: { selected: { front: { de: { rev: 4 } } }, uploaded: {} } },
    ],
    ['image_url', null, { lang: '../x', images: { 'front_../x': { rev: 1 }, front_new_lc: { rev: 1 } } }],
    ['image_url', null, { images: { 1: { uploaded_t: 5 }, front_en: { rev: 'x' } } }],
  ]
  it.each(cases)('%s %j of %o', (field, expected, product) => {
    expect(record(product)[field]).toEqual(expected)
  })

  it.each([
    ['20000011', '000/002/000/0011'],
    ['233697410000100125001254', '233/697/410/000100125001254'],
  ])('finds the images of %s in %s', (written, folder) => {
    const { image_url } = record({ code: written, images: { front_en: { rev: 1 } } })
    expect(image_url).toBe(`https://images.openfoodfacts.org/images/products/${folder}/front_en.1.400.jpg`)
  })
})
