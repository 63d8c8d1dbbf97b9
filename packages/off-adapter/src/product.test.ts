import { type Food, type FoodDetails, type Nutrients, nutrientNames } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { needsDetails, selectFields } from './fields.ts'
import { micronutrientUnits } from './micronutrient-units.ts'
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

const unknownDetails: FoodDetails = {
  food: milk,
  language: null,
  names: null,
  source_name: null,
  ingredients: null,
  allergens: null,
  traces: null,
  labels: null,
  countries: null,
  nutri_score: null,
  nova_group: null,
  package_quantity: null,
  portions: null,
  nutrients: Object.fromEntries(
    micronutrientUnits.map(({ field }) => [field, null]),
  ) as FoodDetails['nutrients'],
  estimate: null,
  updated_at: '2026-11-01T04:12:09Z',
  origins: [],
  quality_flags: [],
}

const details: FoodDetails = {
  ...unknownDetails,
  language: 'en',
  names: { de: 'Vollmilch', en: 'Whole Milk' },
  ingredients: '_milk_, vitamin D3',
  allergens: ['milk', 'sesame seeds'],
  traces: ['sulphur dioxide and sulphites'],
  labels: ['organic', 'fr:ab agriculture biologique'],
  countries: ['United States', 'Czechia', 'St. Kitts & Nevis', 'Côte d’Ivoire'],
  nutri_score: 'c',
  nova_group: 1,
  package_quantity: '946 ml',
  nutrients: {
    ...unknownDetails.nutrients,
    vitamin_d_ug: 1.3,
    calcium_mg: 113,
    vitamin_c_mg: 0,
    trans_fat_g: 0.1,
  },
}

describe('nutriments', () => {
  it('are in grams, energy in kJ and kcal, per 100 g and per serving', () => {
    const { nutriments } = toProduct(milk, 2, null)
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
    const { nutriments } = toProduct(milk, 2, null)
    expect(nutriments).toHaveProperty('fiber_100g', 0)
    expect(Object.keys(nutriments as object).filter(name => name.startsWith('potassium'))).toEqual([])
    expect(toProduct(unknown, 2, null)).toMatchObject({ nutriments: {} })
  })

  it('have no values per serving when the weight of the serving is unknown', () => {
    const { nutriments } = toProduct({ ...milk, serving_size_g: null }, 2, null)
    expect(Object.keys(nutriments as object).filter(name => name.endsWith('_serving'))).toEqual([])
  })

  it('include vitamins and minerals of the details in grams', () => {
    const { nutriments } = toProduct(milk, 2, details)
    expect(nutriments).toMatchObject({
      'vitamin-d_100g': 0.0000013,
      'vitamin-d_value': 0.0000013,
      'vitamin-d_unit': 'g',
      calcium: 0.113,
      calcium_100g: 0.113,
      calcium_serving: 0.27911,
      'vitamin-c_100g': 0,
      'trans-fat_100g': 0.1,
      sodium_100g: 0.044,
    })
    expect(nutriments).not.toHaveProperty('iron_100g')
    expect(toProduct(milk, 3.5, details)['nutrition']).toMatchObject({
      aggregated_set: { nutrients: { calcium: { value: 0.113, unit: 'g' } } },
    })
  })

  it('became nutrition in version 3.5', () => {
    const product = toProduct(milk, 3.5, null)
    expect(product).not.toHaveProperty('nutriments')
    expect(product['nutrition']).toMatchObject({
      aggregated_set: {
        per: '100g',
        nutrients: { sodium: { value: 0.044, unit: 'g' }, 'energy-kcal': { value: 62, unit: 'kcal' } },
      },
    })
    expect(toProduct(unknown, 3.5, null)['nutrition']).toEqual({ input_sets: [] })
  })
})

