import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryTrail } from '../../food/categories.ts'
import { createCategoryResolver } from '../../food/category-resolver.ts'
import { mapNutrients } from '../../food/nutrients.ts'
import type { CandidateFood } from '../../quality/candidate-food.ts'
import type { RejectedRecord, SourceRecord } from '../../sources/source-record.ts'
import { createImageReader } from './images.ts'
import { normalize } from './normalize.ts'

const record: SourceRecord = {
  source: 'off',
  source_id: '3017620422003',
  barcode: '3017620422003',
  kind: 'food',
  obsolete: false,
  name: 'Pâte à tartiner',
  brand: 'Bovetti',
  categories: ['Spreads'],
  details: null,
  serving: '1 tbsp (15 g)',
  image_url: 'https://images.example/front.400.jpg',
  image_thumb_url: null,
  popularity: 7,
  source_modified_at: 1774461913,
  per: '100g',
  amounts: {
    energy_kcal: { value: 617, unit: 'kcal' },
    fat: { value: 48, unit: 'g' },
    saturated_fat: { value: 10, unit: 'g' },
    carbs: { value: 36, unit: 'g' },
    sugar: { value: '32,5', unit: 'g' },
    protein: { value: 8, unit: 'g' },
    salt: { value: 0.1, unit: 'g' },
    cholesterol: { value: 0, unit: 'g' },
  },
}

const rules = {
  resolveCategory: createCategoryResolver([]),
  readImageUrl: createImageReader(['photos.test']),
}

const isRejected = (result: CandidateFood | RejectedRecord): result is RejectedRecord => 'rejected' in result

function candidateOf(changes: Partial<Record<keyof SourceRecord, unknown>>): CandidateFood {
  const result = normalize({ ...record, ...changes } as SourceRecord, rules)
  if (isRejected(result)) throw new Error(`rejected: ${result.rejected}`)
  return result
}

