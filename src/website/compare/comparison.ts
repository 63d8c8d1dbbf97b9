// Which foods are compared, and in which of their values they differ.
import type { Food } from '../../food/food.ts'
import { type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import { estimateSource } from '../../food/sources.ts'

export const maxComparedFoods = 4

export interface Comparison {
  ids: number[]
  /** Empty: no search for a food to add. */
  add: string
  per: 'serving' | '100g'
}

export interface ComparedFood {
  food: Food
  /** In grams, to which its values refer. */
  grams: number
  /** Such as `1 medium banana, 118 g`. */
  portion: string
}

/** Ids separated by commas; what is no id is ignored. */
export function readIds(value: string): { ids: number[]; isCut: boolean } {
  const ids = value
    .slice(0, 200)
    .split(',')
    .map(each => each.trim())
    .filter(each => /^[1-9]\d{0,14}$/.test(each))
    .map(Number)
  const unique = [...new Set(ids)]
  return { ids: unique.slice(0, maxComparedFoods), isCut: unique.length > maxComparedFoods }
}

export function comparePath({ ids, add = '', per = '100g' }: Partial<Comparison>): string {
  const parameters = [
    ...(ids && ids.length > 0 ? [`foods=${ids.join(',')}`] : []),
    ...(per === 'serving' ? ['per=serving'] : []),
    ...(add === '' ? [] : [`add=${encodeURIComponent(add)}`]),
  ]
  return parameters.length === 0 ? '/compare' : `/compare?${parameters.join('&')}`
}

/** The words between two foods of a question such as `banana or apple`, in the languages of the website. */
const connectors = new Set('or oder ou o lub czy albo vs versus gegen contre contra contro kontra'.split(' '))

/** The foods that a search asks to compare; undefined for all other searches. */
export function readComparedNames(q: string): string[] | undefined {
  const names: string[][] = [[]]
  for (const word of q.replace(/[?？]\s*$/, '').split(/\s+/)) {
    if (connectors.has(word.toLowerCase().replace(/\.$/, ''))) names.push([])
    else names.at(-1)?.push(word)
  }
  const found = names.map(words => words.join(' '))
  const isComparison =
    found.length > 1 && found.length <= maxComparedFoods && found.every(({ length }) => length > 1)
  return isComparison ? found : undefined
}

const firstRows: Nutrient[] = [
  'calories_kcal',
  'protein_g',
  'carbs_g',
  'sugar_g',
  'fat_g',
  'saturated_fat_g',
  'fiber_g',
]
export const comparedNutrients: readonly Nutrient[] = [...new Set([...firstRows, ...nutrients])]

/** As shown: grams with one decimal, kilocalories and milligrams without. */
export const decimalsOf = (nutrient: Nutrient): 0 | 1 => (nutrientTable[nutrient].unit === 'g' ? 1 : 0)

/** Null if it is not stated. */
export function amountOf({ food, grams }: ComparedFood, nutrient: Nutrient): number | null {
  const value = food[nutrient]
  return value === null ? null : (value * grams) / 100
}

export interface Difference {
  nutrient: Nutrient
  most: ComparedFood
  least: ComparedFood
}

/** Grams that no reader would choose a food for. */
const trivialGrams = 0.5

/** In the order of the table. A value that is not stated or estimated is neither more nor less than another one. */
export function differencesOf(foods: ComparedFood[]): Difference[] {
  return comparedNutrients.flatMap(nutrient => {
    const factor = 10 ** decimalsOf(nutrient)
    const known = foods
      .flatMap(compared => {
        const amount = amountOf(compared, nutrient)
        return amount === null || compared.food.source === estimateSource
          ? []
          : { compared, amount, shown: Math.round(amount * factor) }
      })
      .toSorted((one, other) => other.shown - one.shown)
    const [first, last] = [known[0], known.at(-1)]
    if (!first || !last || first.shown === last.shown) return []
    if (nutrientTable[nutrient].unit === 'g' && first.amount < trivialGrams) return []
    return { nutrient, most: first.compared, least: last.compared }
  })
}

/** Two foods of the same category for each of the first categories with two well documented foods. */
export function examplePairs(foods: Food[], maxPairs: number): [Food, Food][] {
  const usable = foods.filter(
    ({ category, calories_kcal, source }) =>
      category !== null && calories_kcal !== null && source !== estimateSource,
  )
  return [...Map.groupBy(usable, ({ category }) => category).values()]
    .flatMap(([one, ...others]): [Food, Food][] => {
      const other = others.find(each => each.name !== one?.name)
      return one && other ? [[one, other]] : []
    })
    .slice(0, maxPairs)
}
