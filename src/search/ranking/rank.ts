// Orders the foods that were found: by level (rule relevance-bands), then by score, then by id. Of foods that a reader cannot tell
// apart, all but the best come after all distinct foods.
import { type Candidate, maxHitsCounted } from '../query/candidates.ts'
import { type CandidateContext, type Features, featuresOf, scoreOf } from './features.ts'
import type { FoundFood } from './found-food.ts'
import { type Band, bandOf, type CandidateStanding, levelOf } from './levels.ts'
import { createMatcher, type NameMatch } from './match.ts'

export interface FoundFoods {
  /** By id. */
  foods: Map<number, FoundFood>
  /** The candidates, each with the ids of the foods that it found. */
  candidates: { candidate: Candidate; ids: number[] }[]
  /** Foods found by name key, which belong to whichever candidate names them. */
  byKey: number[]
}

export interface RankedFood {
  food: FoundFood
  candidate: Candidate
  band: Band
  level: number
  features: Features
  score: number
  isRepeat: boolean
}

interface MatchedFood {
  food: FoundFood
  match: NameMatch
}

interface MatchedCandidate {
  candidate: Candidate
  matches: MatchedFood[]
  /** Those that it names. */
  named: MatchedFood[]
  laboratory: MatchedFood[]
  logLikelihood: number
}

export function rankFoods(found: FoundFoods): RankedFood[] {
  const matched = found.candidates
    .map(({ candidate, ids }) => matchCandidate(candidate, ids, found))
    .filter(({ matches }) => matches.length > 0)
  const standings = standingsOf(matched)
  const preferences = matched.flatMap(({ candidate }) => candidate.reading.preferences)
  const best = new Map<number, RankedFood>()
  for (const each of matched) {
    const { candidate, matches } = each
    const standing = standings.get(candidate) ?? { likelihood: 0, isDoubtful: false }
    const context: CandidateContext = {
      candidate,
      ...standing,
      namedCalories: namedCaloriesOf(each, matched),
      foundCalories: medianCalories(matches, minFoodsForFoundCalories),
      preferences,
    }
    for (const { food, match } of matches) {
      const band = bandOf(candidate, match, food, standing)
      const other = best.get(food.id)
      if (other !== undefined && other.band < band) continue
      const features = featuresOf(food, match, context)
      const score = scoreOf(features)
      if (other === undefined || band < other.band || score > other.score)
        best.set(food.id, { food, candidate, band, level: 0, features, score, isRepeat: false })
    }
  }
  return spread(inOrder([...best.values()]))
}

function matchCandidate(candidate: Candidate, ids: number[], { foods, byKey }: FoundFoods): MatchedCandidate {
  const matcher = createMatcher(candidate)
  const seen = new Set<number>()
  const matches: MatchedFood[] = []
  const matchAll = (found: number[], onlyNamed: boolean) => {
    for (const id of found) {
      const food = foods.get(id)
      if (food === undefined || seen.has(id)) continue
      const match = matcher(food, onlyNamed)
      if (!match.hasPrefix || (onlyNamed && !match.isNamed)) continue
      seen.add(id)
      matches.push({ food, match })
    }
  }
  matchAll(ids, false)
  const hits = matches.length
  // Only the full-text index knows whether a food has one of the wordings, or a quoted word in exactly this form.
  const isByKey = !candidate.isWorded && !candidate.reading.tokens.some(({ isQuoted }) => isQuoted)
  if (isByKey) matchAll(byKey, true)
  // How many foods hold only some of the words says nothing about which words were meant.
  const logLikelihood =
    candidate.kept < 1 ? 0 : candidate.score + Math.log(Math.min(maxHitsCounted, Math.max(1, hits)))
  const named = matches.filter(({ match }) => match.isNamed)
  const laboratory = named.filter(({ food }) => food.isLaboratory)
  return { candidate, matches, named, laboratory, logLikelihood }
}

/** Typed words are beyond doubt when they are e² times likelier than any other spelling. */
const doubtMargin = 2