describe('normalize', () => {
  it('converts a record to a candidate food', () => {
    expect(normalize(record, rules)).toEqual({
      source: 'off',
      source_id: '3017620422003',
      name: 'Pâte à tartiner',
      brand: 'Bovetti',
      barcode: '3017620422003',
      category: 'Spreads',
      serving_size_g: 15,
      serving_desc: '1 tbsp (15 g)',
      ...mapNutrients(() => null),
      calories_kcal: 617,
      protein_g: 8,
      fat_g: 48,
      carbs_g: 36,
      fiber_g: null,
      sugar_g: 32.5,
      sodium_mg: 40,
      saturated_fat_g: 10,
      cholesterol_mg: 0,
      potassium_mg: null,
      alcohol_g: null,
      polyols_g: null,
      image_url: 'https://images.example/front.400.jpg',
      image_thumb_url: null,
      popularity: 7,
      source_modified_at: 1774461913,
      quality_flags: [{ rule: 'sodium-from-salt', field: 'sodium_mg', found: 0.1 }],
      alternate_id: null,
      stated_product_key: null,
      details: { portions: [{ description: '1 tbsp', grams: 15 }] },
    })
  })

  const rejections: [Partial<SourceRecord>, string][] = [
    [{ name: null }, 'no-name'],
    [{ name: '???' }, 'no-name'],
    [{ name: '180', brand: null }, 'no-name'],
    [{ kind: 'beauty' }, 'not-food'],
    [{ kind: 'petfood' }, 'not-food'],
    [{ kind: 'product' }, 'not-food'],
    [{ kind: 'food', name: 'Tandpasta' }, 'not-food'],
    [{ name: 'Natural', categories: ['fr:shampooing'] }, 'not-food'],
    [{ name: 'Natural', categories: ['en:dog-treats'] }, 'not-food'],
    [{ obsolete: true }, 'obsolete'],
  ]
  it.each(rejections)('rejects %o', (changes, reason) => {
    expect(normalize({ ...record, ...changes }, rules)).toEqual({
      rejected: reason,
      source_id: '3017620422003',
    })
  })
  it.each([null, '', 'food'])('accepts the kind %o', kind => {
    expect(candidateOf({ kind }).name).toBe('Pâte à tartiner')
  })

  describe('the category', () => {
    const honey = {
      energy_kcal: { value: 325, unit: 'kcal' },
      fat: { value: 0, unit: 'g' },
      carbs: { value: 80, unit: 'g' },
      protein: { value: 0.4, unit: 'g' },
    }
    const categoryOf = (name: string, categories: string[], more: Partial<SourceRecord> = {}) => {
      const { category, quality_flags } = candidateOf({ name, brand: null, categories, ...more })
      return { category, isFromName: quality_flags.some(({ rule }) => rule === 'category-from-name') }
    }

    it('is that of the source, whatever the name says', () => {
      expect(categoryOf('Wildflower Honey', ['en:spreads'])).toEqual({
        category: 'Spreads',
        isFromName: false,
      })
    })

    it('is that of the name if the source states none', () => {
      const { category, isFromName } = categoryOf('Wildflower Honey', [], { amounts: honey })
      expect(categoryTrail(category ?? '')).toContain('Honey')
      expect(isFromName).toBe(true)
    })

    it('is not that of the name if the values contradict it', () => {
      expect(categoryTrail(categoryOf('Wildflower Honey', []).category ?? '')).not.toContain('Honey')
    })

    it('is chosen by the name among those that the source mixes', () => {
      const { category, isFromName } = categoryOf('Egg, whole, raw, fresh', ['Dairy and Egg Products'], {
        source: 'usda',
      })
      expect({ trail: categoryTrail(category ?? ''), isFromName }).toEqual({
        trail: expect.arrayContaining(['Eggs']) as string[],
        isFromName: true,
      })
    })

    it('is unknown if the name says nothing', () => {
      expect(categoryOf('Qwxyzk Vrbltz', [])).toEqual({ category: null, isFromName: false })
    })
  })

  it('removes HTML from every text', () => {
    const { name, brand, category, serving_desc, details } = candidateOf({
      name: '<svg onload=alert(1)>Rice &amp; beans, fat <3%',
      brand: '<mark>Ben</mark> &amp; Oakley<script>alert(1)</script>',
      categories: ['<section>Pies and&nbsp;quiches</section>'],
      serving: '1 <dfn>cup</dfn> &#40;30 g&#41;',
      details: {
        names: { fr: '<kbd>Riz</kbd> &amp; haricots' },
        ingredients: '<article>Rice, <abbr title="x">beans</abbr>, salt <1%</article>',
        allergens: ['<code>Soy</code>'],
        portions: [{ description: '1 <var>bowl</var>', grams: 200 }],
        package_quantity: '<output>500 g</output>',
      },
    })
    expect({ name, brand, category, serving_desc, details }).toEqual({
      name: 'Rice & beans, fat <3%',
      brand: 'Ben & Oakley',
      category: 'Pies and quiches',
      serving_desc: '1 cup (30 g)',
      details: {
        names: { fr: 'Riz & haricots' },
        ingredients: 'Rice, beans, salt <1%',
        allergens: ['Soy'],
        portions: [
          { description: '1 cup', grams: 30 },
          { description: '1 bowl', grams: 200 },
        ],
        package_quantity: '500 g',
      },
    })
  })

  // written, barcode, expected rules
  const barcodes: [unknown, string | null, ...string[]][] = [
    ['042100005264', '0042100005264'],
    ['00042100005264', '0042100005264'],
    ['0 42100 00526 4', '0042100005264'],
    ['20000011', '20000011'],
    ['04252614', '0042100005264'],
    ['23596343', '23596343', 'check-digit'],
    ['00004530', null, 'source-identifier'],
    ['0000000004530', null, 'source-identifier'],
    ['4530', null, 'source-identifier'],
    ['4252614', null, 'source-identifier'],
    ['8,01E+12', null, 'no-barcode'],
    ['7.61E+12', null, 'no-barcode'],
    ['undefined', null, 'no-barcode'],
    ['96211715102695002733', null, 'no-barcode'],
    ['0000', null, 'no-barcode'],
    ['', null],
    [null, null],
  ]
  it.each(barcodes)('barcode %s → %s', (written, barcode, ...rules) => {
    const candidate = candidateOf({ barcode: written, amounts: {} })
    expect(candidate.barcode).toBe(barcode)
    expect(candidate.quality_flags.map(({ rule }) => rule)).toEqual(rules)
  })

  const servings: [string | null, string | null, number | null][] = [
    ['250 ml', '250 ml', null],
    ['1oz (28g/1&quot; cube)', '1oz (28g/1" cube)', 28],
    ['2 spoons', '2 spoons', null],
    ['1 jar (750 g)', null, null],
    ['1 jar (750 ml)', null, null],
    ['1 crumb (2 g)', null, null],
    ['null', null, null],
    ['0g', null, null],
    ['0', null, null],
    [null, null, null],
  ]
  it.each(servings)('serving %s → %s, %s g', (serving, serving_desc, serving_size_g) => {
    expect(candidateOf({ serving })).toMatchObject({ serving_desc, serving_size_g })
  })

  it('flags what a label states instead of a serving', () => {
    expect(candidateOf({ serving: '1 jar (750 g)' }).quality_flags).toContainEqual({
      rule: 'not-a-serving',
      field: 'serving_size_g',
      found: '1 jar (750 g)',
    })
  })

  it('takes no package for a serving', () => {
    const inPackage = (package_quantity: string) =>
      candidateOf({ serving: '400 g', categories: ['en:pastas'], details: { package_quantity } })
    expect(inPackage('400 g')).toMatchObject({ serving_desc: null, serving_size_g: null })
    expect(inPackage('1 kg')).toMatchObject({ serving_desc: '400 g', serving_size_g: 400 })
  })

  it('takes the portion of a food table that people eat, not one of a recipe', () => {
    const portions = [
      { description: '1 cup, mashed', grams: 225 },
      { description: '1 package', grams: 300 },
      { description: '1 medium', grams: 118 },
    ]
    const laboratory = {
      source: 'usda',
      source_id: 'fdc:1',
      brand: null,
      serving: '1 cup, mashed',
      serving_grams: 225,
    } as const
    expect(candidateOf({ ...laboratory, details: { portions } })).toMatchObject({
      serving_desc: '1 medium',
      serving_size_g: 118,
    })
    const banana = { ...laboratory, name: 'Bananas, raw', categories: ['en:bananas'], serving: null } as const
    expect(candidateOf({ ...banana, serving_grams: null, details: null })).toMatchObject({
      serving_desc: '1 banana',
      serving_size_g: 118,
    })
  })

  // serving, name, categories, expected grams
  const volumes: [string, string, string[], number | null][] = [
    ['240 ml', 'Natural', ['en:beverages', 'en:waters'], 240],
    ['240 ml', 'Natural', ['en:dairies', 'en:milks'], 247.2],
    ['1 tbsp (15 ml)', 'Natural', ['Vegetable oils'], 13.8],
    ['1 tbsp (15 ml)', 'Olive oil', [], 13.8],
    ['1 cup (240 ml)', 'Surprise', [], null],
    ['1 tbsp (15 ml)', 'Pâte à tartiner', [], null],
    ['15 ml (14 g)', 'Olive oil', [], 14],
  ]
  it.each(volumes)('serving %s of %s in %j has %s g', (serving, name, categories, serving_size_g) => {
    const candidate = candidateOf({ serving, name, categories, amounts: {} })
    expect(candidate).toMatchObject({ serving_size_g, serving_desc: serving })
    const isConverted = serving_size_g !== null && !serving.includes(' g')
    const ofServing = candidate.quality_flags.filter(({ rule }) => rule !== 'category-from-name')
    expect(ofServing).toEqual(
      isConverted ? [{ rule: 'serving-from-ml', field: 'serving_size_g', found: serving }] : [],
    )
  })

  // written, image, expected rules
  const images: [string, string | null, ...string[]][] = [
    ['https://images.openfoodfacts.org/a.400.jpg', 'https://images.openfoodfacts.org/a.400.jpg'],
    ['http://static.openfoodfacts.org/a.jpg', 'https://static.openfoodfacts.org/a.jpg', 'image-https'],
    ['http://en.openfoodfacts.org/a.jpg', 'https://en.openfoodfacts.org/a.jpg', 'image-https'],
    ['https://photos.test/a.jpg', 'https://photos.test/a.jpg'],
    ['https://cdn.photos.test/a.jpg', 'https://cdn.photos.test/a.jpg'],
    ['https://photosXtest/a.jpg', null, 'image-host'],
    ['https://openfoodfacts.org.evil.test/a.jpg', null, 'image-host'],
    ['https://evilopenfoodfacts.org/a.jpg', null, 'image-host'],
    ['https://openfoodfacts.org@evil.test/a.jpg', null, 'image-host'],
    ['https://shop.test/openfoodfacts.org/a.jpg', null, 'image-host'],
  ]
  it.each(images)('image %s → %s', (image_url, expected, ...rules) => {
    const candidate = candidateOf({ image_url, amounts: {} })
    expect(candidate.image_url).toBe(expected)
    expect(candidate.quality_flags.map(({ rule }) => rule)).toEqual(rules)
  })

  // written, name, brand, expected rules
  const brands: [string, string, string | null, ...string[]][] = [
    ['Kornhaus', 'Oat bar', 'Kornhaus'],
    ['Kornhaus S.A.', 'Oat bar', null, 'company-name'],
    ['General Kornhaus Sales Inc.', 'General Kornhaus Oat bar', null, 'company-name'],
    ['Kornhaus GmbH', 'Kornhaus Oat bar', 'Kornhaus', 'company-name'],
    ['Cuisine & Co', 'Oat bar', 'Cuisine & Co'],
    ['KORNHAUS', 'Oat bar', 'Kornhaus', 'title-case'],
    ['kornhaus', 'Oat bar', 'Kornhaus', 'title-case'],
    ['LU', 'Oat bar', 'LU'],
    ['dm', 'Oat bar', 'dm'],
  ]
  it.each(brands)('brand %s of %s → %s', (written, name, brand, ...rules) => {
    const candidate = candidateOf({ brand: written, name, amounts: {} })
    expect(candidate.brand).toBe(brand)
    expect(candidate.quality_flags.map(({ rule }) => rule)).toEqual(rules)
  })

  it('converts values per 100 ml with the density of similar foods', () => {
    const amounts = {
      energy_kcal: { value: 828, unit: 'kcal' },
      fat: { value: 92, unit: 'g' },
      polyols: { value: 4.6, unit: 'g' },
      alcohol: { value: 9.2, unit: 'g' },
    }
    const details = { micronutrients: { vitamin_e_mg: { value: 23, unit: 'mg' } } }
    const oil = candidateOf({ per: '100ml', name: 'Huile de tournesol', categories: [], amounts, details })
    expect(oil).toMatchObject({ calories_kcal: 900, fat_g: 100, polyols_g: 5, alcohol_g: 10, carbs_g: null })
    expect(oil.details?.micronutrients).toEqual({ vitamin_e_mg: 25 })
    expect(oil.quality_flags).toContainEqual({ rule: 'from-100-ml', field: 'calories_kcal', found: 0.92 })
  })
  it('converts by the categories of the source', () => {
    const juice = candidateOf({ per: '100ml', name: 'Sunny', categories: ['en:fruit-juices'] })
    expect(juice.calories_kcal).toBe(587.6)
  })
  it('keeps and flags values per 100 ml of unknown density', () => {
    const candidate = candidateOf({ per: '100ml' })
    expect(candidate.calories_kcal).toBe(617)
    expect(candidate.quality_flags).toContainEqual({ rule: 'per-100-ml', field: 'calories_kcal' })
  })
  it('converts values per 100 ml by the density of the source', () => {
    const amounts = {
      energy_kcal: { value: 809, unit: 'kcal' },
      fat: { value: 89.9, unit: 'g' },
      alcohol: { value: 9, unit: 'g' },
    }
    const details = { micronutrients: { vitamin_e_mg: { value: 9, unit: 'mg' } } }
    const candidate = candidateOf({ per: '100ml', density: 0.9, amounts, details })
    expect(candidate).toMatchObject({
      calories_kcal: 898.9,
      fat_g: 99.89,
      carbs_g: null,
      alcohol_g: 10,
      details: { micronutrients: { vitamin_e_mg: 10 } },
      quality_flags: [{ rule: 'from-100-ml', field: 'calories_kcal', found: 0.9 }],
    })
    for (const density of [0, 0.49, 2.1, Number.NaN])
      expect(candidateOf({ per: '100ml', density, amounts })).toMatchObject({
        calories_kcal: 809,
        quality_flags: [{ rule: 'per-100-ml', field: 'calories_kcal' }],
      })
    expect(candidateOf({ density: 0.9, amounts }).calories_kcal).toBe(809)
  })
  it('records what the source states for a trace', () => {
    const candidate = candidateOf({ amounts: { fat: { value: 0, unit: 'g', trace: '< 0,5' } } })
    expect(candidate.fat_g).toBe(0)
    expect(candidate.quality_flags).toEqual([{ rule: 'trace', field: 'fat_g', found: '< 0,5' }])
  })
  it('does not flag 100 ml without values', () => {
    expect(candidateOf({ per: '100ml', amounts: {} }).quality_flags).toEqual([])
  })
  it('converts alcohol from volume to weight', () => {
    expect(candidateOf({ amounts: { alcohol: { value: 40, unit: '% vol' } } }).alcohol_g).toBe(31.56)
  })
  it.each(['javascript:alert(1)', 'front.jpg', 'https://x/" onload="', ''])(
    'takes %s for no address',
    image_url => {
      expect(candidateOf({ image_url }).image_url).toBeNull()
    },
  )
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, null])(
    'treats %s lookups as a valid count',
    popularity => {
      expect(candidateOf({ popularity }).popularity).toBe(
        popularity === Number.POSITIVE_INFINITY ? 2_147_483_647 : 0,
      )
    },
  )
})

