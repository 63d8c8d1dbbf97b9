import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { candidatesOf } from '../query/candidates.ts'
import { parseQuery } from '../query/parse.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { parseFoundFood } from './found-food.ts'
import { rankFoods } from './rank.ts'

const vocabulary = await createVocabulary(
  1_000_000,
  await buildSearchIndex([]),
  ['banana', 'bananas', 'bread', 'bannana'].map((term, index) => ({
    term,
    documentFrequency: [5_000, 2_000, 9_000, 3][index] ?? 0,
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
}

/** As sql/functions/search_line.sql and compute_static_rank.sql write it. */
const line = (
  id: number,
  { name, brand = '', data = complete, calories = 90, source = 'off', keys = [], image = false }: Spec,
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
    '',
  ].join('\t')

function ranked(q: string, specs: Spec[]): string[] {
  const candidates = candidatesOf(parseQuery(q), vocabulary)
  const foods = specs.map((spec, index) => parseFoundFood(line(index + 1, spec)))
  return rankFoods({
    foods: new Map(foods.map(food => [food.id, food])),
    candidates: candidates.map(candidate => ({
      candidate,
      ids: foods
        .filter(({ nameWords }) =>
          candidate.terms.every(({ term, forms }) => [term, ...forms].some(form => nameWords.includes(form))),
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

  it('never shows a name without usable data before usable data', () => {
    const foods = [
      { name: 'banana', data: unusable, calories: null },
      { name: 'banana bread', data: usable },
    ]
    expect(ranked('banana', foods)).toEqual(['banana bread', 'banana'])
  })

  it('shows AI estimates after all other foods of their band', () => {
    const foods = [
      { name: 'banana', brand: 'a', data: estimate, source: 'ai_estimate' },
      { name: 'banana', brand: 'b', data: unusable, calories: null },
      { name: 'banana bread' },
    ]
    expect(ranked('banana', foods)).toEqual(['banana bread', 'banana (b)', 'banana (a)'])
    expect(
      ranked(
        'banana',
        foods.filter(({ brand }) => brand !== 'b'),
      ),
    ).toEqual(['banana (a)', 'banana bread'])
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
