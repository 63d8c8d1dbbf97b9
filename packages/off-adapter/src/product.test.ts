import { type Food, type Nutrients, nutrientNames } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { selectFields } from './fields.ts'
import { toProduct } from './product.ts'

const unknownNutrients = Object.fromEntries(nutrientNames.map(name => [name, null])) as {
  [name in keyof Nutrients]: null
}

const milk: Food = {
  ...unknownNutrients,
  id: 2,
  name: 'Whole Milk',
  brand: 'Fernhollow Dairy',
  barcode: '0015887170128',
  category: 'Milk',
  serving_size_g: 247,
  serving_desc: '1 cup (240 ml)',
  calories_kcal: 62,
  protein_g: 3.3,
  fat_g: 3.3,
  carbs_g: 4.8,
  fiber_g: 0,
  sugar_g: 4.8,
  sodium_mg: 44,
  saturated_fat_g: 1.9,
  cholesterol_mg: 12,
  image_url: 'https://images.openfoodfacts.org/images/products/001/588/717/0128/front_en.7.400.jpg',
  image_thumb_url: 'https://images.openfoodfacts.org/images/products/001/588/717/0128/front_en.7.100.jpg',
  source: 'off',
  confidence: 0.962,
  static_url: '/food/2-whole-milk',
}

const unknown: Food = {
  ...milk,
  brand: null,
  barcode: null,
  category: null,
  serving_size_g: null,
  serving_desc: null,
  ...unknownNutrients,
  image_url: null,
  image_thumb_url: null,
}

describe('nutriments', () => {
  it('are in grams, energy in kJ and kcal, per 100 g and per serving', () => {
    const { nutriments } = toProduct(milk, 2)
    expect(nutriments).toMatchObject({
      energy_100g: 259.4,
      energy_unit: 'kJ',
      'energy-kj_100g': 259.4,
      'energy-kcal': 62,
      'energy-kcal_100g': 62,
      'energy-kcal_unit': 'kcal',
      'energy-kcal_serving': 153.14,
      sodium_100g: 0.044,
      sodium_unit: 'g',
      sodium_value: 0.044,
      salt_100g: 0.11,
      salt_serving: 0.2717,
      cholesterol_100g: 0.012,
      'saturated-fat_100g': 1.9,
    })
  })

  it('keep a stated zero and leave out what is unknown', () => {
    const { nutriments } = toProduct(milk, 2)
    expect(nutriments).toHaveProperty('fiber_100g', 0)
    expect(Object.keys(nutriments as object).filter(name => name.startsWith('potassium'))).toEqual([])
    expect(toProduct(unknown, 2)).toMatchObject({ nutriments: {} })
  })

  it('have no values per serving when the weight of the serving is unknown', () => {
    const { nutriments } = toProduct({ ...milk, serving_size_g: null }, 2)
    expect(Object.keys(nutriments as object).filter(name => name.endsWith('_serving'))).toEqual([])
  })

  it('became nutrition in version 3.5', () => {
    const product = toProduct(milk, 3.5)
    expect(product).not.toHaveProperty('nutriments')
    expect(product['nutrition']).toMatchObject({
      aggregated_set: {
        per: '100g',
        nutrients: { sodium: { value: 0.044, unit: 'g' }, 'energy-kcal': { value: 62, unit: 'kcal' } },
      },
    })
    expect(toProduct(unknown, 3.5)['nutrition']).toEqual({ input_sets: [] })
  })
})

describe('a product', () => {
  it('has only what is known', () => {
    expect(toProduct(unknown, 2)).toEqual({
      code: '100000000000002',
      _id: '100000000000002',
      id: '100000000000002',
      product_name: 'Whole Milk',
      product_type: 'food',
      nutrition_data_per: '100g',
      nutriments: {},
      larder: { id: 2, source: 'off', confidence: 0.962 },
    })
  })

  it('has the tags of the taxonomy, parents first', () => {
    expect(toProduct(milk, 2)).toMatchObject({
      categories: 'Dairy, Milk',
      categories_tags: ['en:dairies', 'en:milks'],
      categories_tags_en: ['Dairy', 'Milk'],
    })
    expect(toProduct({ ...milk, category: 'Crème brûlée & co' }, 2)).toMatchObject({
      categories_tags: ['en:creme-brulee-co'],
    })
  })

  it('has brands_tags with the prefix xx from version 3.2 on', () => {
    expect(toProduct(milk, 3.1)['brands_tags']).toEqual(['fernhollow-dairy'])
    expect(toProduct(milk, 3.2)['brands_tags']).toEqual(['xx:fernhollow-dairy'])
  })

  it('has the image in three sizes and in the language of its name', () => {
    const base = 'https://images.openfoodfacts.org/images/products/001/588/717/0128/front_en.7'
    expect(toProduct(milk, 2)).toMatchObject({
      image_url: `${base}.400.jpg`,
      image_front_url: `${base}.400.jpg`,
      image_front_small_url: `${base}.200.jpg`,
      image_front_thumb_url: `${base}.100.jpg`,
      selected_images: { front: { display: { en: `${base}.400.jpg` }, small: { en: `${base}.200.jpg` } } },
    })
    const own = toProduct({ ...milk, image_url: 'https://img.example/1.jpg', image_thumb_url: null }, 2)
    expect(own).toMatchObject({ image_small_url: 'https://img.example/1.jpg' })
    expect(own).not.toHaveProperty('selected_images')
  })

  it.each([
    [247, '1 cup (240 ml)', 240, 'ml'],
    [330, '33 cl', 330, 'ml'],
    [1030, '1 L', 1000, 'ml'],
    [28, '2 cookies (28 g)', 28, 'g'],
    [30, '30 g in 250 ml of water', 30, 'g'],
    [15, null, 15, 'g'],
  ])('measures a serving of %s g, "%s", as %s %s', (grams, words, quantity, unit) => {
    const product = toProduct({ ...milk, serving_size_g: grams, serving_desc: words }, 2)
    expect(product).toMatchObject({ serving_quantity: quantity, serving_quantity_unit: unit })
    expect(product['serving_size']).toBe(words ?? '15 g')
  })
})

describe('fields', () => {
  const product = toProduct(milk, 2)

  it.each([
    ['code,product_name', { code: '0015887170128', product_name: 'Whole Milk' }],
    [' code , brands_old,', { code: '0015887170128' }],
    ['salt_100g', { salt_100g: 0.11 }],
    ['nutriments.salt_100g,nutriments.fat', { nutriments: { salt_100g: 0.11, fat: 3.3 } }],
    ['larder.source', { larder: { source: 'off' } }],
    ['potassium_100g,nutriments.potassium,constructor,__proto__', {}],
    ['none', {}],
  ])('%s', (fields, selected) => {
    expect(selectFields(product, fields)).toEqual(selected)
  })

  it.each(['', 'all', 'raw', 'code,all'])('"%s" selects everything', fields => {
    expect(selectFields(product, fields)).toBe(product)
  })
})
