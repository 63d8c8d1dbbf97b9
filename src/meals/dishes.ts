// Dishes and what is in them: a cheese and pickle sandwich is bread, cheese and pickle, of a bowl with rice and salmon, rice and salmon are
// counted, a menu is several foods, and the cheese of a taco is not counted again. Other dishes that are everyday foods stay whole.
import { categoryTrail } from '../food/categories.ts'
import { everydayFoodNamed } from '../food/everyday-names.ts'
import { readYaml } from '../language/read-yaml.ts'
import { tokenize } from '../language/tokenize.ts'
import { type MealPart, splitMeal } from '../search/query/parse-meal.ts'
import type { Assumption } from './assumptions.ts'

export interface DishPart extends MealPart {
  /** What the dish is taken to have, if the sentence does not say it. */
  assumed?: Assumption
}

export function expandDishes(parts: readonly MealPart[], language: string | null = null): DishPart[] {
  const listed = withoutVessels(withoutIngredients(parts.map(asOmelette)), language)
  const named = withoutMixtures(listed, language)
  return withoutContained(named, language).flatMap(
    part => foodsOfMenu(part) ?? onBread(part, language) ?? [part],
  )
}

const {
  contains,
  menus,
  made_of_what_follows: madeOfWhatFollows,
} = readYaml(new URL('./dishes.yaml', import.meta.url)) as {
  contains: Record<string, string[]>
  made_of_what_follows: string[]
  menus: { names: string[]; foods: string }[]
}

const menuKey = (words: string) => tokenize(words).join(' ')
const foodsByMenu = new Map(menus.flatMap(({ names, foods }) => names.map(name => [menuKey(name), foods])))

/** What a full English breakfast consists of. */
function foodsOfMenu({ words, amount }: MealPart): DishPart[] | null {
  const foods = foodsByMenu.get(menuKey(words))
  if (foods === undefined) return null
  return splitMeal(foods, 'en').map(part => ({
    ...part,
    amount: part.amount * amount,
    assumed: { kind: 'menu', menu: words, foods },
  }))
}

const eggsPerOmelette = 2

/** A 3 egg omelette is one omelette. */
const asOmelette = (part: MealPart): MealPart =>
  /^eggs? omelett?e?s?$/i.test(part.words) && part.amount >= eggsPerOmelette && part.unit === null
    ? { ...part, amount: part.amount / eggsPerOmelette, words: 'omelette' }
    : part

const isNamed = (id: string, names: readonly string[]) => names.some(name => `${id}-`.startsWith(`${name}-`))

/** "Porridge with 40 g oats and 200 ml milk" counts as the oats and the milk. */
function withoutMixtures(parts: readonly MealPart[], language: string | null): MealPart[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    const isListed = !part.isMeasured && next?.isMeasured === true && next.unit !== null
    const id = everydayFoodNamed(part.words, language)?.id ?? part.words.toLowerCase().replaceAll(' ', '-')
    return isListed && isNamed(id, madeOfWhatFollows) ? [] : [part]
  })
}

/** The categories of what is in a dish. */
function categoriesIn({ words }: MealPart, language: string | null): string[] {
  const dish = everydayFoodNamed(words, language)
  const found = dish && Object.entries(contains).find(([name]) => isNamed(dish.id, [name]))
  return found?.[1] ?? []
}

/** Links after which something is in or on a dish. */
const withWords = new Set(['with', 'w', 'mit', 'avec', 'au', 'aux', 'con', 'z', 'ze', 'met', 'com'])

