// Which of the foods that a search found an item of a meal means. A search offers a choice; a meal needs one food whose values can be
// trusted, so an outlier among foods of one name is skipped, and so is a food with something added that nobody mentioned.
import { type EverydayFood, everydayFoodShownAs, everydayLanguages } from '../food/everyday-foods.ts'
import type { Food } from '../food/food.ts'
import { macronutrients } from '../food/nutrients.ts'
import { estimateSource } from '../food/sources.ts'
import { baseForm } from '../language/inflection.ts'
import { tokenize } from '../language/tokenize.ts'
import { cookedStates } from '../search/query/attributes.ts'
import { states, stopWords } from '../search/query/query-words.ts'
import { isEatenCooked, isEverydayFood } from './everyday-food.ts'

export interface CandidateFood {
  food: Food
  /** Rule relevance-bands. */
  band: number
  isContradiction: boolean
}

export interface FoodChoice {
  /** The chosen food, then those that agree with it, in the order in which their weights are asked for. */
  foods: Food[]
  alternatives: Food[]
  /** From 0 to 1. */
  confidence: number
  /** Whether the food may be meant: not if most words of the item say something else. */
  isCertain: boolean
  /** Whether the words do not say that it is cooked, but people mean that. */
  isTakenAsCooked: boolean
}

/** Rule usable-nutrition. */
export function hasUsableValues(food: Food): boolean {
  return food.calories_kcal !== null && macronutrients.filter(name => food[name] !== null).length >= 2
}

const maxPeers = 6
export const maxAlternatives = 3

/** Null if no food fits. The candidates are in the order of the search. */
export function chooseFood(
  words: string,
  everyday: EverydayFood | null,
  found: readonly CandidateFood[],
): FoodChoice | null {
  const usable = found.filter(({ food }) => hasUsableValues(food))
  const named = everyday && usable.find(({ food }) => isEverydayFood(food, everyday))
  const isStateSaid = tokenize(words).some(word => states.has(word))
  const isTakenAsCooked = !isStateSaid && everyday !== null && isEatenCooked(everyday)
  const fitting = usable
    .filter(({ isContradiction }) => !isContradiction)
    .sort((one, other) => estimateOrder(one) - estimateOrder(other) || one.band - other.band)
  const ordered = inPlainOrder(words, isTakenAsCooked ? cookedFirst(fitting) : fitting)
  const peers = ordered.filter(({ band }) => band === ordered[0]?.band).slice(0, maxPeers)
  const agreed = named ?? agreedFood(peers)
  if (agreed === undefined) return null
  const agreeing = ordered.filter(
    each => each !== agreed && each.band <= peerBand(agreed) && agree(each.food, agreed.food),
  )
  const others = [...ordered, ...usable].filter(each => each !== agreed)
  return {
    foods: [agreed, ...agreeing].map(({ food }) => food),
    alternatives: distinct(others.map(({ food }) => food)).slice(0, maxAlternatives),
    confidence: named ? confidenceOfName : confidenceOf(agreed, peers),
    isCertain: agreed === named || agreed.band < bandOfSomeWords || isMostlyNamed(words, agreed.food),
    isTakenAsCooked: isTakenAsCooked && isCooked(agreed),
  }
}

const estimateOrder = ({ food }: CandidateFood) => Number(food.source === estimateSource)

/** Foods that hold all words may stand in for a food of the name. */
const peerBand = ({ band }: CandidateFood) => Math.max(band, 2)

/** Rule relevance-bands: foods with only some of the words. */
const bandOfSomeWords = 4

const minShareOfWords = 0.5

/** Whether the food is called by at least half of the words. Fish is no fish oil capsule. */
function isMostlyNamed(words: string, food: Food): boolean {
  const everyday = everydayFoodShownAs(food)
  const names = everyday === undefined ? [] : everydayLanguages.flatMap(language => everyday.names[language])
  const known = new Set([food.name, food.brand ?? '', ...names].flatMap(tokenize).map(baseForm))
  const asked = tokenize(words).filter(word => /^\p{L}/u.test(word) && !stopWords.has(word))
  return asked.filter(word => known.has(baseForm(word))).length >= minShareOfWords * asked.length
}

const confidenceOfName = 0.95
const confidenceByBand = [0.9, 0.75, 0.5, 0.3]

function confidenceOf({ food, band }: CandidateFood, peers: CandidateFood[]): number {
  const share = peers.filter(peer => agree(peer.food, food)).length / peers.length
  const isEstimate = food.source === estimateSource
  return (confidenceByBand[band - 1] ?? 0.3) * (0.6 + 0.4 * share) * (isEstimate ? 0.5 : 1)
}

// Labels round, and recipes of one kind of food differ by about as much.
const maxDifference = 0.15
const maxDifferenceKcal = 8

function agree({ calories_kcal: one }: Food, { calories_kcal: other }: Food): boolean {
  if (one === null || other === null) return false
  return Math.abs(one - other) <= Math.max(maxDifferenceKcal, maxDifference * Math.max(one, other))
}

const minMajority = 3

/** The first, unless most of the others agree on other values. */
function agreedFood(peers: CandidateFood[]): CandidateFood | undefined {
  const supportOf = ({ food }: CandidateFood) => peers.filter(peer => agree(peer.food, food)).length
  const [first] = peers
  const majority = peers.find(peer => {
    const support = supportOf(peer)
    return support >= minMajority && support > peers.length / 2
  })
  return first === undefined || majority === undefined ? first : majority
}

const isCooked = ({ food }: CandidateFood) =>
  tokenize(food.name).some(word => cookedStates.has(states.get(word)?.group ?? ''))

function cookedFirst(candidates: CandidateFood[]): CandidateFood[] {
  const cooked = candidates.filter(isCooked)
  return cooked.length === 0 ? candidates : cooked
}

/** What is added to a food, each with the words that ask for it. */
const additions: [RegExp, RegExp][] = [
  [/\bwith (?:added )?salt\b|(?<!\bno )\bsalt added\b|\bsalted\b/i, /salt/i],
  [/\bwith skin\b|\band skin\b|\bskin eaten\b/i, /skin/i],
  [
    /\bwith (?:added )?sugar\b|(?<!\bno )\bsugar added\b|\bsweetened\b|\bin (?:heavy )?syrup\b/i,
    /sugar|sweet|syrup/i,
  ],
  [/\bbreaded\b|\bbattered\b/i, /bread|batter/i],
]

/** Within a band, foods with something added come last unless the words ask for it. */
function inPlainOrder(words: string, candidates: CandidateFood[]): CandidateFood[] {
  const unasked = additions.filter(([, asked]) => !asked.test(words))
  const added = ({ food }: CandidateFood) => Number(unasked.some(([pattern]) => pattern.test(food.name)))
  return [...candidates].sort(
    (one, other) =>
      estimateOrder(one) - estimateOrder(other) || one.band - other.band || added(one) - added(other),
  )
}

function distinct(foods: Food[]): Food[] {
  const seen = new Set<string>()
  return foods.filter(({ name, brand }) => {
    const key = `${name}\n${brand}`
    return !seen.has(key) && seen.add(key)
  })
}
