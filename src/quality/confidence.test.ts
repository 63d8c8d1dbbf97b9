import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapNutrients, type Nutrient, nutrients } from '../food/nutrients.ts'
import { isLaboratoryData } from '../food/sources.ts'
import type { CandidateFood, QualityFlag } from './candidate-food.ts'
import { classes } from './confidence/classes.ts'
import { classOf, confidence, confidences, isComplete, reasons } from './confidence.ts'
import { checkPlausibility, effectOf } from './plausibility.ts'

const now = Date.UTC(2026, 10, 15) / 1_000
const year = 365.25 * 86_400

const empty: CandidateFood = {
  source: 'off',
  source_id: '1',
  name: 'Food',
  brand: null,
  barcode: null,
  category: null,
  serving_size_g: null,
  serving_desc: null,
  ...mapNutrients(() => null),
  alcohol_g: null,
  polyols_g: null,
  image_url: null,
  image_thumb_url: null,
  popularity: 0,
  source_modified_at: null,
  quality_flags: [],
  details: null,
  alternate_id: null,
}

const milk: CandidateFood = {
  ...empty,
  name: 'Whole Milk',
  ...{ calories_kcal: 62, protein_g: 3.3, fat_g: 3.3, carbs_g: 4.8, fiber_g: 0, sugar_g: 4.8 },
  ...{ sodium_mg: 44, saturated_fat_g: 1.9 },
  popularity: 120,
  source_modified_at: now - year,
}

// A real record of July 2026.
const brownRice: CandidateFood = {
  ...empty,
  name: 'Arroz integral',
  ...{ calories_kcal: 338, protein_g: 8, fat_g: 2, carbs_g: 72, fiber_g: 6, saturated_fat_g: 0.4 },
  popularity: 1,
  source_modified_at: 1_768_089_550,
}

const gouda: CandidateFood = {
  ...empty,
  name: 'Gouda jung',
  ...{ calories_kcal: 87, protein_g: 25, fat_g: 29, carbs_g: 0.1, fiber_g: 0, sugar_g: 0.1 },
  ...{ sodium_mg: 680, saturated_fat_g: 19 },
}

const lemonade: CandidateFood = {
  ...empty,
  name: 'Lemonade',
  ...{ calories_kcal: 40, protein_g: 0, fat_g: 0, carbs_g: 10, sugar_g: 9.8, sodium_mg: 3 },
}

const oil: CandidateFood = {
  ...empty,
  name: 'Rapeseed oil',
  ...{ calories_kcal: 900, protein_g: 0, fat_g: 100, carbs_g: 0, saturated_fat_g: 7 },
}

const laboratoryRice: CandidateFood = {
  ...brownRice,
  source: 'usda',
  name: 'Rice, brown, raw',
}

const scoreOf = (candidate: CandidateFood) => confidence(checkPlausibility(candidate), now)

describe('confidence', () => {
  const all = { ...milk, cholesterol_mg: 14, potassium_mg: 150 }
  const cases: [string, CandidateFood, number][] = [
    [
      'a popular USDA food with all values, changed today',
      { ...all, source: 'usda', source_modified_at: now, popularity: 1e5 },
      1,
    ],
    ['a food with all values', all, 0.978],
    ['a complete European label', milk, 0.97],
    ['the same, five years old', { ...milk, source_modified_at: now - 5 * year }, 0.961],
    ['the same, of unknown age', { ...milk, source_modified_at: null }, 0.961],
    ['the same, from the community', { ...milk, source: 'community' }, 0.959],
    ['the same, never scanned', { ...milk, popularity: 0 }, 0.966],
    ['the same, with an impossible value dropped', { ...milk, potassium_mg: 150_000 }, 0.957],
    ['without sodium', { ...milk, sodium_mg: null }, 0.962],
    ['without saturated fat', { ...milk, saturated_fat_g: null }, 0.962],
    ['with a false zero for saturated fat', { ...milk, saturated_fat_g: 0 }, 0.949],
    ['without sodium and saturated fat', { ...milk, sodium_mg: null, saturated_fat_g: null }, 0.626],
    ['a lemonade without saturated fat', lemonade, 0.949],
    ['an oil without sugar', oil, 0.939],
    ['a laboratory food without sugar and sodium', laboratoryRice, 0.99],
    ['the same from a label', { ...laboratoryRice, brand: 'Paddy' }, 0.646],
    ['without sugar and sodium', brownRice, 0.622],
    ['complete, but the energy does not match', gouda, 0.431],
    ['only energy', { ...empty, calories_kcal: 62 }, 0.475],
    ['no values', empty, 0.264],
    ['a complete estimate', { ...all, source: 'ai_estimate' }, 0.206],
    ['an empty estimate', { ...empty, source: 'ai_estimate' }, 0.098],
  ]
  it.each(cases)('%s', (_, candidate, expected) => {
    expect(scoreOf(candidate)).toBe(expected)
  })
})

