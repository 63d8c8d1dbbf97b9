import { describe, expect, it } from 'vitest'
import type { Preference } from '../query/attributes.ts'
import type { Candidate } from '../query/candidates.ts'
import {
  type CandidateContext,
  type FeatureName,
  featureNames,
  featuresOf,
  scoreOf,
  weights,
} from './features.ts'
import { type FoundFood, parseFoundFood } from './found-food.ts'
import type { NameMatch } from './match.ts'

const plainFood = parseFoundFood(['1', 'off', '0', '', '', '', 'apple', '', ''].join('\t'))
const plainMatch: NameMatch = {
  isNamed: false,
  isMeant: false,
  isWholeProduct: false,
  isExactName: false,
  isOtherName: false,
  inName: 0,
  inBrand: 0,
  exact: 0,
  isBrand: false,
  linkingWords: 0,
  extraWords: 0,
  extraStates: 0,
  coverage: 0,
  startsWithTerm: false,
  endsWithTerm: false,
  isPhrase: false,
  hasPrefix: true,
}
const plainCandidate = {
  isTyped: true,
  isCompleted: false,
  kept: 1,
  synonym: 'none',
  reading: { kind: 'literal' },
  terms: [{ term: 'cheddar' }, { term: 'cheeses' }],
} as unknown as Candidate
const plainContext: CandidateContext = {
  candidate: plainCandidate,
  likelihood: 0,
  isDoubtful: false,
  namedCalories: null,
  foundCalories: null,
  preferences: [],
  isTrademark: false,
}

interface Changes {
  food?: Partial<FoundFood>
  match?: Partial<NameMatch>
  context?: Partial<CandidateContext>
  candidate?: Partial<Candidate>
}

function featureOf(name: FeatureName, { food, match, context, candidate }: Changes): number {
  return featuresOf(
    { ...plainFood, ...food },
    { ...plainMatch, ...match },
    { ...plainContext, ...context, candidate: { ...plainCandidate, ...candidate } },
  )[name]
}

const named = { isNamed: true, exact: 1 }
const exactly = { ...named, isExactName: true }
const littleSugar = [{ nutrient: 'sugar_g', min: null, max: 5 } as Preference]

