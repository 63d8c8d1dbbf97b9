// Which food of the catalog an everyday name means. The API's ranking puts products that carry exactly the name first; for
// "egg" or "white rice, cooked" in a meal the generic food, measured in a laboratory, is the better answer.
import type { Food } from '@larder/client'
import type { FoodReader } from './catalog-text.ts'
import { hasUsableValues } from './nutrients.ts'
import { isEstimate, isLaboratory } from './sources.ts'
import { fillers, type NameWords, nameWords, stateWords } from './words.ts'

export interface Choice {
  food: Food
  /** How well the name fits; a choice below `doubtfulScore` is reported as doubtful. */
  score: number
  /** The next best foods. */
  alternatives: Food[]
}

export const doubtfulScore = -2.5

// As many as the API gives: products with the exact name can fill the first page.
const maxResults = 50
const maxAlternatives = 3

/** Null if no food with usable values matches. More searches follow if the first finds nothing convincing. */
export async function chooseFood(
  client: Pick<FoodReader, 'search'>,
  name: string,
  signal?: AbortSignal,
): Promise<Choice | null> {
  const { plain, other } = variantsOf(name)
  const searchFor = async (query: string, rankedFor: string) =>
    rankFoods(rankedFor, await client.search(query, { limit: maxResults, signal }))

  const choices = [await searchFor(name, name)]
  if (other !== undefined) choices.push(await searchFor(other, other))
  if (plain !== undefined && !choices.some(isConvincing)) choices.push(await searchFor(plain, name))
  return choices.reduce(
    (best, choice) => (choice && (!best || choice.score > best.score) ? choice : best),
    null,
  )
}

const isConvincing = (choice: Choice | null) => choice !== null && choice.score >= 0

/** What USDA calls foods that people name by their shape. */
const otherNames: [RegExp, string][] = [
  [
    /\b(?:spaghetti|penne|fusilli|linguine|fettuccine|rigatoni|farfalle)\b(?!.*\b(?:sauce|squash)\b)/i,
    'pasta',
  ],
  [/(?<!french )\b(?:bread )?toast\b/i, 'bread, toasted'],
]

/** Staples that are sold raw and eaten cooked: "a cup of rice" on a plate is cooked rice. */
const staples =
  /^(?!.*\b(?:coffee|cocoa|jelly|vanilla|fried|smoked|canned|dried|crispy)\b)(?:[\p{Letter}-]+ ){0,2}(?:rice|pasta|noodles?|lentils?|beans?|chickpeas?|quinoa|couscous|bulgur|chicken|chicken (?:breast|thigh|drumstick|wing)s?|turkey|turkey breast|ground (?:beef|turkey|pork)|beef|steak|pork|pork chops?|lamb|salmon|cod|tilapia|trout|shrimp|prawns?|potato(?:es)?)$/iu

interface NameVariants {
  /** Only what the food is, without details. */
  plain: string | undefined
  other: string | undefined
}

function variantsOf(name: string): NameVariants {
  const { food, state } = nameWords(name)
  const plain = food.join(' ')
  const [pattern, replacement] = otherNames.find(([each]) => each.test(name)) ?? []
  return {
    plain: plain.length < 2 || plain === name.toLowerCase() ? undefined : plain,
    other:
      pattern && replacement
        ? name.replace(pattern, replacement)
        : state === undefined && staples.test(name)
          ? `${name}, cooked`
          : undefined,
  }
}

/** Foods with usable values, the best first. Exported for tests. */
export function rankFoods(name: string, foods: Food[]): Choice | null {
  const wanted = nameWords(name)
  const ranked = foods
    .filter(hasUsableValues)
    .map((food, index) => ({ food, score: scoreOf(wanted, food, index) }))
    .sort((a, b) => b.score - a.score)
  const [best, ...others] = ranked
  if (!best) return null
  return { ...best, alternatives: others.slice(0, maxAlternatives).map(({ food }) => food) }
}