describe('reasons', () => {
  it('add up to the confidence', () => {
    expect(confidence(checkPlausibility(brownRice), now)).toBe(0.622)
    expect(reasons(checkPlausibility(brownRice), now)).toEqual([
      {
        code: 'sparse',
        text: 'The label is incomplete: no sugar or sodium. The score is between 0.3 and 0.7.',
      },
      { code: 'nutrients', text: '6 of 10 nutrients are known (+0.141 of 0.18)' },
      { code: 'plausible', text: 'No check found anything suspicious (+0.08 of 0.08)' },
      {
        code: 'source',
        text: 'From Open Food Facts, transcribed from the label by volunteers (+0.036 of 0.06)',
      },
      { code: 'age', text: 'Last changed 10 months ago (+0.036 of 0.04)' },
      {
        code: 'agreement',
        text: 'The energy matches the nutrients, and 1 person scanned it (+0.029 of 0.04)',
      },
    ])
  })

  const texts = (candidate: CandidateFood) =>
    reasons(checkPlausibility(candidate), now).map(({ text }) => text)
  const codes = (candidate: CandidateFood) =>
    reasons(checkPlausibility(candidate), now).map(({ code }) => code)

  // title, candidate, expected sentence
  const cases: [string, CandidateFood, string | RegExp][] = [
    [
      'a suspicious value',
      gouda,
      'The label is complete, but a value is suspicious. The score is between 0.3 and 0.5.',
    ],
    [
      'an energy mismatch',
      gouda,
      'The energy of 87 kcal differs by 76 % from the 361 kcal computed from the nutrients (+0.02 of 0.04)',
    ],
    ['missing agreement', gouda, /^The energy does not match the nutrients \(/],
    [
      'an impossible value',
      { ...milk, sodium_mg: 50_000 },
      'More sodium than pure salt; sodium of 50,000 mg was dropped (+0.038 of 0.05)',
    ],
    [
      'a conversion from kilojoules',
      {
        ...milk,
        name: 'Split Peas',
        calories_kcal: 1_582,
        saturated_fat_g: 0.2,
        fat_g: 1.1,
        carbs_g: 68.9,
        protein_g: 28.9,
      },
      /entered as kilocalories; energy of 1,582 kcal was converted \(/,
    ],
    [
      'more than three broken rules',
      { ...gouda, sugar_g: 300, sodium_mg: 1e6, fiber_g: 100 },
      /\. 2 more checks failed \(/,
    ],
    ['an estimate', { ...milk, source: 'ai_estimate' }, /^The values are an AI estimate/],
    ['a food without values', empty, 'No nutrient is known. The score is between 0.25 and 0.29.'],
    [
      'a label without saturated fat',
      { ...milk, saturated_fat_g: null },
      'The label is complete except for saturated fat, and no value is suspicious. The score is between 0.75 and 1.',
    ],
    [
      'a label of a food that needs less',
      lemonade,
      'All values that matter for this kind of food are known, and none is suspicious. The score is between 0.75 and 1.',
    ],
    [
      'laboratory data',
      laboratoryRice,
      'Laboratory data with energy, fat, carbohydrates and protein; no value is suspicious. The score is between 0.75 and 1.',
    ],
    [
      'a food unlike its peers',
      { ...milk, quality_flags: [{ rule: 'unlike-peers', field: 'fat_g', found: 33 }] },
      'Fat of 33 g is far from foods of the same name or category (+0.02 of 0.04)',
    ],
    [
      'a complete European label',
      milk,
      'All seven values of a European label are known, and none is suspicious. The score is between 0.75 and 1.',
    ],
    [
      'what a label lacks',
      { ...empty, calories_kcal: 62, fat_g: 3.3, carbs_g: 4.8 },
      /^The label is incomplete: no protein, saturated fat, sugar or sodium\./,
    ],
    [
      'several values that one rule dropped',
      { ...milk, calories_kcal: null, sugar_g: 20 },
      /; sugar of 20 g, carbohydrates of 4\.8 g were dropped \(/,
    ],
    ['an energy between two computed ones', { ...gouda, fiber_g: 5 }, /from the 361 to 371 kcal computed/],
    [
      'an energy that nearly matches',
      { ...milk, calories_kcal: 70 },
      /^The energy is within 11 % of the value/,
    ],
    [
      'an energy that cannot be compared',
      { ...empty, calories_kcal: 62 },
      /^The energy cannot be compared with the nutrients \(/,
    ],
    ['an unknown age', empty, /^The date of the last change is unknown/],
    ['a change in the future', { ...milk, source_modified_at: now + year }, /^Changed less than a month ago/],
    ['an age of years', { ...milk, source_modified_at: now - 4.5 * year }, /^Last changed 4 years ago/],
    ['the number of scans', { ...milk, popularity: 12_345 }, /and 12,345 people scanned it/],
  ]
  it.each(cases)('explain %s', (_, candidate, sentence) => {
    expect(texts(candidate)).toContainEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
  })

  it('have the code of the broken rule', () => {
    expect(codes(gouda)).toEqual(['suspicious', 'nutrients', 'energy-mismatch', 'source', 'age', 'agreement'])
    expect(codes(milk)).toEqual(['complete', 'nutrients', 'plausible', 'source', 'age', 'agreement'])
  })
})

describe('for any candidate', () => {
  const value = fc.option(fc.oneof(fc.constantFrom(0, 1, 50), fc.double({ min: 0, max: 110, noNaN: true })))
  const values = fc.record(Object.fromEntries(nutrients.map(nutrient => [nutrient, value])))
  const candidates = fc
    .record({
      values: fc.oneof(
        values,
        fc.constant({}),
        fc.constant(milk),
        fc.constant(gouda),
        fc.constant(brownRice),
      ),
      source: fc.constantFrom('off', 'usda', 'community', 'ai_estimate'),
      popularity: fc.oneof(fc.nat(50), fc.nat()),
      source_modified_at: fc.option(fc.integer({ min: 0, max: 4e9 })),
    })
    .map(({ values: known, ...rest }) => checkPlausibility({ ...empty, ...known, ...rest }))
  const suspectFlags: QualityFlag[] = ['energy-mismatch', 'all-zero', 'macros-over-105'].map(rule => ({
    rule,
    field: 'fat_g',
  }))
  const runs = { numRuns: 3_000 }

  it('is in the range of its class, with three decimals and six reasons', () => {
    fc.assert(
      fc.property(candidates, candidate => {
        const score = confidence(candidate, now)
        const { floor, ceiling } = classes[classOf(candidate)]
        expect(score).toBeGreaterThanOrEqual(floor)
        expect(score).toBeLessThanOrEqual(ceiling)
        expect(Number(score.toFixed(3))).toBe(score)
        expect(reasons(candidate, now)).toHaveLength(6)
      }),
      runs,
    )
  })

  it('ranks complete checked labels above sparse data, empty foods and estimates', () => {
    const rank = (candidate: CandidateFood) => {
      if (candidate.source === 'ai_estimate') return 0
      const known = nutrients.filter(nutrient => candidate[nutrient] !== null).length
      if (known === 0) return 1
      return isComplete(candidate) && !candidate.quality_flags.some(flag => effectOf(flag) === 'suspect')
        ? 3
        : 2
    }
    fc.assert(
      fc.property(candidates, candidates, (one, other) => {
        if (rank(one) <= rank(other)) return
        expect(confidence(one, now)).toBeGreaterThan(confidence(other, now))
      }),
      runs,
    )
  })

  it('never rises with a suspicious value', () => {
    fc.assert(
      fc.property(candidates, fc.constantFrom(...suspectFlags), (candidate, flag) => {
        const flagged = { ...candidate, quality_flags: [...candidate.quality_flags, flag] }
        expect(confidence(flagged, now)).toBeLessThanOrEqual(confidence(candidate, now))
      }),
      runs,
    )
  })

  it('never falls with one more plausible nutrient', () => {
    fc.assert(
      fc.property(
        candidates,
        fc.constantFrom<Nutrient>(...nutrients),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (candidate, nutrient, amount) => {
          if (candidate[nutrient] !== null) return
          const more = checkPlausibility({ ...candidate, [nutrient]: amount })
          if (more.quality_flags.length > candidate.quality_flags.length) return
          expect(confidence(more, now)).toBeGreaterThanOrEqual(confidence(candidate, now))
        },
      ),
      runs,
    )
  })

  it('is not higher with a false zero for saturated fat than without saturated fat', () => {
    fc.assert(
      fc.property(candidates, fc.double({ min: 10, max: 100, noNaN: true }), (candidate, fat_g) => {
        if (isLaboratoryData(candidate)) return
        const unknown = checkPlausibility({ ...candidate, fat_g, saturated_fat_g: null })
        if (unknown.fat_g === null) return
        const falseZero = checkPlausibility({ ...unknown, saturated_fat_g: 0 })
        expect(confidence(unknown, now)).toBeGreaterThanOrEqual(confidence(falseZero, now))
      }),
      runs,
    )
  })

  it('is the doubted confidence once the food is flagged as unlike its peers', () => {
    fc.assert(
      fc.property(candidates, candidate => {
        const quality_flags = [...candidate.quality_flags, { rule: 'unlike-peers', field: 'fat_g', found: 1 }]
        const { doubted, ...stated } = confidences(candidate, now)
        expect(stated).toEqual({ confidence: confidence(candidate, now) })
        expect(doubted).toBe(confidence({ ...candidate, quality_flags }, now))
        expect(doubted).toBeLessThan(classes.complete.floor)
      }),
      runs,
    )
  })

  it('never falls with a newer change', () => {
    fc.assert(
      fc.property(candidates, fc.nat(1e9), (candidate, seconds) => {
        if (candidate.source_modified_at === null) return
        const newer = { ...candidate, source_modified_at: candidate.source_modified_at + seconds }
        expect(confidence(newer, now)).toBeGreaterThanOrEqual(confidence(candidate, now))
      }),
      runs,
    )
  })
})
