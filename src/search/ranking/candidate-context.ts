// The candidates of a query with the foods that they find, and what is known from all of them together: how likely each is, whether
// it is a trademark, and the energy of the food that it names.
import type { Preference } from '../query/attributes.ts'
import { type Candidate, maxHitsCounted } from '../query/candidates.ts'
import { isFoodWord } from '../query/food-words.ts'
import { type Constraints, constraintsOf } from './constraints.ts'
import type { CandidateContext } from './features.ts'
import type { FoundFood } from './found-food.ts'
import type { CandidateStanding } from './levels.ts'
import { createMatcher, type NameMatch } from './match.ts'

export interface FoundFoods {
  /** By id. */
  foods: Map<number, FoundFood>
  /** The candidates, each with the ids of the foods that it found. */
  candidates: { candidate: Candidate; ids: number[] }[]
  /** Foods found by name key, which belong to whichever candidate names them. */
  byKey: number[]
}

interface MatchedFood {
  food: FoundFood
  match: NameMatch
}

export interface MatchedCandidate {
  candidate: Candidate
  matches: MatchedFood[]
  /** The matches that the candidate names. */
  named: MatchedFood[]
  laboratory: MatchedFood[]
  logLikelihood: number
}

/** Those that find foods and ask for food. */
export const matchCandidates = (found: FoundFoods): MatchedCandidate[] =>
  found.candidates
    .map(({ candidate, ids }) => matchCandidate(candidate, ids, found))
    .filter(matched => matched.matches.length > 0 && isAboutFood(matched))

/** What all candidates have in common. */
export interface QueryContext {
  standings: ReadonlyMap<Candidate, CandidateStanding>
  preferences: Preference[]
  constraints: Constraints | null
  asksForValue: boolean
  /** The largest share of the query that a product keeps of which it has the whole name and brand: honey almonds, not almonds. */
  keptOfProducts: number
}

export function queryContextOf(matched: MatchedCandidate[]): QueryContext {
  const readings = new Set(matched.map(({ candidate }) => candidate.reading))
  const preferences = [...readings].flatMap(reading => reading.preferences)
  const products = matched.filter(({ matches }) => matches.some(({ match }) => match.isWholeProduct))
  return {
    standings: standingsOf(matched),
    preferences,
    constraints: constraintsOf(readings),
    asksForValue: preferences.some(({ nutrient }) => nutrient !== null),
    keptOfProducts: Math.max(0, ...products.map(({ candidate }) => candidate.kept)),
  }
}

export function candidateContextOf(
  each: MatchedCandidate,
  matched: MatchedCandidate[],
  { standings, preferences }: QueryContext,
): CandidateContext {
  const { candidate, matches } = each
  return {
    candidate,
    ...(standings.get(candidate) ?? { likelihood: 0, isDoubtful: false }),
    namedCalories: namedCaloriesOf(each, matched),
    foundCalories: medianCalories(matches, minFoodsForFoundCalories),
    isTrademark: isTrademark(matches),
    preferences,
  }
}

function matchCandidate(candidate: Candidate, ids: number[], { foods, byKey }: FoundFoods): MatchedCandidate {
  const matcher = createMatcher(candidate)
  const seen = new Set<number>()
  const matches: MatchedFood[] = []
  const matchAll = (found: number[], match: (food: FoundFood) => NameMatch | null) => {
    for (const id of found) {
      const food = foods.get(id)
      if (food === undefined || seen.has(id)) continue
      const matched = match(food)
      if (matched === null || !matched.hasPrefix) continue
      if (candidate.leavesOutFood && !isProduct(candidate, matched)) continue
      seen.add(id)
      matches.push({ food, match: matched })
    }
  }
  matchAll(ids, matcher.match)
  const hits = matches.length
  // Only the full-text index knows whether a food has one of the wordings, or a quoted word in exactly this form.
  const isByKey = !candidate.isWorded && !candidate.reading.tokens.some(({ isQuoted }) => isQuoted)
  if (isByKey) matchAll(byKey, matcher.matchNamed)
  // How many foods hold only some of the words says nothing about which words were meant.
  const logLikelihood =
    candidate.kept < 1 ? 0 : candidate.score + Math.log(Math.min(maxHitsCounted, Math.max(1, hits)))
  const named = matches.filter(({ match }) => match.isNamed)
  const laboratory = named.filter(({ food }) => food.isLaboratory)
  return { candidate, matches, named, laboratory, logLikelihood }
}

/** With fewer, a name or a brand of these words is a coincidence, unless it is exactly a long word. */
const minFoodsOfName = 3
const minLengthOfName = 6

