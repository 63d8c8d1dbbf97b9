// Dishes that are named by what is in them, in English: a cheese and pickle sandwich is bread, cheese and pickle, and of a bowl with rice and
// salmon, rice and salmon are counted. Dishes that are everyday foods stay whole.
import { everydayFoodNamed } from '../food/everyday-names.ts'
import type { MealPart } from '../search/query/parse-meal.ts'
import type { Assumption } from './assumptions.ts'

export interface DishPart extends MealPart {
  /** What the dish is taken to have, if the sentence does not say it. */
  assumed?: Assumption
}

export function expandDishes(parts: readonly MealPart[], language: string | null = null): DishPart[] {
  return withoutVessels(withoutIngredients(parts), language).flatMap(
    part => onBread(part, language) ?? [part],
  )
}

const slicesOfBread: Record<string, number> = { sandwich: 2, sandwiches: 2, toastie: 2, toast: 1 }
const breadDish = /^(.+) (sandwich|sandwiches|toastie|toast)(?: on (.+?)(?: bread)?)?$/i

/** Bread and what is on it, if each of these is an everyday food. */
function onBread(part: MealPart, language: string | null): DishPart[] | null {
  const [, filling = '', dish = '', kind] = breadDish.exec(part.words) ?? []
  if (filling === '' || everydayFoodNamed(part.words, language) !== null) return null
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

const vessel = /^(?:(.+) )?(?:bowl|smoothie)(?: of (.+))?$/i

/** What is listed after "bowl with" or "smoothie of" is all that is in it. */
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

const made =
  /^(.+) (?:made|prepared|gemacht|zubereitet|faite?s?|préparée?s?|hech[oa]s?|preparad[oa]s?|fatt[oaie]|zrobion[yae]|gemaakt)(?: (?:of|from|out of|aus|de|van))?$/i

/** Of "a latte made with milk", the latte is counted; of "an omelette made of three eggs", the eggs. */
function withoutIngredients(parts: readonly MealPart[]): MealPart[] {
  const counted: MealPart[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const next = parts[index + 1]
    const [, words] = (part && made.exec(part.words)) ?? []
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
