import { describe, expect, it } from 'vitest'
import type { Preference } from '../query/attributes.ts'
import type { Candidate } from '../query/candidates.ts'
import type { FoundFood } from './found-food.ts'
import { type Band, bandOf, levelOf, levels, meetsPreference } from './levels.ts'
import type { NameMatch } from './match.ts'
import type { DataClass } from './static-rank.ts'

const sorted = (levels: number[]) => levels.toSorted((one, other) => one - other)

describe('levels', () => {
  const ofBands = (some: Band[], classes: DataClass[], isWholeProduct = false) =>
    some.flatMap(band => classes.map(data => levelOf(band, data, isWholeProduct)))
  const all: DataClass[] = ['complete', 'usable', 'unusable', 'estimate']

  it('put usable data first among foods with all words, then the lower band, then complete data', () => {
    const order = [
      ...ofBands([1, 2], ['complete', 'usable']),
      ...ofBands([1, 2], ['unusable']),
      ...ofBands([1, 2], ['estimate']),
    ]
    expect(order).toEqual(sorted(order))
    expect(new Set(order).size).toBe(order.length)
  })

  it('put every food with all words before corrections, and these before foods with fewer words', () => {
    const order = [ofBands([1, 2], all), ofBands([3], all), ofBands([4], all, true), ofBands([4], all)]
    for (const [index, later] of order.slice(1).entries())
      expect(Math.min(...later)).toBeGreaterThan(Math.max(...(order[index] ?? [])))
    expect(Math.max(...order.flat())).toBeLessThan(levels)
  })
})

const sugar = (min: number | null, max: number | null) => ({ nutrient: 'sugar_g', min, max }) as Preference
const food = (changes: Partial<FoundFood> = {}) =>
  ({ isLaboratory: false, preferredValue: null, ...changes }) as FoundFood

describe('a preference', () => {
  it.each<[Preference[], number | null, boolean | undefined]>([
    [[], 1, undefined],
    [[{ ...sugar(null, 5), nutrient: null }], 1, undefined],
    [[sugar(null, 5)], null, undefined],
    [[sugar(null, 5)], 5, true],
    [[sugar(null, 5)], 5.1, false],
    [[sugar(3, null)], 3, true],
    [[sugar(3, null)], 2.9, false],
    [[sugar(3, 5)], 4, true],
    [[sugar(3, 5)], 6, false],
    [[{ ...sugar(9, null), nutrient: null }, sugar(3, 5)], 4, true],
  ])('%j for a food with %s is met: %s', (preferences, preferredValue, isMet) => {
    expect(meetsPreference(preferences, food({ preferredValue }))).toBe(isMet)
  })
})

describe('bands', () => {
  type Changes = Partial<Candidate> & { preferences?: Preference[] }
  const band = (
    { preferences = [], ...changes }: Changes,
    match: Partial<NameMatch> = { isNamed: true, exact: 1 },
    found: Partial<FoundFood> = {},
    isDoubtful = false,
  ) => {
    const reading = { kind: 'literal', tokens: [], words: [], preferences, removed: [] }
    const candidate = { kept: 1, isTyped: true, isWorded: false, synonym: 'none', reading, ...changes }
    return bandOf(candidate as unknown as Candidate, match as NameMatch, food(found), {
      likelihood: 0,
      isDoubtful,
    })
  }

  it('are 1 for a name as typed and 2 for another that contains the words', () => {
    expect(band({})).toBe(1)
    expect(band({}, { isNamed: false, exact: 1 })).toBe(2)
    expect(band({}, { isNamed: true, exact: 0.5 })).toBe(2)
    expect(band({}, { isNamed: true, exact: 0 }, { isLaboratory: true })).toBe(1)
    expect(band({}, { isNamed: false, exact: 0 }, { isLaboratory: true })).toBe(2)
  })

  it('are 3 for corrections, other wordings, words in doubt and most synonyms', () => {
    expect(band({ isTyped: false })).toBe(3)
    expect(band({ isWorded: true })).toBe(3)
    expect(band({}, { isNamed: true, exact: 1 }, {}, true)).toBe(3)
    expect(band({}, { isNamed: true, exact: 1, isWholeProduct: true }, {}, true)).toBe(1)
    expect(band({ synonym: 'part' })).toBe(3)
    expect(band({ synonym: 'whole' }, { isNamed: false, exact: 1 })).toBe(3)
    expect(band({ synonym: 'whole' })).toBe(1)
  })

  it('are 4 for queries with words left out', () => {
    expect(band({ kept: 0.9 })).toBe(4)
    expect(band({ kept: 0.9, preferences: [sugar(null, 5)] }, {}, { preferredValue: 1 })).toBe(4)
  })

  it('are 3 for foods that meet a preference, otherwise 4', () => {
    const preferences = [sugar(null, 5)]
    expect(band({ preferences }, {}, { preferredValue: 1 })).toBe(3)
    expect(band({ preferences }, {}, { preferredValue: 9 })).toBe(4)
    expect(band({ preferences }, {}, { preferredValue: null })).toBe(4)
    expect(band({ preferences, isWorded: true }, {}, { preferredValue: 9 })).toBe(3)
  })
})
