import { describe, expect, it } from 'vitest'
import { judgePeople } from './judge.ts'
import { type JudgedFood, readPeopleSet } from './query-set.ts'

const set = readPeopleSet(
  [
    'kind\tquery\texpect\tkcal\tnote',
    'generic\tapple\t/apple/\t44-66\tapple',
    'typo\taple\tsame:apple\t\tapple',
    'none\tdog food\tnone\t\t',
    'none\txqzvw\tempty\t\t',
    'missing\tramen\tempty or /ramen|noodle/\t\t',
  ].join('\n'),
)

let lastId = 0
function food(name: string, kcal: number | null, more: Partial<JudgedFood> = {}): JudgedFood {
  const macros = { protein_g: 1, fat_g: 1, carbs_g: null }
  const others = { brand: null, sugar_g: null, fiber_g: null, sodium_mg: null }
  return { id: ++lastId, name, calories_kcal: kcal, ...macros, ...others, ...more }
}

function judge(answers: Record<string, JudgedFood[]>) {
  const empty = { apple: [], aple: [], 'dog food': [], xqzvw: [], ramen: [] }
  return judgePeople(set, new Map(Object.entries({ ...empty, ...answers })))
}

function verdictOn(query: string, answers: Record<string, JudgedFood[]>) {
  const found = judge(answers).verdicts.find(verdict => verdict.query.query === query)
  if (found === undefined) throw new Error(`no verdict on ${query}`)
  return found
}

describe('a verdict', () => {
  it('says whether the first result, or one of three, is right', () => {
    const pie = food('Pie', 300)
    const apple = food('Apple', 52)
    const of = (foods: JudgedFood[]) => {
      const { isFirstRight, isRightInFirstThree } = verdictOn('apple', { apple: foods })
      return [isFirstRight, isRightInFirstThree]
    }
    expect(of([apple, pie])).toEqual([true, true])
    expect(of([pie, pie, apple])).toEqual([false, true])
    expect(of([pie, pie, pie, apple])).toEqual([false, false])
    expect(of([])).toEqual([false, false])
  })

  it('accepts anything but cosmetics, pet food and cleaning products where no food is meant', () => {
    const isRight = (name: string, brand: string | null = null) =>
      verdictOn('dog food', { 'dog food': [food('Hot dog', 250), food(name, 300, { brand })] }).isFirstRight
    expect(isRight('Corn dog')).toBe(true)
    expect(isRight('Soapstone potatoes')).toBe(true)
    expect(isRight('Dog Food, beef')).toBe(false)
    expect(isRight('Croquettes pour chats')).toBe(false)
    expect(isRight('Tendre bœuf', 'Whiskas')).toBe(false)
    expect(isRight('Dishwashing liquid')).toBe(false)
    expect(verdictOn('dog food', {}).isFirstRight).toBe(true)
  })

  it('accepts nothing where nothing is expected', () => {
    expect(verdictOn('xqzvw', {}).isFirstRight).toBe(true)
    expect(verdictOn('xqzvw', { xqzvw: [food('Apple', 52)] }).isFirstRight).toBe(false)
  })

  it('accepts nothing, or a food that may be meant, where the catalog lacks the food', () => {
    const isRight = (foods: JudgedFood[]) => verdictOn('ramen', { ramen: foods }).isFirstRight
    expect(isRight([])).toBe(true)
    expect(isRight([food('Noodles', null)])).toBe(true)
    expect(isRight([food('Raisins', 300), food('Noodles', 140)])).toBe(false)
  })

  it('compares the first result with that of the query it equals', () => {
    const apple = food('Apple, raw', 50)
    const agrees = (first: JudgedFood | undefined) =>
      verdictOn('aple', { apple: [apple], aple: first ? [first] : [] }).agrees
    expect(agrees(apple)).toBe(true)
    expect(agrees(food('apple raw', 55))).toBe(true)
    expect(agrees(food('apple raw', 60))).toBe(false)
    expect(agrees(food('apple raw', null))).toBe(false)
    expect(agrees(food('Apple', 50))).toBe(false)
    expect(agrees(undefined)).toBe(false)
    expect(verdictOn('apple', { apple: [apple] }).agrees).toBeNull()
  })
})

describe('figures', () => {
  it('are shares of queries and of returned rows, by kind and over all', () => {
    const apple = food('Apple', 52)
    const { figures } = judge({
      apple: [apple, food('apple!', 52), food('Apple', null), food('Apple soap', 52, { fat_g: null })],
      aple: [apple],
    })
    expect(figures.map(({ kind, queries }) => [kind, queries])).toEqual([
      ['all', 5],
      ['generic', 1],
      ['typo', 1],
      ['none', 2],
      ['missing', 1],
    ])
    expect(figures[0]).toEqual({
      kind: 'all',
      queries: 5,
      'right@1': 1,
      'right@3': 1,
      empty: 3 / 5,
      'usable@10': 3 / 5,
      'distinct@10': 3 / 5,
      'junk@10': 1 / 5,
      'agree@1': 1,
    })
    expect(figures[3]).toMatchObject({ kind: 'none', empty: 1, 'usable@10': null, 'agree@1': null })
  })

  it('count only the first ten rows', () => {
    const rows = Array.from({ length: 12 }, (_, row) => food(row < 10 ? 'Apple' : `Pie ${row}`, 52))
    expect(judge({ apple: rows }).figures[1]).toMatchObject({ kind: 'generic', 'distinct@10': 1 / 10 })
  })

  it('need an answer to every query', () => {
    expect(() => judgePeople(set, new Map())).toThrow('no answer to apple')
  })
})
