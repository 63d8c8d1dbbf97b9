// Queries as people type them, and what a right answer to each is. A line of a set has kind, query, expect, kcal and note,
// separated by tabs. `expect` is one of:
//   /regex/ or !/regex/   the normalized "name | brand" matches, or does not
//   fat<=3                the value per 100 g is known and within the bound
//   A && B                both hold
//   same:other query      what is right for the other query of the set
//   none                  no row is a cosmetic, pet food or cleaning product; the answer may be empty
//   empty                 no row
//   empty or A            no row, or first a food that passes A; its energy may be unknown
// `kcal` is the plausible energy per 100 g. When you add a query, make sure that the catalog has a right food, and describe
// the food and its energy, never a single record.
import type { Food } from '@larder/client'
import { foldLabel, removeAccents } from './food-label.ts'

export type JudgedFood = Pick<
  Food,
  | 'id'
  | 'name'
  | 'brand'
  | 'calories_kcal'
  | 'protein_g'
  | 'fat_g'
  | 'carbs_g'
  | 'sugar_g'
  | 'fiber_g'
  | 'sodium_mg'
>

type FoodTest = (food: JudgedFood) => boolean

/**
 * food: a food that passes the test is right.
 * no-junk: no returned row may be something other than food.
 * empty: nothing may be returned.
 */
type Expectation =
  | { type: 'food' | 'food-or-empty'; isRight: FoodTest }
  | { type: 'no-junk' }
  | { type: 'empty' }

export interface PeopleQuery {
  kind: string
  query: string
  /** The food that is asked for; queries with the same note ask for the same food. */
  note: string
  expectation: Expectation
  /** What is expected, for reports. */
  wanted: string
  /** The query that asks for the same food and must get the same first result. */
  sameAs?: string
}

type Row = Pick<PeopleQuery, 'kind' | 'query' | 'note'> & { expect: string; kcal: string }

const samePrefix = 'same:'
const emptyPrefix = 'empty or '

export function readPeopleSet(text: string): PeopleQuery[] {
  const rows = text.trimEnd().split('\n').slice(1).map(readRow)
  const byQuery = new Map(rows.filter(row => !row.expect.startsWith(samePrefix)).map(row => [row.query, row]))
  return rows.map(row => {
    const { kind, query, note, expect } = row
    if (!expect.startsWith(samePrefix)) return { kind, query, note, ...expectationOf(row) }
    const sameAs = expect.slice(samePrefix.length)
    const other = byQuery.get(sameAs)
    if (other === undefined) throw new Error(`${query}: the set has no expectation for ${sameAs}`)
    return { kind, query, note, ...expectationOf(other), sameAs }
  })
}

function readRow(line: string): Row {
  const [kind = '', query = '', expect = '', kcal = '', note = ''] = line.split('\t')
  if (expect === '')
    throw new Error(`expected kind, query, expect, kcal and note, separated by tabs: ${line}`)
  return { kind, query, expect, kcal, note }
}

function expectationOf({ query, expect, kcal }: Row): Pick<PeopleQuery, 'expectation' | 'wanted'> {
  if (expect === 'none') return { expectation: { type: 'no-junk' }, wanted: 'only food, or nothing' }
  if (expect === 'empty') return { expectation: { type: 'empty' }, wanted: 'nothing' }
  try {
    const mayBeEmpty = expect.startsWith(emptyPrefix)
    const conditions = (mayBeEmpty ? expect.slice(emptyPrefix.length) : expect).split(' && ')
    const tests = [...(mayBeEmpty ? [] : [parseEnergy(kcal)]), ...conditions.map(parseCondition)]
    return {
      expectation: {
        type: mayBeEmpty ? 'food-or-empty' : 'food',
        isRight: food => tests.every(test => test(food)),
      },
      wanted: kcal === '' ? expect : `${expect} at ${kcal} kcal`,
    }
  } catch (cause) {
    throw new Error(`${query}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** "44-66" or "95-165,325-380"; an empty text accepts any plausible energy. Unknown energy never passes. */
function parseEnergy(text: string): FoodTest {
  const ranges = (text || '0-950').split(',').map(range => {
    const bounds = /^([\d.]+)-([\d.]+)$/.exec(range)
    if (bounds === null) throw new Error(`${range} is not an energy range`)
    return { min: Number(bounds[1]), max: Number(bounds[2]) }
  })
  return ({ calories_kcal: kcal }) =>
    kcal !== null && ranges.some(({ min, max }) => kcal >= min && kcal <= max)
}

function parseCondition(text: string): FoodTest {
  const [, negation, pattern] = /^(!?)\/(.+)\/$/u.exec(text) ?? []
  return pattern === undefined ? parseBound(text) : parsePattern(pattern, negation === '!')
}

function parsePattern(pattern: string, isNegated: boolean): FoodTest {
  const expression = new RegExp(removeAccents(pattern), 'iu')
  return food => expression.test(foldLabel(food)) !== isNegated
}

const boundedFields = {
  kcal: 'calories_kcal',
  protein: 'protein_g',
  fat: 'fat_g',
  carbs: 'carbs_g',
  sugar: 'sugar_g',
  fiber: 'fiber_g',
  sodium: 'sodium_mg',
} as const

const isBoundedField = (name: string): name is keyof typeof boundedFields =>
  Object.hasOwn(boundedFields, name)

/** "fat<=3" or "protein>=20", per 100 g. */
function parseBound(text: string): FoodTest {
  const [, name = '', operator, limitText] = /^(\w+)([<>])=([\d.]+)$/.exec(text) ?? []
  if (!isBoundedField(name)) throw new Error(`${text} is neither a pattern nor a bound`)
  const limit = Number(limitText)
  return food => {
    const value = food[boundedFields[name]]
    if (value === null) return false
    return operator === '<' ? value <= limit : value >= limit
  }
}
