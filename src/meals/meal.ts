// A meal from start to end: split the sentence, find a food for each part, weigh it and add everything up.
import type { FoodNamesReader, PortionsReader } from '../catalog/food-portions.ts'
import { categoryTrail } from '../food/categories.ts'
import type { EverydayFood } from '../food/everyday-foods.ts'
import { everydayFoodNamed } from '../food/everyday-names.ts'
import type { Food } from '../food/food.ts'
import { joinNames, type MealPart, possibleNames, splitMeal } from '../search/query/parse-meal.ts'
import type { FoodSearch } from '../search/query/search.ts'
import type { Assumption } from './assumptions.ts'
import { type CandidateFood, chooseFood, type FoodChoice, maxAlternatives } from './choose-food.ts'
import { type DishPart, expandDishes } from './dishes.ts'
import { displayNameOf, isEverydayFood, rawFoodNamed } from './everyday-food.ts'
import { type MealTotals, totalsOf } from './totals.ts'
import { type Weight, weigh } from './weigh.ts'

export interface MealItem {
  /** As typed. */
  text: string
  amount: number
  /** A unit of @larder/portions, or a size; null when none is said. */
  unit: string | null
  /** Null when the weight of the unit is unknown. */
  grams: number | null
  /** Null when nothing fits. */
  food: Food | null
  alternatives: Food[]
  /** From 0 to 1. */
  confidence: number
  assumed: Assumption[]
}

export interface Meal {
  items: MealItem[]
  totals: MealTotals
}

export interface MealDeps {
  search: Pick<FoodSearch, 'explain'>
  portionsOf: PortionsReader
  /** Which of these normalized names foods of the catalog have. */
  namesInCatalog: FoodNamesReader
}

export const maxMealItems = 40
/** One meal takes no more connections than a few searches. */
const itemsAtOnce = 4
const candidatesPerItem = 30
/** Only foods that agree are weighed, and the first of them usually can be. */
const maxFoodsWeighed = 8

/** The foods that a text names, each with its amount. */
export async function splitFoods(
  { namesInCatalog }: Pick<MealDeps, 'namesInCatalog'>,
  q: string,
  language: string | null,
): Promise<MealPart[]> {
  const split = splitMeal(q, language)
  const names = await namesInCatalog(possibleNames(split))
  return joinNames(split, words => names.has(words))
}

/** Reads the sentence in this language, with English behind it. */
export async function readMeal(deps: MealDeps, q: string, language: string | null): Promise<Meal> {
  const parts = expandDishes(await splitFoods(deps, q, language), language).slice(0, maxMealItems)
  const isRaw = isRecipe(q, parts, language)
  const items: MealItem[] = []
  for (let start = 0; start < parts.length; start += itemsAtOnce) {
    const some = parts.slice(start, start + itemsAtOnce)
    const read = some.map((part, index) =>
      readItem(deps, part, { language, isRaw }, slicesBefore(parts, start + index)),
    )
    items.push(...(await Promise.all(read)))
  }
  return { items, totals: totalsOf(items) }
}

const minLinesOfRecipe = 3

/** Whether it lists what a dish is made of: several lines with amounts, or flour. */
function isRecipe(q: string, parts: readonly MealPart[], language: string | null): boolean {
  const measured = parts.filter(({ isMeasured }) => isMeasured).length
  const isFlour = ({ words }: MealPart) => {
    const food = everydayFoodNamed(words, language)
    return food !== null && categoryTrail(food.category).includes('Flour')
  }
  const lines = q.split('\n').filter(line => line.trim() !== '').length
  return (
    parts.length > 1 && ((lines >= minLinesOfRecipe && measured > parts.length / 2) || parts.some(isFlour))
  )
}

/** How many slices a part without an amount may be spread on: two slices of toast with butter. */
function slicesBefore(parts: readonly MealPart[], index: number): number {
  const isAddition = ({ link, isMeasured }: MealPart) => link !== null && !isMeasured
  const before = parts.slice(0, index + 1).findLast(part => !isAddition(part))
  return before?.unit === 'slice' && before !== parts[index] ? before.amount : 1
}