/** 0 is a fit without any doubt; each doubt subtracts. */
function scoreOf(wanted: NameWords, food: Food, index: number): number {
  const offered = nameWords(food.name)
  const brand = new Set(nameWords(food.brand ?? '').all)
  const has = (word: string) => offered.words.has(word) || brand.has(word)
  let score = -index * 0.02

  score -= wanted.food.filter(word => !has(word)).length * 2.5
  score -= wanted.details.filter(word => !has(word)).length * 0.4
  score += brandScore(wanted, offered, food)
  score -= otherFood(wanted, offered)
  score -= stateMismatch(wanted, offered, food)
  if (isEstimate(food.source)) score -= 3
  if (food.confidence < lowConfidence) score -= 2
  return score
}

/** Someone who wants a brand names it; for everyone else a food without one is the better answer. */
function brandScore(wanted: NameWords, offered: NameWords, food: Food): number {
  const brands = (food.brand ?? '').split(',').map(brand => nameWords(brand).all)
  // USDA writes brands in capitals.
  const capitals = food.source === 'usda' ? [...offered.capitals] : []
  const isNamed = (words: string[]) => words.length > 0 && words.every(word => wanted.words.has(word))
  if (brands.some(isNamed) || capitals.some(word => wanted.words.has(word))) return 1
  if (capitals.length > 0) return -2
  return isLaboratory(food) ? 1 : food.brand ? -0.3 : 0
}

/** "Banana yogurt" is no banana, "Squash, winter, spaghetti" no spaghetti, "Bread, pita, white" no white bread. */
function otherFood(wanted: NameWords, offered: NameWords): number {
  const isExtra = (word: string) => !wanted.words.has(word) && !fillers.has(word)
  const [first = [], second = []] = offered.segments
  let doubt = 0
  if (offered.head !== undefined && isExtra(offered.head)) doubt += 2
  if (first.some(isExtra)) doubt += 0.3
  if (second.some(word => isExtra(word) && !stateWords.has(word))) doubt += 0.3
  const extra = [...offered.words].filter(isExtra)
  doubt += extra.filter(word => otherKinds.has(word)).length * 1.2
  doubt += Math.min(1.5, extra.length * 0.06)
  if (offered.segments.some(words => words[0] === 'skin' && !words.includes('meat'))) doubt += 1.5
  return doubt
}

const lowConfidence = 0.7

/** A cooked food for a raw one, or the reverse, changes the energy by a factor of up to three. */
function stateMismatch(wanted: NameWords, offered: NameWords, food: Food): number {
  if (wanted.state === 'cooked') {
    if (offered.state === 'raw') return 4
    if (offered.state === undefined) return isLaboratory(food) ? 0.5 : 1.2
    // "Grilled" rather than just any cooked food.
    return wanted.methods.every(method => offered.words.has(method)) ? 0 : 0.3
  }
  if (wanted.state === 'raw') return offered.state === 'cooked' ? 4 : offered.state === undefined ? 0.5 : 0
  // Without a word about it, people mean what they eat.
  if (!eatenCooked.has(food.category ?? '')) return offered.state === 'cooked' ? 0.5 : 0
  return offered.state === 'raw' ? 0.8 : 0
}

const eatenCooked = new Set(['Grains', 'Legumes', 'Poultry', 'Beef', 'Pork', 'Meat', 'Seafood'])

/** Words that make another food of it, unless they were asked for. */
const otherKinds = new Set(
  `alternative almond baby babyfood bar battered bran breaded cake candied candy canned casserole cheesecake chip chocolate
  coated cocktail coconut concentrate condensed cracker cream creamer crust dehydrated dessert diet diluted dip dried drink
  dry fast filled filling flake flavor flavored flavoured flour formula fortified free freeze frozen glazed gluten gravy
  greek hazelnut imitation infant instant jerky juice kid light lite low marinated meatless mix nectar nonfat oil pie powder
  powdered preserved pudding reduced restaurant salad sandwich sauce seasoned shell skim smoked smoothie soup spread
  sprouted strawberry stuffed substitute supplement sweetened syrup unprepared vanilla vegan vegetarian vinegar wrap
  yogurt`.split(/\s+/),
)
