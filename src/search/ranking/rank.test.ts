import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { type Candidate, candidatesOf } from '../query/candidates.ts'
import { parseQuery } from '../query/parse.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { parseFoundFood } from './found-food.ts'
import { rankFoods } from './rank.ts'

const vocabulary = await createVocabulary(
  1_000_000,
  await buildSearchIndex([]),
  ['banana', 'bananas', 'bread', 'bannana', 'raw', 'acme', 'low', 'fat', 'rice'].map((term, index) => ({
    term,
    documentFrequency: [5_000, 2_000, 9_000, 3, 900, 40, 800, 900, 2_000][index] ?? 0,
  })),
  new Map(),
)

type DataClass = 0 | 1 | 2 | 3
const estimate: DataClass = 0
const unusable: DataClass = 1
const usable: DataClass = 2
const complete: DataClass = 3

interface Spec {
  name: string
  brand?: string
  data?: DataClass
  calories?: number | null
  source?: string
  keys?: string[]
  image?: boolean
  /** Of the nutrient that the query prefers. */
  preferred?: number
}

/** As sql/functions/search_line.sql and compute_static_rank.sql write it. */
const line = (
  id: number,
  {
    name,
    brand = '',
    data = complete,
    calories = 90,
    source = 'off',
    keys = [],
    image = false,
    preferred,
  }: Spec,
) =>
  [
    id,
    source,
    ((data * 2 + Number(image)) * 1001 + 900) * 64,
    calories ?? '',
    '',
    keys.join('|'),
    name,
    brand,
    preferred ?? '',
  ].join('\t')

function ranked(q: string, specs: Spec[]): string[] {
  const candidates = candidatesOf(parseQuery(q), vocabulary)
  const foods = specs.map((spec, index) => parseFoundFood(line(index + 1, spec)))
  return rankFoods({
    foods: new Map(foods.map(food => [food.id, food])),
    candidates: candidates.map(candidate => ({
      candidate,
      ids: foods
        .filter(({ nameWords, brandWords }) =>
          candidate.terms.every(({ term, forms }) =>
            [term, ...forms].some(form => nameWords.includes(form) || brandWords.includes(form)),
          ),
        )
        .map(({ id }) => id),
    })),
    byKey: foods.filter(({ nameKeys }) => nameKeys.length > 0).map(({ id }) => id),
  }).map(({ food }) => `${food.name}${food.brandWords.length > 0 ? ` (${food.brandWords.join(' ')})` : ''}`)
}

