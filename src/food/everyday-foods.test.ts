import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokenize } from '../language/tokenize.ts'
import { categories } from './categories.ts'
import {
  type EverydayFood,
  everydayFoodOf,
  everydayFoodShownAs,
  everydayFoods,
  everydayFoodsLike,
  everydayLanguages,
  everydayRecordFiles,
} from './everyday-foods.ts'
import { illustrationPath } from './illustrations.ts'
import { isSourceId } from './sources.ts'

const states = `raw boiled fried baked grilled roasted steamed stewed cooked dried canned frozen smoked pickled prepared dry plain`

/** The foods for which `problem` returns one. */
const failing = (problem: (food: EverydayFood) => unknown): string[] =>
  everydayFoods.filter(problem).map(({ id }) => id)

/** The values that occur in several foods, with these foods. */
function repeated(valuesOf: (food: EverydayFood) => readonly string[]): [string, string[]][] {
  const foods = new Map<string, string[]>()
  for (const food of everydayFoods)
    for (const value of new Set(valuesOf(food))) foods.set(value, [...(foods.get(value) ?? []), food.id])
  return [...foods].filter(([, ids]) => ids.length > 1)
}

describe('the everyday foods', () => {
  it('are many, each with a separate id', () => {
    expect(everydayFoods.length).toBeGreaterThanOrEqual(1_200)
    expect(repeated(({ id }) => [id])).toEqual([])
    expect(failing(({ id }) => !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(id))).toEqual([])
  })

  it.each(everydayLanguages)('have names in %s that no other food has', language => {
    expect(failing(({ names }) => names[language].some(name => tokenize(name).length === 0))).toEqual([])
    expect(repeated(({ names }) => names[language].map(name => name.toLocaleLowerCase(language)))).toEqual([])
  })

  it('have a known state, frequency and category', () => {
    const known = new Set(categories.map(({ name }) => name))
    expect(failing(({ state }) => !states.split(' ').includes(state))).toEqual([])
    expect(failing(({ popularity }) => popularity === undefined)).toEqual([])
    expect(failing(({ category }) => !known.has(category))).toEqual([])
  })

  it('have portions that a person eats at once', () => {
    const isPortion = (portion: EverydayFood['portions'][number]) =>
      /^(?:\d|half|½)/.test(portion.description) && portion.grams >= 1 && portion.grams <= 750
    expect(failing(({ portions }) => !portions.every(isPortion))).toEqual([])
  })

  it('refer to records of known tables, each once', () => {
    expect(repeated(({ records }) => records)).toEqual([])
    const isKnown = (record: string) => isSourceId(record.slice(0, record.indexOf(':')))
    expect(failing(({ records }) => !records.every(isKnown))).toEqual([])
  })

  it('are found by their records', () => {
    const [food] = everydayFoods
    const [record = ''] = food?.records ?? []
    const [source = '', ...id] = record.split(':')
    expect(everydayFoodOf(source, id.join(':'))).toBe(food)
    expect(everydayFoodOf('off', id.join(':'))).toBeNull()
  })
})

describe('the values that are shipped', () => {
  const recordsIn = ({ source, file }: { source: string; file: string }) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => {
        const record = JSON.parse(line) as { source: string; source_id: string }
        // Credits and licences follow from the source of each line.
        expect(record.source).toBe(source)
        return `${record.source}:${record.source_id}`
      })

  it('are those of every USDA record of the list, and of no other', () => {
    const shipped = everydayRecordFiles.filter(({ source }) => source === 'usda').flatMap(recordsIn)
    const listed = everydayFoods.flatMap(food =>
      food.records.filter(record => record.startsWith('usda:fdc:')),
    )
    expect(shipped.toSorted()).toEqual(listed.toSorted())
  })

  it('are one record of a national table for each other food, and no more', () => {
    const shipped = new Set(everydayRecordFiles.flatMap(recordsIn))
    const counts = everydayFoods.map(({ id, records }) => {
      const found = records.filter(record => shipped.delete(record))
      return [id, found.some(record => record.startsWith('usda:')) || found.length]
    })
    expect(counts.filter(([, count]) => count !== true && count !== 1)).toEqual([])
    expect([...shipped]).toEqual([])
  })
})

describe('foods like an everyday food', () => {
  const like = (id: string) => {
    const food = everydayFoods.find(each => each.id === id)
    return food ? everydayFoodsLike(food).map(each => each.food.id) : []
  }

  it.each([
    ['banana-raw', ['apple-raw', 'pear-raw']],
    ['apple-raw', ['pear-raw', 'banana-raw']],
    ['milk-whole', ['milk-2-percent', 'milk-semi-skimmed']],
    ['tomato-raw', ['cucumber-raw', 'pepper-red-raw']],
  ])('of %s start with what people know', (id, expected) => {
    expect(like(id).slice(0, 2)).toEqual(expected)
  })

  it('are one of each kind, prepared alike, and never the food', () => {
    const fruits = like('banana-raw')
    expect(fruits.filter(id => id.startsWith('apple'))).toEqual(['apple-raw'])
    expect(fruits).not.toContain('banana-raw')
    const states = new Map(everydayFoods.map(({ id, state }) => [id, state]))
    expect(new Set(fruits.map(id => states.get(id)))).toEqual(new Set(['raw']))
  })

  it('are found for the food as the catalog shows it, and not for a product of the same name', () => {
    expect(everydayFoodShownAs({ name: 'Banana', image_url: illustrationPath('🍌') })?.id).toBe('banana-raw')
    expect(everydayFoodShownAs({ name: 'Banana', image_url: 'https://example.org/1.jpg' })).toBeUndefined()
  })
})
