import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapNutrients, type Nutrient, nutrients } from '../food/nutrients.ts'
import type { CandidateFood, QualityFlag } from './candidate-food.ts'
import { classes } from './confidence/classes.ts'
import { classOf, confidence, isComplete, reasons } from './confidence.ts'
import { checkPlausibility, effectOf } from './plausibility.ts'

const now = Date.UTC(2026, 10, 15) / 1_000
const year = 365.25 * 86_400

const nothing: CandidateFood = {
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
}

const milk: CandidateFood = {
  ...nothing,
  name: 'Whole Milk',
  ...{ calories_kcal: 62, protein_g: 3.3, fat_g: 3.3, carbs_g: 4.8, fiber_g: 0, sugar_g: 4.8 },
  ...{ sodium_mg: 44, saturated_fat_g: 1.9 },
  popularity: 120,
  source_modified_at: now - year,
}

// From the sample of July 2026, with its own numbers.
const brownRice: CandidateFood = {
  ...nothing,
  name: 'Arroz integral',
  ...{ calories_kcal: 338, protein_g: 8, fat_g: 2, carbs_g: 72, fiber_g: 6, saturated_fat_g: 0.4 },
  popularity: 1,
  source_modified_at: 1_768_089_550,
}

const gouda: CandidateFood = {
  ...nothing,
  name: 'Gouda jung',
  ...{ calories_kcal: 87, protein_g: 25, fat_g: 29, carbs_g: 0.1, fiber_g: 0, sugar_g: 0.1 },
  ...{ sodium_mg: 680, saturated_fat_g: 19 },
}

const scoreOf = (draft: CandidateFood) => confidence(checkPlausibility(draft), now)

describe('the score', () => {
  const all = { ...milk, cholesterol_mg: 14, potassium_mg: 150 }
  const cases: [string, CandidateFood, number][] = [
    [
      'USDA, everything known, today, much looked up',
      { ...all, source: 'usda', source_modified_at: now, popularity: 1e5 },
      1,
    ],
    ['everything known', all, 0.978],
    ['a whole European label', milk, 0.97],
    ['the same, five years old', { ...milk, source_modified_at: now - 5 * year }, 0.961],
    ['the same, of unknown age', { ...milk, source_modified_at: null }, 0.961],
    ['the same, from the community', { ...milk, source: 'community' }, 0.959],
    ['the same, never looked up', { ...milk, popularity: 0 }, 0.966],
    ['the same, with an impossible value taken out', { ...milk, potassium_mg: 150_000 }, 0.957],
    ['without sodium', { ...milk, sodium_mg: null }, 0.639],
    ['brown rice without sugar and sodium', brownRice, 0.622],
    ['complete, but the energy does not fit', gouda, 0.563],
    ['energy only', { ...nothing, calories_kcal: 62 }, 0.475],
    ['nothing', nothing, 0.264],
    ['an estimate of everything', { ...all, source: 'ai_estimate' }, 0.206],
    ['an estimate of nothing', { ...nothing, source: 'ai_estimate' }, 0.098],
  ]
  it.each(cases)('%s', (_, draft, expected) => {
    expect(scoreOf(draft)).toBe(expected)
  })
})