async function readItem(
  deps: MealDeps,
  part: DishPart,
  { language, isRaw }: { language: string | null; isRaw: boolean },
  slices: number,
): Promise<MealItem> {
  const { text, amount, words } = part
  const asked = { text, amount, unit: part.unit ?? part.size }
  // A name may contain what is read as a package or as an article: canned beans in Polish, tea in French.
  const name = everydayFoodNamed(text, language) === null ? words : text
  const choice = await findFood(
    deps.search,
    name,
    isRaw && !canned.test(text) ? rawFoodNamed(name, language) : everydayFoodNamed(name, language),
  )
  const [first] = choice?.foods ?? []
  if (choice === null || first === undefined || !choice.isCertain)
    return {
      ...{ ...asked, grams: null, food: null, confidence: 0 },
      alternatives: (choice?.foods ?? []).slice(0, maxAlternatives),
      assumed: [{ kind: 'no food', words }],
    }
  const { food, weight: ofOne } = await weighFirst(deps, choice, part, language)
  const weight = ofOne && drained(onSlices(ofOne, slices), part)
  const isSaid = food.name.toLowerCase() === words.toLowerCase()
  return {
    ...asked,
    grams: weight?.grams ?? null,
    food,
    alternatives: choice.alternatives.filter(({ id }) => id !== food.id),
    confidence: Math.round(choice.confidence * (weight?.confidence ?? unknownWeight) * 100) / 100,
    assumed: [
      ...(part.assumed === undefined ? [] : [part.assumed]),
      ...(isSaid ? [] : [{ kind: 'food', words, food } as const]),
      ...(choice.isTakenAsCooked ? [{ kind: 'cooked' } as const] : []),
      ...(weight?.assumed ?? [{ kind: 'unknown weight', unit: asked.unit ?? 'piece' } as const]),
    ],
  }
}

const canned = /(?<!\p{L})(?:cans?|tins?|jars?|dosen?|gläser|boîtes?|latas?|botes?|puszk\p{L}*)(?!\p{L})/iu

const poured =
  /(?<!\p{L})(?:drained|rinsed|abgetropft|abgespült|égoutté|rincé|escurrid|enjuagad|odsącz|odsacz|opłukan)/iu
const weighedCan = /\d ?(?:g|oz)\)?[ -]+(?:cans?|tins?|dosen?|boîtes?|latas?|puszk)/iu
const shareOfDrained = 0.6

/** The weight on a can, as in 1 (15 oz) can of beans, includes the liquid that is poured off. */
function drained(weight: Weight, { text }: MealPart): Weight {
  if (!weighedCan.test(text) || !poured.test(text)) return weight
  const assumed = [...weight.assumed, { kind: 'drained', share: shareOfDrained } as const]
  return { ...weight, grams: Math.round(weight.grams * shareOfDrained * 10) / 10, assumed }
}

const unknownWeight = 0.5
/** More is eaten next to the bread. */
const maxSpreadGrams = 25

function onSlices(weight: Weight, slices: number): Weight {
  if (slices === 1 || weight.grams > maxSpreadGrams) return weight
  const assumed = [...weight.assumed, { kind: 'slices', slices } as const]
  return { ...weight, grams: weight.grams * slices, assumed }
}

async function findFood(
  search: MealDeps['search'],
  words: string,
  everyday: EverydayFood | null,
): Promise<FoodChoice | null> {
  const candidates = await findCandidates(search, words)
  if (everyday !== null && !candidates.some(({ food }) => isEverydayFood(food, everyday))) {
    const byName = await findCandidates(search, displayNameOf(everyday))
    const ids = new Set(candidates.map(({ food }) => food.id))
    candidates.push(
      ...byName.filter(({ food }) => !ids.has(food.id)).map(each => ({ ...each, band: each.band + 1 })),
    )
  }
  return chooseFood(words, everyday, candidates)
}

async function findCandidates(search: MealDeps['search'], q: string): Promise<CandidateFood[]> {
  const { ranked, foods } = await search.explain({ q, limit: candidatesPerItem })
  return ranked.flatMap(({ food: { id }, band, isContradiction }) => {
    const food = foods.get(id)
    return food === undefined ? [] : [{ food, band, isContradiction }]
  })
}

/** The first of the agreeing foods whose weight is known; its values are used as well. */
async function weighFirst(
  { portionsOf }: MealDeps,
  { foods }: FoodChoice,
  part: MealPart,
  language: string | null,
): Promise<{ food: Food; weight: Weight | null }> {
  const some = foods.slice(0, maxFoodsWeighed)
  const portions = await portionsOf(some.map(({ id }) => id))
  const weighed = some.flatMap(food => {
    const weight = weigh(food, portions.get(food.id)?.portions ?? [], part, language)
    return weight === null ? [] : [{ food, weight }]
  })
  const [first] = some
  const known = weighed.find(({ food, weight }) => food === first || weight.confidence >= minCertainWeight)
  const best = known ?? weighed[0]
  if (best !== undefined) return best
  if (first === undefined) throw new Error('a choice has a food')
  return { food: first, weight: null }
}

/** Less is a guess, for which no other food is taken. */
const minCertainWeight = 0.7
