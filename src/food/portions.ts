// What people eat of a food at once (rule natural-portions): the serving of its label, the natural portion of a food of
// a table, or the usual portion of a product whose label states none.
import { readYaml } from '../language/read-yaml.ts'
import { tokenize } from '../language/tokenize.ts'
import { categoryTrail } from './categories.ts'
import type { Food } from './food.ts'
import type { Portion } from './food-details.ts'
import { isGenericFood } from './sources.ts'
import { isDrink } from './traffic-lights.ts'

/** `1 medium banana = 118` */
export function parsePortion(text: string): Portion {
  const [description = '', grams] = text.split(' = ')
  return { description, grams: Number(grams) }
}

interface CategoryPortions {
  byName: { beginnings: string[]; portion: Portion }[]
  other: Portion
}

const byCategory = new Map(
  Object.entries(
    readYaml(new URL('./portions.yaml', import.meta.url)) as Record<string, string | Record<string, string>>,
  ).map(([category, portions]) => [category, readPortions(portions)]),
)

function readPortions(portions: string | Record<string, string>): CategoryPortions {
  if (typeof portions === 'string') return { byName: [], other: parsePortion(portions) }
  const { other = '', ...byName } = portions
  return {
    byName: Object.entries(byName).map(([words, portion]) => ({
      beginnings: words.split(' '),
      portion: parsePortion(portion),
    })),
    other: parsePortion(other),
  }
}

function portionsOf(category: string | null): CategoryPortions | undefined {
  if (category === null) return undefined
  const nearest = categoryTrail(category).findLast(name => byCategory.has(name))
  return byCategory.get(nearest ?? '')
}

/** What people eat of it at once; null if the category says nothing about it. */
export const naturalPortion = (category: string | null, name: string): Portion | null =>
  portionOfName(category, name) ?? portionsOf(category)?.other ?? null

/** The portion that the name decides, such as that of a goose egg; null for most foods. */
export function portionOfName(category: string | null, name: string): Portion | null {
  const { byName = [] } = portionsOf(category) ?? {}
  if (byName.length === 0) return null
  const words = tokenize(name)
  const isNamed = (beginnings: string[]) =>
    words.some(word => beginnings.some(start => word.startsWith(start)))
  return byName.find(({ beginnings }) => isNamed(beginnings))?.portion ?? null
}

const maxKcalOfUsualPortion = 600
/** Per 100 g. What has more and seems to be a drink is a powder, a syrup or no drink at all. */
export const maxKcalOfDrink = 120

/** What people usually eat of products of its kind; null unless the label states no serving and the energy is known and fits the kind. */
export function usualPortion(
  food: Pick<Food, 'name' | 'brand' | 'category' | 'source' | 'serving_size_g' | 'calories_kcal'>,
): Portion | null {
  const { name, category, serving_size_g, calories_kcal } = food
  if (serving_size_g !== null || calories_kcal === null || isGenericFood(food)) return null
  if (isDrink(food) && calories_kcal > maxKcalOfDrink) return null
  const portion = naturalPortion(category, name)
  return portion !== null && (portion.grams * calories_kcal) / 100 <= maxKcalOfUsualPortion ? portion : null
}

const minGrams = 5
const maxGrams = 500
const maxGramsOfDrink = 750
// Smaller packages, such as a pot of yogurt, are eaten at once.
const maxPackageAsServing = 350

/** Whether a person may eat that much at once. Labels also state the weight of the package here, or of its smallest part. */
export function isServing(grams: number, category: string | null, packageGrams: number | null): boolean {
  const isDrunk = isDrink({ category })
  if (grams < minGrams || grams > (isDrunk ? maxGramsOfDrink : maxGrams)) return false
  return isDrunk || packageGrams === null || grams < 0.95 * packageGrams || grams <= maxPackageAsServing
}

// Measures of something prepared for a recipe, and amounts that nobody eats at once.
const unnatural =
  /\b(?:mashed|pureed|puréed|chopped|diced|cubed|cubes|grated|shredded|crumbled|melted|ground|package|packages|pkg|container|carton|can|jar|bottle|recipe|yield|lb|pound|quart|gallon|loaf|whole pie|bunch|head|cubic inch)\b/i
const natural =
  /\b(?:medium|piece|pieces|slice|slices|fillet|filet|breast|thigh|drumstick|serving|each|fruit|egg|steak|chop|patty|link|bar|cookie|roll|muffin|glass|mug|tbsp|tablespoon|tsp|teaspoon|large|small)\b/i

/** Of the portions that a food table states, the one that people eat; null if there is none. */
export function eatenPortion(portions: readonly Portion[], category: string | null): Portion | null {
  const possible = portions.filter(
    ({ description, grams }) => !unnatural.test(description) && isServing(grams, category, null),
  )
  return possible.find(({ description }) => natural.test(description)) ?? possible[0] ?? null
}