/**
 * Whether a query that was found only in part, or mostly by corrections, asks for a food: it has a word for one, some foods have
 * the rest of it as their name or brand, or one has it as its name with its brand. Otherwise a "winter jacket" would find jacket
 * potatoes.
 */
function isAboutFood({ candidate, matches, named }: MatchedCandidate): boolean {
  const { terms, kept, synonym, reading } = candidate
  const typed = new Set(reading.tokens.map(({ term }) => term))
  const rewritten = terms.filter(({ term }) => !typed.has(term)).length
  const isMostlyTyped = kept === 1 && (synonym !== 'none' || typed.size === 1 || rewritten <= typed.size / 2)
  return (
    isMostlyTyped ||
    terms.some(({ term }) => isFoodWord(term)) ||
    ((rewritten === 0 || kept === 1) &&
      (named.length >= minFoodsOfName ||
        matches.filter(({ match }) => match.isBrand).length >= minFoodsOfName ||
        matches.some(({ match }) => match.isWholeProduct))) ||
    (terms.every(({ term }) => term.length >= minLengthOfName) &&
      named.some(({ match }) => match.isExactName))
  )
}

/** Almond flour is no almond, but Nutella spread is Nutella: a name or brand that is no word for a food is that of a product. */
const isProduct = ({ terms }: Candidate, { isWholeProduct, isNamed, isBrand }: NameMatch) =>
  isWholeProduct || ((isNamed || isBrand) && !terms.some(({ term }) => isFoodWord(term)))

const minShareOfBrand = 0.8

/** Whether the words are a brand, or the name of products of one brand only. */
function isTrademark(matches: MatchedFood[]): boolean {
  const ofBrand = matches.filter(({ match }) => match.isBrand && match.inBrand === 1)
  if (ofBrand.length >= minFoodsOfName) return true
  const brands = new Map<string, number>()
  const named = matches.filter(({ food, match }) => match.isExactName && food.brandWords.length > 0)
  for (const { food } of named) {
    const [first = ''] = food.brandWords
    brands.set(first, (brands.get(first) ?? 0) + 1)
  }
  return named.length >= minFoodsOfName && Math.max(...brands.values()) >= minShareOfBrand * named.length
}

/** Foods of equal name and brand are one here. */
const minFoodsOfUsualName = 2

const isUsualName = (matches: MatchedFood[]) =>
  matches.filter(({ match }) => match.isExactName).length >= minFoodsOfUsualName

/** Typed words are beyond doubt when they are e² times likelier than any other spelling. */
const doubtMargin = 2

function standingsOf(matched: MatchedCandidate[]): Map<Candidate, CandidateStanding> {
  const full = matched.filter(({ candidate }) => candidate.kept === 1)
  const best = Math.max(...full.map(({ logLikelihood }) => logLikelihood))
  const rewritten = full.filter(({ candidate }) => !candidate.isTyped)
  const likeliestOf = (some: MatchedCandidate[]) =>
    Math.max(Number.NEGATIVE_INFINITY, ...some.map(({ logLikelihood }) => logLikelihood))
  const bestRewritten = likeliestOf(rewritten)
  // Who has typed a whole name is not in the middle of another word.
  const bestCorrected = likeliestOf(rewritten.filter(({ candidate }) => !candidate.isCompleted))
  return new Map(
    matched.map(({ candidate, logLikelihood, laboratory, matches }) => [
      candidate,
      {
        likelihood: candidate.kept < 1 ? 0 : Math.min(0, logLikelihood - best),
        // The name of a food in a food table is not typed by mistake.
        isDoubtful:
          laboratory.length === 0 &&
          logLikelihood < (isUsualName(matches) ? bestCorrected : bestRewritten) + doubtMargin,
      },
    ]),
  )
}

const minFoodsForNamedCalories = 3
const minFoodsForFoundCalories = 5

const isAsTyped = ({ isTyped, isRespaced }: Candidate) => isTyped || isRespaced

/**
 * The energy of the everyday food that people mean by the words: most laboratory records of rice are of raw rice. Otherwise the
 * median energy of the laboratory foods that the candidate names, else that of a synonym or of the words with other spaces,
 * which are the same food, or that of all named foods if there are several.
 */
function namedCaloriesOf(
  { candidate, named, laboratory }: MatchedCandidate,
  matched: MatchedCandidate[],
): number | null {
  const isSame = ({ candidate: other }: MatchedCandidate) =>
    other === candidate ||
    (isAsTyped(other) && isAsTyped(candidate) && other.synonym !== 'part' && other.kept === 1)
  return (
    medianCalories(
      named.filter(({ match }) => match.isMeant),
      1,
    ) ??
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