describe('the reasons', () => {
  it('add up to the confidence, so that 0.62 can be told', () => {
    expect(confidence(checkPlausibility(brownRice), now)).toBe(0.622)
    expect(reasons(checkPlausibility(brownRice), now)).toEqual([
      {
        code: 'sparse',
        text: 'The label is not complete: no sugar or sodium. The score lies between 0.3 and 0.7.',
      },
      { code: 'nutrients', text: '6 of 10 nutrients are known (+0.141 of 0.18)' },
      { code: 'plausible', text: 'No check found anything odd (+0.08 of 0.08)' },
      { code: 'source', text: 'From Open Food Facts, read off the label by volunteers (+0.036 of 0.06)' },
      { code: 'age', text: 'Last changed 10 months ago (+0.036 of 0.04)' },
      {
        code: 'agreement',
        text: 'The energy is what the nutrients give, and 1 person looked it up (+0.029 of 0.04)',
      },
    ])
  })

  const texts = (draft: CandidateFood) => reasons(checkPlausibility(draft), now).map(({ text }) => text)
  const codes = (draft: CandidateFood) => reasons(checkPlausibility(draft), now).map(({ code }) => code)

  // what, draft, a sentence of the reasons
  const cases: [string, CandidateFood, string | RegExp][] = [
    ['a doubt', gouda, 'The label is complete, but a check doubts it. The score lies between 0.3 and 0.7.'],
    [
      'the energy',
      gouda,
      'The energy of 87 kcal differs by 76 % from what the nutrients give, 361 kcal (+0.04 of 0.08)',
    ],
    ['the energy again', gouda, /^The listed nutrients do not explain the energy \(/],
    [
      'an impossible value',
      { ...milk, sodium_mg: 50_000 },
      'More sodium than pure salt has; sodium of 50,000 mg was taken out (+0.06 of 0.08)',
    ],
    [
      'kilojoules',
      { ...milk, calories_kcal: 1_582, saturated_fat_g: 0.2, fat_g: 1.1, carbs_g: 68.9, protein_g: 28.9 },
      /called kilocalories; energy of 1,582 kcal was converted \(/,
    ],
    ['several', { ...gouda, sugar_g: 300, sodium_mg: 1e6, fiber_g: 100 }, /\. 1 more check objected \(/],
    ['an estimate', { ...milk, source: 'ai_estimate' }, /^The values are an AI estimate/],
    ['nothing', nothing, 'No nutrient is known. The score lies between 0.25 and 0.29.'],
    ['an unknown age', nothing, /^When it was last changed is not known/],
    ['a clock ahead', { ...milk, source_modified_at: now + year }, /^Changed less than a month ago/],
    ['years', { ...milk, source_modified_at: now - 4.5 * year }, /^Last changed 4 years ago/],
    ['lookups', { ...milk, popularity: 12_345 }, /and 12,345 people looked it up/],
  ]
  it.each(cases)('tell of %s', (_, draft, sentence) => {
    expect(texts(draft)).toContainEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
  })

  it('carry the code of the rule that objected', () => {
    expect(codes(gouda)).toEqual(['doubted', 'nutrients', 'energy-mismatch', 'source', 'age', 'agreement'])
    expect(codes(milk)).toEqual(['complete', 'nutrients', 'plausible', 'source', 'age', 'agreement'])
  })
})

describe('for any drafts', () => {
  const value = fc.option(fc.oneof(fc.constantFrom(0, 1, 50), fc.double({ min: 0, max: 110, noNaN: true })))
  const values = fc.record(Object.fromEntries(nutrients.map(nutrient => [nutrient, value])))
  const drafts = fc
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
    .map(({ values: known, ...rest }) => checkPlausibility({ ...nothing, ...known, ...rest }))
  const doubts: QualityFlag[] = ['energy-mismatch', 'all-zero', 'macros-over-105'].map(rule => ({
    rule,
    field: 'fat_g',
  }))
  const runs = { numRuns: 3_000 }

  it('the score lies in its band, has three decimals and six reasons', () => {
    fc.assert(
      fc.property(drafts, draft => {
        const told = confidence(draft, now)
        const { floor, ceiling } = classes[classOf(draft)]
        expect(told).toBeGreaterThanOrEqual(floor)
        expect(told).toBeLessThanOrEqual(ceiling)
        expect(Number(told.toFixed(3))).toBe(told)
        expect(reasons(draft, now)).toHaveLength(6)
      }),
      runs,
    )
  })

  it('complete checked labels stand above sparse data, these above nothing, these above estimates', () => {
    const rank = (draft: CandidateFood) => {
      if (draft.source === 'ai_estimate') return 0
      const known = nutrients.filter(nutrient => draft[nutrient] !== null).length
      if (known === 0) return 1
      return isComplete(draft) && !draft.quality_flags.some(note => effectOf(note) === 'doubt') ? 3 : 2
    }
    fc.assert(
      fc.property(drafts, drafts, (one, other) => {
        if (rank(one) <= rank(other)) return
        expect(confidence(one, now)).toBeGreaterThan(confidence(other, now))
      }),
      runs,
    )
  })

  it('a doubt never raises the score', () => {
    fc.assert(
      fc.property(drafts, fc.constantFrom(...doubts), (draft, doubt) => {
        const doubted = { ...draft, quality_flags: [...draft.quality_flags, doubt] }
        expect(confidence(doubted, now)).toBeLessThanOrEqual(confidence(draft, now))
      }),
      runs,
    )
  })

  it('one more plausible nutrient never lowers the score', () => {
    fc.assert(
      fc.property(
        drafts,
        fc.constantFrom<Nutrient>(...nutrients),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (draft, nutrient, amount) => {
          if (draft[nutrient] !== null) return
          const more = checkPlausibility({ ...draft, [nutrient]: amount })
          if (more.quality_flags.length > draft.quality_flags.length) return
          expect(confidence(more, now)).toBeGreaterThanOrEqual(confidence(draft, now))
        },
      ),
      runs,
    )
  })

  it('a newer change never lowers the score', () => {
    fc.assert(
      fc.property(drafts, fc.nat(1e9), (draft, seconds) => {
        if (draft.source_modified_at === null) return
        const newer = { ...draft, source_modified_at: draft.source_modified_at + seconds }
        expect(confidence(newer, now)).toBeGreaterThanOrEqual(confidence(draft, now))
      }),
      runs,
    )
  })
})