describe('rankFoods', () => {
  it('shows the food that the query names before foods that contain its words', () => {
    expect(ranked('banana', [{ name: 'banana bread' }, { name: 'bananas' }])).toEqual([
      'bananas',
      'banana bread',
    ])
  })

  it('shows complete data before sparse data before AI estimates', () => {
    const foods = [
      { name: 'banana', brand: 'a', data: estimate, source: 'ai_estimate' },
      { name: 'banana', brand: 'b', data: usable },
      { name: 'banana', brand: 'c', data: complete },
    ]
    expect(ranked('banana', foods)).toEqual(['banana (c)', 'banana (b)', 'banana (a)'])
  })

  it('shows what contradicts the query after everything else', () => {
    const foods = [{ name: 'raw banana fried' }, { name: 'raw banana bread', data: usable }]
    expect(ranked('raw banana', foods)).toEqual(['raw banana bread', 'raw banana fried'])
    expect(ranked('banana', foods)).toEqual(['raw banana fried', 'raw banana bread'])
  })

  it('shows the product of a brand before an everyday food that is also called so', () => {
    const products = ['a', 'b', 'c'].map(variety => ({ name: `banana ${variety}`, brand: 'banana' }))
    const everyday = { name: 'yellow fruit', source: 'usda', keys: ['=banana'] }
    expect(ranked('banana', [everyday, { name: 'bananas', brand: 'x' }]).at(0)).toBe('yellow fruit')
    const ofBrand = { name: 'banana', brand: 'banana' }
    expect(ranked('banana', [everyday, ofBrand, ...products]).at(0)).toBe('banana (banana)')
  })

  it('shows the everyday food that people mean by the words first, and the raw food where they say so', () => {
    const cooked = { name: 'rice white cooked', source: 'usda', calories: 130, keys: ['@rice-white-cooked'] }
    const raw = { name: 'rice white raw', source: 'usda', calories: 365, keys: ['@rice-white-raw'] }
    const records = ['rice long grain raw', 'rice medium grain raw'].map(name => ({
      ...{ name, source: 'usda', calories: 360, keys: ['=rice'], image: true },
    }))
    const product = { name: 'rice', brand: 'acme', calories: 350, image: true }
    const foods = [raw, ...records, product, cooked]
    expect(ranked('rice', foods)[0]).toBe('rice white cooked')
    expect(ranked('raw rice', foods)[0]).toBe('rice white raw')
    expect(ranked('rice acme', foods)[0]).toBe('rice (acme)')
    expect(ranked('rice', [{ ...cooked, data: unusable, calories: null }, product])[0]).toBe('rice (acme)')
  })

  it('shows usable data first among foods with all words, then others, then AI estimates', () => {
    const foods = [
      { name: 'banana', brand: 'a', data: estimate, source: 'ai_estimate' },
      { name: 'banana', brand: 'b', data: unusable, calories: null },
      { name: 'banana bread', data: usable },
    ]
    expect(ranked('banana', foods)).toEqual(['banana bread', 'banana (b)', 'banana (a)'])
  })

  it('shows the named product before corrections, whatever its label states', () => {
    const foods = [
      { name: 'bannana', brand: 'acme', data: unusable, calories: null },
      { name: 'banana', brand: 'acme' },
      { name: 'banana bread', brand: 'acme' },
    ]
    expect(ranked('bannana acme', foods)[0]).toBe('bannana (acme)')
    expect(ranked('bannana', foods)[0]).toBe('banana (acme)')
  })

  it('shows foods without usable data last if a value is asked for', () => {
    const foods = [
      { name: 'low fat banana', data: unusable, calories: null },
      { name: 'banana', preferred: 30 },
    ]
    expect(ranked('low fat banana', foods)).toEqual(['banana', 'low fat banana'])
  })

  it('shows foods with an image before others of their name and level', () => {
    const foods: Spec[] = [
      { name: 'banana', brand: 'a' },
      { name: 'banana', brand: 'b', calories: 300, image: true },
      { name: 'organic banana', calories: 90, keys: ['=banana'] },
    ]
    const withName = ranked('banana', foods).filter(name => name.startsWith('banana'))
    expect(withName).toEqual(['banana (b)', 'banana (a)'])
  })

  it('shows the laboratory food before names with other words, and unusual energy last', () => {
    const foods: Spec[] = [
      { name: 'banana', brand: 'a', calories: 340, image: true },
      { name: 'banana', brand: 'b', calories: 91, image: true },
      { name: 'bananas raw', calories: 89, source: 'usda', keys: ['=banana'], image: true },
    ]
    expect(ranked('banana', foods).at(-1)).toBe('banana (a)')
    const [, ...withoutExactName] = foods.with(1, {
      name: 'organic banana',
      brand: 'b',
      calories: 91,
      image: true,
      keys: ['=banana'],
    })
    expect(ranked('banana', withoutExactName)).toEqual(['bananas raw', 'organic banana (b)'])
  })

  it('shows a plain name with the usual energy before other foods that the query names', () => {
    const foods = [
      { name: 'organic banana', keys: ['=banana'] },
      { name: 'banana', brand: 'a' },
      { name: 'bananas raw', calories: 89, source: 'usda', keys: ['=banana'] },
    ]
    expect(ranked('banana', foods)[0]).toBe('banana (a)')
  })

  it('shows names in the typed form before those in another', () => {
    expect(ranked('bananas', [{ name: 'banana' }, { name: 'bananas', brand: 'a' }])).toEqual([
      'bananas (a)',
      'banana',
    ])
  })

  it('does not let a misspelt name hide the food', () => {
    const foods = [{ name: 'bannana' }, { name: 'bananas raw', source: 'usda', keys: ['=banana'] }]
    expect(ranked('bannana', foods)[0]).toBe('bananas raw')
  })

  it('shows repeats of a name and brand after all distinct foods', () => {
    const foods = [{ name: 'banana', brand: 'a' }, { name: 'banana', brand: 'a' }, { name: 'banana bread' }]
    expect(ranked('banana', foods)).toEqual(['banana (a)', 'banana bread', 'banana (a)'])
  })

  it('shows at most three foods of one name before others of their level', () => {
    const foods = [...'abcd'].map(brand => ({ name: 'banana', brand }))
    expect(ranked('banana', [...foods, { name: 'organic banana', keys: ['=banana'] }]).at(-1)).toMatch(
      /^banana \(/,
    )
  })
})

const namedByQuery = (q: string): Candidate => {
  const [candidate] = candidatesOf(parseQuery(q), vocabulary)
  if (candidate === undefined) throw new Error(`no candidate for ${q}`)
  return candidate
}
const banana = namedByQuery('banana')
const bread = namedByQuery('bread')
const corrected = (score: number, of = banana): Candidate => ({ ...of, isTyped: false, score })
const relaxed: Candidate = { ...banana, isTyped: false, kept: 0.5, score: Math.log(0.5) }

/** Foods have the ids 1, 2, …; every candidate is given with the ids of the foods that it found. */
const rankedBy = (specs: Spec[], found: [Candidate, number[]][], byKey: number[] = []) =>
  rankFoods({
    foods: new Map(specs.map((spec, index) => [index + 1, parseFoundFood(line(index + 1, spec))])),
    candidates: found.map(([candidate, ids]) => ({ candidate, ids })),
    byKey,
  })
const idsOf = (...args: Parameters<typeof rankedBy>) => rankedBy(...args).map(({ food }) => food.id)
const rankedFood = (id: number, ...args: Parameters<typeof rankedBy>) => {
  const found = rankedBy(...args).find(({ food }) => food.id === id)
  if (found === undefined) throw new Error(`food ${id} is not ranked`)
  return found
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('a food found by its name key', () => {
  const specs: Spec[] = [
    { name: 'cavendish', keys: ['=banana'] },
    { name: 'toast', keys: ['=bread'] },
  ]
  it('belongs to the candidate that names it', () => {
    expect(idsOf(specs, [[banana, []]], [1, 2])).toEqual([1])
  })
  it('may lack a quoted word or the wording of an attribute, so it needs the full-text index', () => {
    expect(idsOf(specs, [[namedByQuery('"banana"'), []]], [1])).toEqual([])
    expect(idsOf(specs, [[{ ...banana, isWorded: true }, []]], [1])).toEqual([])
  })
  it('is left out if it was deleted meanwhile', () => {
    expect(idsOf(specs, [[banana, [7]]], [1, 8])).toEqual([1])
  })
  it('does not make its candidate likelier', () => {
    const likelihood = (byKey: number[]) =>
      rankedFood(
        3,
        [...specs, { name: 'banana' }],
        [
          [corrected(0, bread), [2]],
          [corrected(-1), [3]],
        ],
        byKey,
      ).features.likelihood
    expect(likelihood([1])).toBe(likelihood([]))
  })
})

it('leaves out foods without the unfinished word', () => {
  const unfinished = { ...banana, prefix: 'br' }
  expect(idsOf([{ name: 'banana split' }, { name: 'banana bread' }], [[unfinished, [1, 2]]])).toEqual([2])
})

describe('the likelihood of a candidate', () => {
  const specs = Array.from({ length: 60 }, (_, index) => ({
    name: index === 59 ? 'bread' : `banana ${index}`,
  }))
  /** Of a correction that finds one food, compared with one that finds so many. */
  const likelihood = (foods: number, score = -1) =>
    rankedFood(60, specs, [
      [corrected(0), upTo(foods)],
      [corrected(score, bread), [60]],
    ]).features.likelihood

  it('is relative to the likeliest', () => {
    expect(likelihood(1)).toBeLessThan(0)
    expect(likelihood(1, -2)).toBeLessThan(likelihood(1))
    expect(likelihood(1, 1)).toBe(0)
  })
  it('is lower if others find more foods, up to fifty', () => {
    expect(likelihood(2)).toBeLessThan(likelihood(1))
    expect(likelihood(50)).toBeLessThan(likelihood(49))
    expect(likelihood(55, 0)).toBe(likelihood(50, 0))
  })
  it('is not compared with queries that leave out words', () => {
    const found: [Candidate, number[]][] = [
      [corrected(-4), [1]],
      [relaxed, [60]],
    ]
    expect(rankedFood(1, specs, found).features.likelihood).toBe(0)
    expect(
      rankedFood(60, specs, [
        [corrected(4), [1]],
        [relaxed, [60]],
      ]).features.likelihood,
    ).toBe(0)
  })
})

describe('typed words', () => {
  const specs = [{ name: 'banana' }, { name: 'bread' }]
  it.each([
    ['are in doubt if a correction is almost as likely', corrected(-1.9, bread), 3],
    ['are beyond doubt if they are e² times likelier', corrected(-2.1, bread), 1],
    ['are beyond doubt if others are typed as well', bread, 1],
    ['are beyond doubt if others leave out words', relaxed, 1],
  ])('%s', (_rule, other, band) => {
    expect(
      rankedFood(1, specs, [
        [banana, [1]],
        [other, [2]],
      ]).band,
    ).toBe(band)
  })
})

describe('a food that several candidates find', () => {
  const found: [Candidate, number[]][] = [
    [banana, [1]],
    [relaxed, [1]],
  ]
  const likely = corrected(0)
  const unlikely = corrected(-3)
  const corrections: [Candidate, number[]][] = [
    [likely, [1]],
    [unlikely, [1]],
  ]
  it.each([
    ['has the best band', found, { band: 1, candidate: banana }],
    ['has the best score in its band', corrections, { band: 3, candidate: likely }],
  ])('%s, whatever their order', (_rule, candidates, expected) => {
    const specs = [{ name: 'banana' }]
    expect(rankedBy(specs, candidates)).toMatchObject([expected])
    expect(rankedBy(specs, candidates.toReversed())).toMatchObject([expected])
  })
  it('meets what another reading of the query prefers', () => {
    const preference = { name: 'low_fat', nutrient: 'fat_g', min: null, max: 3, wordings: [] }
    const understood = { ...bread, reading: { ...bread.reading, preferences: [preference] } }
    const specs = [{ name: 'banana', preferred: 1 }, { name: 'bread' }]
    expect(
      rankedFood(1, specs, [
        [banana, [1]],
        [understood, [2]],
      ]).features,
    ).toMatchObject({
      preference_met: 1,
    })
  })
})

describe('a product that is named with a word too many', () => {
  const product: Spec = { name: 'banana', brand: 'bread', data: unusable, calories: null }
  const query = namedByQuery('banana bread')
  const withoutOneWord = { ...query, isTyped: false, kept: 0.9 }
  it('comes before foods that share some of the words', () => {
    const specs = [product, { name: 'banana bread mix' }]
    expect(idsOf(specs, [[withoutOneWord, [1, 2]]])).toEqual([1, 2])
  })
  it('comes before a product whose name has fewer of the words', () => {
    const long = { ...namedByQuery('banana bread acme'), isTyped: false, kept: 0.9 }
    const short = { ...namedByQuery('bread acme'), isTyped: false, kept: 0.7 }
    const specs = [
      { name: 'bread', brand: 'acme' },
      { ...product, name: 'banana bread', brand: 'acme' },
    ]
    const found: [Candidate, number[]][] = [
      [short, [1]],
      [long, [2]],
    ]
    expect(idsOf(specs, found)).toEqual([2, 1])
  })
  it('comes after foods with all words', () => {
    const specs = [product, { name: 'bread', data: unusable, calories: null }]
    const found: [Candidate, number[]][] = [
      [withoutOneWord, [1]],
      [corrected(0, bread), [2]],
    ]
    expect(idsOf(specs, found)).toEqual([2, 1])
  })
})

describe('foods of one level', () => {
  it('are in the order of their ids if nothing else distinguishes them', () => {
    const specs = [...'abc'].map(brand => ({ name: 'banana', brand }))
    expect(idsOf(specs, [[banana, [3, 1, 2]]])).toEqual([1, 2, 3])
  })
  it('are in the order of their scores', () => {
    const specs = [
      { name: 'banana', brand: 'a' },
      { name: 'banana', brand: 'b', image: true },
    ]
    const foods = rankedBy(specs, [[banana, [1, 2]]])
    const scores = foods.map(({ score }) => score)
    expect(new Set(scores).size).toBe(2)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  })
  const breads = (brands: string): Spec[] => [...brands].map(brand => ({ name: 'banana bread', brand }))
  const lessRelevant: Spec = { name: 'banana split cream nuts', brand: 'x' }
  it('with one name are three at most before others', () => {
    expect(idsOf([...breads('abc'), lessRelevant], [[banana, upTo(4)]])).toEqual([1, 2, 3, 4])
    expect(idsOf([...breads('abcd'), lessRelevant], [[banana, upTo(5)]])).toEqual([1, 2, 3, 5, 4])
  })
  it('with one completed name are one at most before others', () => {
    const completed = { ...banana, isTyped: false, isCompleted: true }
    expect(idsOf([...breads('ab'), lessRelevant], [[completed, upTo(3)]])).toEqual([1, 3, 2])
  })
  it('with one name come before foods of the next level', () => {
    const specs = [
      ...[...'abcd'].map(brand => ({ name: 'banana', brand })),
      { name: 'banana', brand: 'e', data: usable },
    ]
    expect(idsOf(specs, [[banana, upTo(5)]])).toEqual([1, 2, 3, 4, 5])
  })
  it('with one name and brand are marked as repeats', () => {
    const specs = [{ name: 'banana' }, { name: 'banana' }, { name: 'banana', brand: 'a' }]
    const repeats = rankedBy(specs, [[banana, [1, 2, 3]]]).map(({ food, isRepeat }) => [food.id, isRepeat])
    expect(repeats).toEqual([
      [1, false],
      [3, false],
      [2, true],
    ])
  })
})

describe('the usual energy of a named food', () => {
  const named = (...calories: number[]): Spec[] =>
    calories.map((value, index) => ({ name: 'banana', brand: `brand ${index}`, calories: value }))
  const laboratory = (calories: number, key = '=banana'): Spec => ({
    name: 'raw',
    source: 'usda',
    keys: [key],
    calories,
  })
  /** Whether the energy of the first food, which is 90 kcal, is known to be usual (0), unusual, or nothing is known (0). */
  const distance = (specs: Spec[], candidate = banana, others: [Candidate, number[]][] = []) => {
    const ids = upTo(specs.length).filter(id => !others.some(([, otherIds]) => otherIds.includes(id)))
    return rankedFood(1, specs, [[candidate, ids], ...others]).features.energy_distance
  }

  it('is the median of its laboratory foods', () => {
    expect(distance([...named(90), laboratory(90)])).toBe(0)
    expect(distance([...named(90), laboratory(300)])).toBeGreaterThan(0)
    expect(distance([...named(90), laboratory(300), laboratory(9), laboratory(90)])).toBe(0)
    expect(distance([...named(90, 90, 90), laboratory(300)])).toBeGreaterThan(0)
  })
  it('is the median of all foods of the name if there are three and no laboratory food', () => {
    expect(distance(named(90, 300))).toBe(0)
    expect(distance(named(90, 300, 300))).toBeGreaterThan(0)
    expect(distance(named(90, 300, 9))).toBe(0)
    expect(
      distance([
        ...named(90),
        { name: 'banana bread', calories: 300 },
        { name: 'banana chips', calories: 300 },
      ]),
    ).toBe(0)
  })
  it('ignores foods without energy', () => {
    expect(distance([...named(90, 300), { name: 'banana', calories: null }])).toBe(0)
  })
  it.each<[string, boolean, Candidate, Candidate]>([
    ['is that of a synonym', true, banana, { ...bread, synonym: 'whole' }],
    ['is not that of a synonym of some words', false, banana, { ...bread, synonym: 'part' }],
    ['is not that of a query without some words', false, banana, { ...bread, kept: 0.5 }],
    ['is not that of a correction', false, banana, corrected(-5, bread)],
    ['is that of the words with other spaces', true, banana, { ...bread, isTyped: false, isRespaced: true }],
    [
      'of words with other spaces is that of the typed words',
      true,
      { ...banana, isTyped: false, isRespaced: true },
      bread,
    ],
    ['of a correction is not that of the typed words', false, corrected(-5), bread],
    ['of a synonym is that of the typed words', true, { ...banana, synonym: 'whole' }, bread],
    ['of a synonym of some words is its own', false, { ...banana, synonym: 'part' }, bread],
    ['of a query without some words is its own', false, { ...banana, kept: 0.5 }, bread],
  ])('%s: %s', (_rule, isShared, candidate, other) => {
    const specs = [...named(90), laboratory(300, '=bread')]
    expect(distance(specs, candidate, [[other, [2]]]) > 0).toBe(isShared)
  })
})

describe('the usual energy of all foods found', () => {
  const unusual = (...calories: number[]) => {
    const specs = calories.map((value, index) => ({ name: `banana ${index}`, calories: value }))
    return rankedFood(1, specs, [[banana, upTo(specs.length)]]).features.unusual_energy
  }
  it('is their median if there are five', () => {
    expect(unusual(90, 300, 300, 300)).toBe(0)
    expect(unusual(90, 300, 300, 300, 300)).toBeGreaterThan(0)
    expect(unusual(90, 300, 300, 20, 20)).toBe(0)
  })
})