function standingsOf(matched: MatchedCandidate[]): Map<Candidate, CandidateStanding> {
  const full = matched.filter(({ candidate }) => candidate.kept === 1)
  const best = Math.max(...full.map(({ logLikelihood }) => logLikelihood))
  const bestRewritten = Math.max(
    Number.NEGATIVE_INFINITY,
    ...full.filter(({ candidate }) => !candidate.isTyped).map(({ logLikelihood }) => logLikelihood),
  )
  return new Map(
    matched.map(({ candidate, logLikelihood, laboratory }) => [
      candidate,
      {
        likelihood: candidate.kept < 1 ? 0 : Math.min(0, logLikelihood - best),
        // The name of a food in a food table is not typed by mistake.
        isDoubtful: laboratory.length === 0 && logLikelihood < bestRewritten + doubtMargin,
      },
    ]),
  )
}

/** Sets the levels, which depend on the other foods. */
function inOrder(foods: RankedFood[]): RankedFood[] {
  const bandsWithUnusable = new Set(
    foods.filter(({ food }) => food.dataClass === 'unusable').map(({ band }) => band),
  )
  for (const ranked of foods)
    ranked.level = levelOf(ranked.band, ranked.food.dataClass, bandsWithUnusable.has(ranked.band))
  return foods.sort(
    (one, other) => one.level - other.level || other.score - one.score || one.food.id - other.food.id,
  )
}

/** Of one name, so many foods come first; others of their level follow, then the rest of that name. */
const maxFoodsPerName = 3
const maxFoodsPerCompletedName = 1

function spread(ordered: RankedFood[]): RankedFood[] {
  const brandsByName = new Map<string, string[]>()
  const repeats: RankedFood[] = []
  const levels = new Map<number, { first: RankedFood[]; deferred: RankedFood[] }>()
  for (const ranked of ordered) {
    const { name, brand } = ranked.food
    const brands = brandsByName.get(name) ?? []
    if (brands.length === 0) brandsByName.set(name, brands)
    if (brands.includes(brand)) {
      ranked.isRepeat = true
      repeats.push(ranked)
      continue
    }
    const level = levels.get(ranked.level) ?? { first: [], deferred: [] }
    levels.set(ranked.level, level)
    const max = ranked.candidate.isCompleted ? maxFoodsPerCompletedName : maxFoodsPerName
    const group = brands.length < max ? level.first : level.deferred
    group.push(ranked)
    brands.push(brand)
  }
  const distinct = [...levels.values()].flatMap(({ first, deferred }) => [...first, ...deferred])
  return [...distinct, ...repeats]
}

const minFoodsForNamedCalories = 3
const minFoodsForFoundCalories = 5

const isAsTyped = ({ isTyped, isRespaced }: Candidate) => isTyped || isRespaced

/**
 * The median energy of the laboratory foods that the candidate names. Otherwise that of a synonym or of the words
 * with other spaces, which are the same food, or that of all named foods if there are several.
 */
function namedCaloriesOf(
  { candidate, named, laboratory }: MatchedCandidate,
  matched: MatchedCandidate[],
): number | null {
  const isSame = ({ candidate: other }: MatchedCandidate) =>
    other === candidate ||
    (isAsTyped(other) && isAsTyped(candidate) && other.synonym !== 'part' && other.kept === 1)
  return (
    medianCalories(laboratory, 1) ??
    (candidate.synonym === 'part' || candidate.kept < 1
      ? null
      : medianCalories(
          matched.filter(isSame).flatMap(each => each.laboratory),
          1,
        )) ??
    medianCalories(named, minFoodsForNamedCalories)
  )
}

function medianCalories(foods: MatchedFood[], minFoods: number): number | null {
  const values: number[] = []
  for (const { food } of foods) if (food.calories !== null) values.push(food.calories)
  if (values.length < minFoods) return null
  return new Float64Array(values).sort()[Math.floor(values.length / 2)] ?? null
}
