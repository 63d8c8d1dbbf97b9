// Orders the foods that were found: by level (rule relevance-bands), then by score, then by id. Of foods that a reader cannot tell
// apart, all but the best come after all distinct foods.
import type { Candidate } from '../query/candidates.ts'
import {
  candidateContextOf,
  type FoundFoods,
  matchCandidates,
  type QueryContext,
  queryContextOf,
} from './candidate-context.ts'
import { meetsConstraints } from './constraints.ts'
import { type CandidateContext, type Features, featuresOf, scoreOf } from './features.ts'
import type { FoundFood } from './found-food.ts'
import { type Band, bandOf, levelOf, levels } from './levels.ts'
import type { NameMatch } from './match.ts'

export interface RankedFood {
  food: FoundFood
  candidate: Candidate
  band: Band
  level: number
  features: Features
  score: number
  /** It is the everyday food that people mean by the query. */
  isMeant: boolean
  /** The query is its whole name with its whole brand. */
  isWholeProduct: boolean
  isRepeat: boolean
  /** Whether it is what the query says that the food is not: cooked for raw, with skin for without. */
  isContradiction: boolean
}

export function rankFoods(found: FoundFoods): RankedFood[] {
  const matched = matchCandidates(found)
  const query = queryContextOf(matched)
  const best = new Map<number, RankedFood>()
  for (const each of matched) {
    const context = candidateContextOf(each, matched, query)
    for (const { food, match } of each.matches) {
      const place = placeOf(food, match, context, query)
      const other = best.get(food.id)
      // The features take much longer to compute than the level.
      if (other !== undefined && other.level < place.level) continue
      best.set(food.id, betterOf(rankedFoodOf(food, match, context, place), other))
    }
  }
  return diversified(inOrder([...best.values()]))
}

interface Place {
  band: Band
  level: number
  /** Whether it is what the query says that it must be; undefined where neither says so. */
  isMet: boolean | undefined
  isContradiction: boolean
}

/** Foods that contradict the query come after all others, and those without the value that it asks for in between. */
function placeOf(
  food: FoundFood,
  match: NameMatch,
  context: CandidateContext,
  { constraints, asksForValue, keptOfProducts }: QueryContext,
): Place {
  const { candidate } = context
  const band = bandOf(candidate, match, food, context)
  const isMet = constraints === null ? undefined : meetsConstraints(constraints, food.nameWords)
  const isContradiction = isMet === false && !match.isWholeProduct
  const isWholeName = match.isWholeProduct && candidate.reading.preferences.length === 0
  const lacksValue = asksForValue && food.dataClass === 'unusable' && !isWholeName
  const level =
    levelOf(band, food.dataClass, match.isWholeProduct && candidate.kept >= keptOfProducts) +
    (isContradiction ? 2 * levels : lacksValue ? levels : 0)
  return { band, level, isMet, isContradiction }
}

function rankedFoodOf(
  food: FoundFood,
  match: NameMatch,
  context: CandidateContext,
  { band, level, isMet, isContradiction }: Place,
): RankedFood {
  const { candidate, likelihood, isTrademark } = context
  const features = featuresOf(food, match, context, isMet)
  // A correction or a synonym, which may be a kind or a brand, is less certain than a name of the list.
  const isLikeliest = candidate.synonym === 'none' && (candidate.isTyped || likelihood === 0)
  return {
    food,
    candidate,
    band,
    level,
    features,
    score: scoreOf(features),
    isMeant: isLikeliest && match.isMeant && !(isTrademark && match.isOtherName),
    isWholeProduct: match.isWholeProduct,
    isRepeat: false,
    isContradiction,
  }
}

/** A food in one level of two candidates has the better score, and is what either of them says that it is. */
function betterOf(ranked: RankedFood, other: RankedFood | undefined): RankedFood {
  if (other === undefined || ranked.level < other.level) return ranked
  return {
    ...(ranked.score > other.score ? ranked : other),
    isMeant: ranked.isMeant || other.isMeant,
    isWholeProduct: ranked.isWholeProduct || other.isWholeProduct,
  }
}

/** The everyday food that people mean comes first in its level, with the product of that very name and brand if there is one. */
function inOrder(foods: RankedFood[]): RankedFood[] {
  const hasMeant = foods.some(({ isMeant }) => isMeant)
  const meantOrder = ({ isMeant, isWholeProduct }: RankedFood) =>
    Number(hasMeant && !isMeant && !isWholeProduct)
  return withImagesFirst(
    foods.sort(
      (one, other) =>
        one.level - other.level ||
        meantOrder(one) - meantOrder(other) ||
        other.score - one.score ||
        one.food.id - other.food.id,
    ),
  )
}

/** Foods with the same name and level exchange places, so that those with an image come first. */
function withImagesFirst(ordered: RankedFood[]): RankedFood[] {
  const keyOf = ({ level, food }: RankedFood) => `${level} ${food.name}`
  const namesakes = Map.groupBy(ordered, keyOf)
  const next = new Map<string, Iterator<RankedFood>>()
  for (const [key, foods] of namesakes) {
    const images = foods.filter(({ food }) => food.hasImage)
    next.set(key, [...images, ...foods.filter(({ food }) => !food.hasImage)].values())
  }
  return ordered.map(ranked => next.get(keyOf(ranked))?.next().value ?? ranked)
}

/** More foods of one name follow after the other foods of their level. */
const maxFoodsPerName = 3
const maxFoodsPerCompletedName = 1

function diversified(ordered: RankedFood[]): RankedFood[] {
  const brandsByName = new Map<string, string[]>()
  const repeats: RankedFood[] = []
  const groups = new Map<number, { first: RankedFood[]; deferred: RankedFood[] }>()
  for (const ranked of ordered) {
    const { name, brand } = ranked.food
    const brands = brandsByName.get(name) ?? []
    if (brands.length === 0) brandsByName.set(name, brands)
    if (brands.includes(brand)) {
      ranked.isRepeat = true
      repeats.push(ranked)
      continue
    }
    const level = groups.get(ranked.level) ?? { first: [], deferred: [] }
    groups.set(ranked.level, level)
    const max = ranked.candidate.isCompleted ? maxFoodsPerCompletedName : maxFoodsPerName
    const group = brands.length < max ? level.first : level.deferred
    group.push(ranked)
    brands.push(brand)
  }
  const distinct = [...groups.values()].flatMap(({ first, deferred }) => [...first, ...deferred])
  return [...distinct, ...repeats]
}