/** "Two tacos with beef and cheese" counts as the tacos: beef and cheese are in them. */
function withoutContained(parts: readonly MealPart[], language: string | null): MealPart[] {
  const counted: MealPart[] = []
  let categories: string[] = []
  for (const part of parts) {
    const { link, isMeasured, words, text } = part
    const dish = counted.at(-1)
    const isAdded = link !== null && !isMeasured && dish !== undefined
    if (!isAdded) categories = categoriesIn(part, language)
    else if (withWords.has(link.toLowerCase()))
      categories = categories.length > 0 ? categories : categoriesIn(dish, language)
    const food = isAdded && categories.length > 0 ? everydayFoodNamed(words, language) : null
    const trail = food === null ? [] : categoryTrail(food.category)
    if (dish !== undefined && trail.some(name => categories.includes(name)))
      counted.splice(-1, 1, { ...dish, text: `${dish.text} ${link} ${text}` })
    else counted.push(part)
  }
  return counted
}

const slicesOfBread: Record<string, number> = { sandwich: 2, sandwiches: 2, toastie: 2, toast: 1 }
const breadDish = /^(.+) (sandwich|sandwiches|toastie|toast)(?: on (.+?)(?: bread)?)?$/i

/** Bread and what is on it, if each of these is an everyday food. */
function onBread(part: MealPart, language: string | null): DishPart[] | null {
  const [, filling = '', dish = '', kind] = breadDish.exec(part.words) ?? []
  if (filling === '' || everydayFoodNamed(part.words, language) !== null) return null
  const loaf = everydayFoodNamed(filling, language)
  if (loaf !== null && categoryTrail(loaf.category).includes('Bread')) return null
  const fillings = filling.split(/ and | with | & |, ?/i)
  if (fillings.some(words => everydayFoodNamed(words, language) === null)) return null
  const slices = slicesOfBread[dish.toLowerCase()] ?? 1
  const bread: DishPart = {
    ...part,
    ...{ amount: part.amount * slices, unit: 'slice', size: null, isMeasured: true },
    words: kind === undefined ? (slices === 1 ? 'toast' : 'white bread') : `${kind} bread`,
    assumed: { kind: 'dish', dish: dish.toLowerCase(), slices },
  }
  return [
    bread,
    ...fillings.map(words => ({
      ...{ text: words, words, amount: 1, unit: null, size: null, isMeasured: false, link: 'with' },
    })),
  ]
}

const vessel = /^(?:(.+) )?(?:bowl|smoothie|breakfast|plate|platter)(?: of (.+))?$/i

/** What is listed after "bowl with", "breakfast with" or "smoothie of" is all that is in it. */
function withoutVessels(parts: readonly MealPart[], language: string | null): MealPart[] {
  return parts.flatMap((part, index) => {
    const [found, kind, first] = vessel.exec(part.words) ?? []
    const listed = parts.slice(index + 1).filter(({ link, isMeasured }) => link !== null || !isMeasured)
    const isList = first !== undefined || parts[index + 1]?.link === 'with'
    if (found === undefined || !isList || listed.length < 2) return [part]
    const words = first ?? kind ?? ''
    return everydayFoodNamed(words, language) === null
      ? []
      : [{ ...part, words, unit: null, isMeasured: false }]
  })
}

/** Une omelette de deux œufs. */
const omeletteOf = /^(?:\p{L}+ )?(ome?let\p{L}*) (?:of|from|aus|de|di|con|z)$/iu

const made =
  /^(.+) (?:made|prepared|gemacht|zubereitet|faite?s?|préparée?s?|hech[oa]s?|preparad[oa]s?|fatt[oaie]|zrobion[yae]|gemaakt)(?: (?:of|from|out of|aus|de|van))?$/i

/** Of "a latte made with milk", the latte is counted; of "an omelette made of three eggs", the eggs. */
function withoutIngredients(parts: readonly MealPart[]): MealPart[] {
  const counted: MealPart[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const next = parts[index + 1]
    const [, words] = (part && (made.exec(part.words) ?? omeletteOf.exec(part.text))) ?? []
    if (part === undefined || words === undefined || next === undefined) {
      if (part !== undefined) counted.push(part)
      continue
    }
    if (next.isMeasured) continue
    counted.push({ ...part, words })
    index++
  }
  return counted
}