describe('for any record', () => {
  const amountNames = [
    ...(['energy_kcal', 'energy_kj', 'protein', 'fat', 'saturated_fat', 'carbs', 'sugar', 'fiber'] as const),
    ...(['salt', 'sodium', 'cholesterol', 'potassium', 'alcohol', 'polyols'] as const),
  ]
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.jsonValue())
  const value = fc.oneof(fc.double(), fc.double({ min: 0, max: 900 }), fc.jsonValue(), fc.float().map(String))
  const unit = fc.constantFrom('g', 'mg', 'µg', '%', 'kcal', 'kJ', '% vol', '', 'IU')
  const amounts = fc.dictionary(fc.constantFrom(...amountNames), fc.record({ value, unit }))
  const anyRecord = fc.record({
    ...{
      barcode: text,
      brand: text,
      categories: fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('en:spreads', 'Cheeses'))),
      serving: text,
      image_url: text,
      source_modified_at: text,
    },
    ...{ popularity: text, amounts, per: fc.constantFrom('100g', '100ml') },
    name: fc
      .oneof(fc.string({ unit: 'grapheme' }), text)
      .map(name => (typeof name === 'string' ? `a${name}` : name)),
  })
  const numbers = (candidate: CandidateFood) =>
    Object.values(candidate).filter(value => typeof value === 'number')

  it('never throws and returns no NaN or negative values', () => {
    fc.assert(
      fc.property(anyRecord, changes => {
        const candidate = normalize({ ...record, ...changes } as unknown as SourceRecord, rules)
        if (isRejected(candidate)) return
        const { source_modified_at: _, ...measured } = candidate
        for (const number of numbers(measured as CandidateFood)) expect(number).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 500 },
    )
  })
  it('returns no 0 for missing values', () => {
    const nothing = fc.constantFrom(
      null,
      undefined,
      '',
      ' ',
      'traces',
      'null',
      '-',
      Number.NaN,
      {},
      [],
      false,
    )
    const missing = fc.dictionary(fc.constantFrom(...amountNames), fc.record({ value: nothing, unit }))
    fc.assert(
      fc.property(missing, amounts => {
        const {
          popularity: _,
          source_modified_at: __,
          serving_size_g: ___,
          ...measured
        } = candidateOf({ amounts })
        expect(numbers(measured as CandidateFood)).toEqual([])
      }),
    )
  })
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyRecord, changes => {
        const once = normalize({ ...record, ...changes } as unknown as SourceRecord, rules)
        if (isRejected(once)) return
        const { quality_flags: _, ...candidate } = once
        const { quality_flags: __, ...again } = candidateOf(asRecord(once))
        expect(again).toEqual(candidate)
      }),
      { numRuns: 500 },
    )
  })
})

function asRecord(candidate: CandidateFood): Partial<SourceRecord> {
  const grams = (value: number | null) => ({ value, unit: 'g' })
  const milligrams = (value: number | null) => ({ value, unit: 'mg' })
  return {
    ...candidate,
    details: null,
    categories: candidate.category === null ? [] : [candidate.category],
    serving: candidate.serving_desc,
    per: '100g',
    amounts: {
      energy_kcal: { value: candidate.calories_kcal, unit: 'kcal' },
      protein: grams(candidate.protein_g),
      fat: grams(candidate.fat_g),
      carbs: grams(candidate.carbs_g),
      fiber: grams(candidate.fiber_g),
      sugar: grams(candidate.sugar_g),
      saturated_fat: grams(candidate.saturated_fat_g),
      sodium: milligrams(candidate.sodium_mg),
      cholesterol: milligrams(candidate.cholesterol_mg),
      potassium: milligrams(candidate.potassium_mg),
      alcohol: grams(candidate.alcohol_g),
      polyols: grams(candidate.polyols_g),
    },
  }
}