describe('a product', () => {
  it('has only what is known', () => {
    expect(toProduct(unknown, 2, null)).toEqual({
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
    expect(toProduct(milk, 2, null)).toMatchObject({
      categories: 'Dairy, Milk',
      categories_tags: ['en:dairies', 'en:milks'],
      categories_tags_en: ['Dairy', 'Milk'],
    })
    expect(toProduct({ ...milk, category: 'Crème brûlée & co' }, 2, null)).toMatchObject({
      categories_tags: ['en:creme-brulee-co'],
    })
  })

  it('has brands_tags with the prefix xx from version 3.2 on', () => {
    expect(toProduct(milk, 3.1, null)['brands_tags']).toEqual(['fernhollow-dairy'])
    expect(toProduct(milk, 3.2, null)['brands_tags']).toEqual(['xx:fernhollow-dairy'])
  })

  it('has the image in three sizes and in the language of its name', () => {
    const base = 'https://images.openfoodfacts.org/images/products/001/588/717/0128/front_en.7'
    expect(toProduct(milk, 2, null)).toMatchObject({
      image_url: `${base}.400.jpg`,
      image_front_url: `${base}.400.jpg`,
      image_front_small_url: `${base}.200.jpg`,
      image_front_thumb_url: `${base}.100.jpg`,
      selected_images: { front: { display: { en: `${base}.400.jpg` }, small: { en: `${base}.200.jpg` } } },
    })
    const own = toProduct({ ...milk, image_url: 'https://img.example/1.jpg', image_thumb_url: null }, 2, null)
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
    [null, '200ml', 200, 'ml'],
  ])('measures a serving of %s g, "%s", as %s %s', (grams, words, quantity, unit) => {
    const product = toProduct({ ...milk, serving_size_g: grams, serving_desc: words }, 2, null)
    expect(product).toMatchObject({ serving_quantity: quantity, serving_quantity_unit: unit })
    expect(product['serving_size']).toBe(words ?? '15 g')
  })
})

describe('details', () => {
  it('are in the fields of Open Food Facts', () => {
    expect(toProduct(milk, 2, details)).toMatchObject({
      product_name: 'Whole Milk',
      product_name_en: 'Whole Milk',
      product_name_de: 'Vollmilch',
      lang: 'en',
      lc: 'en',
      quantity: '946 ml',
      ingredients_text: '_milk_, vitamin D3',
      ingredients_text_en: '_milk_, vitamin D3',
      allergens: 'en:milk,en:sesame-seeds',
      allergens_tags: ['en:milk', 'en:sesame-seeds'],
      allergens_hierarchy: ['en:milk', 'en:sesame-seeds'],
      traces_tags: ['en:sulphur-dioxide-and-sulphites'],
      labels_tags: ['en:organic', 'fr:ab-agriculture-biologique'],
      countries: 'United States, Czechia, St. Kitts & Nevis, Côte d’Ivoire',
      countries_tags: [
        'en:united-states',
        'en:czech-republic',
        'en:saint-kitts-and-nevis',
        'en:cote-d-ivoire',
      ],
      nutriscore_grade: 'c',
      nutrition_grades: 'c',
      nutrition_grade_fr: 'c',
      nutriscore_tags: ['c'],
      nutrition_grades_tags: ['c'],
      nova_group: 1,
      nova_groups: '1',
      nova_groups_tags: ['en:1-unprocessed-or-minimally-processed-foods'],
    })
  })

  it('that are unknown are absent, or unknown where Open Food Facts says so', () => {
    const added = Object.entries(toProduct(milk, 2, unknownDetails)).filter(
      ([field]) => !(field in toProduct(milk, 2, null)),
    )
    expect(Object.fromEntries(added)).toEqual({
      nutriscore_grade: 'unknown',
      nutrition_grades: 'unknown',
      nutrition_grade_fr: 'unknown',
      nutriscore_tags: ['unknown'],
      nutrition_grades_tags: ['unknown'],
      nova_groups_tags: ['unknown'],
    })
  })

  it('have allergens and labels without an English name in their language', () => {
    const stated = { ...unknownDetails, allergens: ['milk', 'es:avena'], traces: ['fr:sésame noir'] }
    expect(toProduct(milk, 2, stated)).toMatchObject({
      allergens_tags: ['en:milk', 'es:avena'],
      traces: 'fr:sesame-noir',
    })
  })

  it('have the name of the food in the language of the label', () => {
    const product = toProduct(milk, 2, { ...unknownDetails, language: 'fr' })
    expect(product).toMatchObject({ product_name: 'Whole Milk', product_name_fr: 'Whole Milk' })
    expect(toProduct(milk, 2, { ...unknownDetails, ingredients: 'milk' })).not.toHaveProperty(
      'product_name_en',
    )
  })
})

describe('fields', () => {
  const product = toProduct(milk, 2, null)

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

  it.each([...Object.keys(toProduct(milk, 2, details)), 'nutrition', 'calcium_100g', 'nutriments.iron'])(
    '%s needs details if they have it',
    field => {
      const fromFood = Object.hasOwn(toProduct(milk, 2, null), field) && field !== 'nutriments'
      expect(needsDetails(field)).toBe(!fromFood)
    },
  )

  it.each([
    ['', true],
    ['all', true],
    ['code,product_name,brands', false],
    ['code,labels_tags', true],
    ['salt_100g,nutriments.sodium', false],
    ['image_url,ecoscore_grade', false],
  ])('"%s" needs details: %s', (fields, needed) => {
    expect(needsDetails(fields)).toBe(needed)
  })
})