describe('features', () => {
  it.each<[FeatureName, Changes, number]>([
    ['likelihood', { context: { likelihood: -3 } }, -0.5],
    ['likelihood', { context: { likelihood: -60 } }, -1],
    ['typed', {}, 1],
    ['typed', { candidate: { isTyped: false } }, 0],
    ['completed', { candidate: { isCompleted: true } }, 1],
    ['kept', { candidate: { kept: 0.7 } }, 0.7],
    ['synonym', {}, 0],
    ['synonym', { candidate: { synonym: 'part' } }, 1],
    ['literal', {}, 1],
    ['literal', { candidate: { reading: { kind: 'understood' } as Candidate['reading'] } }, 0],
    ['named', { match: named }, 1],
    ['named_exactly', { match: named }, 0],
    ['named_exactly', { match: exactly }, 1],
    ['named_exactly', { match: exactly, candidate: { kept: 0.5 } }, 0],
    ['named_exactly', { match: exactly, candidate: { synonym: 'whole' } }, 0],
    ['named_exactly', { match: exactly, context: { likelihood: -1 } }, 0],
    ['named_exactly', { match: exactly, context: { isDoubtful: true } }, 0],
    ['named_exactly', { match: exactly, context: { isDoubtful: true }, candidate: { isTyped: false } }, 1],
    ['named_exactly', { match: exactly, food: { calories: 90 }, context: { namedCalories: 200 } }, 0],
    ['named_in_other_form', { match: named }, 0],
    ['named_in_other_form', { match: { ...named, exact: 0.5 } }, 1],
    ['named_in_other_form', { match: { exact: 0.5 } }, 0],
    ['named_in_other_form', { match: { ...named, exact: 0.5 }, candidate: { isTyped: false } }, 0],
    ['named_in_other_form', { match: { ...named, exact: 0.5 }, candidate: { synonym: 'part' } }, 0],
    ['laboratory', { food: { isLaboratory: true } }, 1],
    ['named_laboratory', { food: { isLaboratory: true } }, 0],
    ['named_laboratory', { match: named }, 0],
    ['named_laboratory', { food: { isLaboratory: true }, match: named }, 1],
    ['exact_forms', { match: { isNamed: true, exact: 0.5 } }, 0.5],
    ['exact_forms', { match: { isNamed: true, exact: 0.5 }, food: { isLaboratory: true } }, 1],
    ['exact_forms', { match: { exact: 0.5 }, food: { isLaboratory: true } }, 0.5],
    ['unasked_brand', {}, 0],
    ['unasked_brand', { food: { brandWords: ['x'] } }, 1],
    ['unasked_brand', { food: { brandWords: ['x'] }, match: { inBrand: 0.5 } }, 0],
    ['extra_words', { match: { extraWords: 3 } }, 0.5],
    ['extra_words', { match: { extraWords: 9 } }, 1],
    ['extra_states', { match: { extraStates: 1 } }, 0.5],
    ['extra_states', { match: { extraStates: 3 } }, 1],
    ['category', {}, 0],
    ['category', { food: { category: 'Cheese' } }, 1],
    ['category', { food: { category: 'Cheddar cheese' } }, 1],
    ['category', { food: { category: 'Goat cheeses' } }, 0],
    ['category', { food: { category: 'Apples' } }, 0],
    ['preference_met', { context: { preferences: littleSugar }, food: { preferredValue: 1 } }, 1],
    ['preference_met', { context: { preferences: littleSugar } }, 0],
    ['preference_missed', { context: { preferences: littleSugar }, food: { preferredValue: 9 } }, 1],
    ['preference_missed', { context: { preferences: littleSugar } }, 0],
    ['energy_distance', { food: { calories: 90 } }, 0],
    ['energy_distance', { context: { namedCalories: 90 } }, 0],
    ['energy_distance', { food: { calories: 90 }, context: { namedCalories: 90 } }, 0],
    ['energy_distance', { food: { calories: 290 }, context: { namedCalories: 90 } }, 1],
    ['energy_distance', { food: { calories: 900 }, context: { namedCalories: 90 } }, 1],
    ['energy_differs', { food: { calories: 120 }, context: { namedCalories: 100 } }, 0],
    ['energy_differs', { food: { calories: 121 }, context: { namedCalories: 100 } }, 1],
    ['energy_differs', { food: { calories: 79 }, context: { namedCalories: 100 } }, 1],
    ['energy_differs', { food: { calories: 18 }, context: { namedCalories: 10 } }, 0],
    ['energy_differs', { food: { calories: 19 }, context: { namedCalories: 10 } }, 1],
    ['energy_differs', { food: { calories: 19 } }, 0],
    ['unusual_energy', { food: { calories: 290 }, context: { foundCalories: 90 } }, 1],
  ])('%s of %j is %d', (name, changes, value) => {
    expect(featureOf(name, changes)).toBeCloseTo(value, 10)
  })

  it('are weighted and added up', () => {
    const features = featuresOf(plainFood, { ...plainMatch, ...named }, plainContext)
    const expected = featureNames.reduce((sum, name) => sum + weights[name] * features[name], 0)
    expect(scoreOf(features)).toBeCloseTo(expected, 10)
    expect(scoreOf({ ...features, named: 0 })).toBeCloseTo(expected - weights.named, 10)
  })
})

describe('a line of the search function', () => {
  const lineOf = (data: number, image: number, confidence: number, popularity: number) =>
    ((data * 2 + image) * 1001 + confidence) * 64 + popularity

  it('states the data class, the image, the confidence and the popularity in its rank', () => {
    const classOf = (data: number, source = 'off') =>
      parseFoundFood(
        `7\t${source}\t${lineOf(data, 1, 962, 32)}\t89.5\tMilk\ta|b\twhole milk\tfern hollow\t4.8`,
      )
    expect(classOf(3)).toEqual({
      id: 7,
      dataClass: 'complete',
      isLaboratory: false,
      hasImage: true,
      confidence: 0.962,
      popularity: 0.5,
      calories: 89.5,
      category: 'Milk',
      nameKeys: ['a', 'b'],
      name: 'whole milk',
      brand: 'fern hollow',
      nameWords: ['whole', 'milk'],
      brandWords: ['fern', 'hollow'],
      preferredValue: 4.8,
    })
    expect([2, 1, 0, 9].map(data => classOf(data).dataClass)).toEqual([
      'usable',
      'unusable',
      'estimate',
      'unusable',
    ])
    expect(classOf(3, 'ai_estimate').dataClass).toBe('estimate')
    expect(parseFoundFood(`1\toff\t${lineOf(3, 0, 0, 0)}\t\t\t\tx\t\t`).hasImage).toBe(false)
  })

  it('has null or nothing for what is unknown', () => {
    expect(parseFoundFood('7\toff\t0\t\t\t\tmilk\t\t')).toMatchObject({
      calories: null,
      category: '',
      nameKeys: [],
      brandWords: [],
      preferredValue: null,
    })
  })

  it('is of a laboratory if a measured source states no brand', () => {
    const isLaboratory = (source: string, brand: string) =>
      parseFoundFood(`7\t${source}\t0\t\t\t\tmilk\t${brand}\t`).isLaboratory
    expect(isLaboratory('usda', '')).toBe(true)
    expect(isLaboratory('usda', 'fern')).toBe(false)
    expect(isLaboratory('off', '')).toBe(false)
  })
})
