// From the address of a meal to its foods with their weights.
import { type FoodPortions, foodNamesReader, portionsReader } from '../../catalog/food-portions.ts'
import type { Food } from '../../food/food.ts'
import type { Assumption } from '../../meals/assumptions.ts'
import { hasUsableValues } from '../../meals/choose-food.ts'
import { type MealDeps, type MealItem, maxMealItems, readMeal } from '../../meals/meal.ts'
import { weigh } from '../../meals/weigh.ts'
import { languageOfSentence } from '../../search/query/sentence-language.ts'
import type { WebsiteCatalog } from '../context.ts'
import { askedPortion, optionsOf, portionIn } from '../food/asked-portion.ts'
import { defaultPortion, maxGrams, type Portion, type PortionOption } from '../food/portion.ts'
import type { Locale } from '../i18n/locales.ts'
import { gramsIn, type ItemAddress, type MealAddress, unitNamed } from './meal-address.ts'

export interface ShownItem {
  /** With the name of the catalog. */
  food: Food
  options: PortionOption[]
  /** Null if its weight is unknown, or the amount is none. */
  portion: Portion | null
  /** As typed in a sentence; undefined if the address states the food. */
  text: string | undefined
  alternatives: Food[]
  assumed: Assumption[]
}

export interface ShownMeal {
  items: ShownItem[]
  /** Parts of the text for which there is no food. */
  notUnderstood: string[]
  /** How many foods of the address do not exist. */
  missing: number
  isCut: boolean
}

export const mealDeps = ({ database, search }: WebsiteCatalog): MealDeps => ({
  search,
  portionsOf: portionsReader(database),
  namesInCatalog: foodNamesReader(database),
})

export async function readItems(
  catalog: WebsiteCatalog,
  address: MealAddress,
  locale: Locale,
): Promise<ShownMeal> {
  const deps = mealDeps(catalog)
  const [stated, read] = await Promise.all([
    Promise.all(address.items.map(({ id }) => catalog.lookup.byId(id))),
    address.q === ''
      ? []
      : readMeal(deps, address.q, languageOfSentence(address.q, locale).language).then(({ items }) => items),
  ])
  const foods = [...stated, ...read.map(({ food }) => food)].flatMap(food => food ?? [])
  const portions = foods.length === 0 ? new Map() : await deps.portionsOf(foods.map(({ id }) => id))
  const shown = [
    ...address.items.flatMap((item, index) => {
      const food = stated[index]
      return food === undefined ? [] : [statedItem(item, food, portions.get(food.id), locale)]
    }),
    ...read.flatMap(item =>
      item.food === null ? [] : [saidItem(item, item.food, portions.get(item.food.id), locale)],
    ),
  ]
  const items = shown.slice(0, maxMealItems)
  const changed = address.change === null ? undefined : items[address.change]
  if (changed) changed.alternatives = await findAlternatives(catalog, changed.food, address.find)
  return {
    items,
    notUnderstood: read.filter(({ food }) => food === null).map(({ text }) => text),
    missing: stated.filter(food => food === undefined).length,
    isCut: address.isCut || shown.length > maxMealItems,
  }
}

function statedItem(
  { amount, unit }: ItemAddress,
  food: Food,
  of: FoodPortions | undefined,
  locale: Locale,
): ShownItem {
  const options = optionsOf(food, of, locale)
  const item = { food, options, text: undefined, alternatives: [], assumed: [] }
  if (amount === '' && unit === '') return { ...item, portion: defaultPortion(food, options) }
  const count = Number(amount)
  const option = unitNamed(unit, options)
  if (option) return { ...item, portion: usable(portionIn(option, count)) }
  // A unit of the food that was exchanged for this one.
  const said = { amount: count, unit, size: sizes.has(unit) ? unit : null, isMeasured: true }
  const ofOne = gramsIn(unit)
  const weight =
    ofOne === null
      ? weigh(food, of?.portions ?? [], said.size === null ? said : { ...said, unit: null })
      : { grams: count * ofOne, assumed: [] }
  return {
    ...item,
    portion: weight && askedPortion(weight.grams, said, options),
    assumed: weight?.assumed ?? [{ kind: 'unknown weight', unit }],
  }
}

const sizes = new Set(['small', 'medium', 'large', 'extra large'])

const usable = (portion: Portion): Portion | null =>
  portion.grams >= 0.01 && portion.grams <= maxGrams ? portion : null

function saidItem(
  { text, amount, unit, grams, alternatives, assumed }: MealItem,
  food: Food,
  of: FoodPortions | undefined,
  locale: Locale,
): ShownItem {
  const options = optionsOf(food, of, locale)
  const portion = grams === null ? null : askedPortion(grams, { amount, unit }, options)
  return { food, options, portion, text, alternatives, assumed }
}

const maxFound = 20
const maxAlternatives = 6

async function findAlternatives({ search }: WebsiteCatalog, food: Food, find: string): Promise<Food[]> {
  const { foods: found } = await search.find({ q: find.length < 2 ? food.name : find, limit: maxFound })
  return found.filter(each => each.id !== food.id && hasUsableValues(each)).slice(0, maxAlternatives)
}
