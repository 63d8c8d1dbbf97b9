// The hard rules of ranking (rules relevance-bands, data-order and energy-first): relevance bands and classes of data. Foods of a
// lower level are always shown before those of a higher one; the score orders the foods within a level.

import type { Preference } from '../query/attributes.ts'
import type { Candidate } from '../query/candidates.ts'
import type { FoundFood } from './found-food.ts'
import type { NameMatch } from './match.ts'
import type { DataClass } from './static-rank.ts'

/** 1: named by the query, 2: contains every word, 3: corrected, completed or by synonym, 4: contains the important words. */
export type Band = 1 | 2 | 3 | 4

/** Complete and sparse foods of two bands make four levels, foods without usable data two, and AI estimates two. */
const levelsPerGroup = 8
const groups = 4
/** The number of levels that a band and a class of data can give. */
export const levels = groups * levelsPerGroup

/** Where a class of data is in the first band of its group, and how many levels later in the second. */
const orderInGroup: Record<DataClass, { first: number; toNextBand: number }> = {
  complete: { first: 0, toNextBand: 2 },
  usable: { first: 1, toNextBand: 2 },
  unusable: { first: 4, toNextBand: 1 },
  estimate: { first: 6, toNextBand: 1 },
}

/**
 * Who types the name of a product means that product, so every food with all words as typed comes before every food that was
 * found by correcting or leaving out words, whatever its label states. In each of these groups, usable data comes first.
 */
export function levelOf(band: Band, dataClass: DataClass, isWholeProduct: boolean): number {
  const { first, toNextBand } = orderInGroup[dataClass]
  return groupOf(band, isWholeProduct) * levelsPerGroup + first + (band === 2 ? toNextBand : 0)
}

/** Where words were left out, a product whose whole name and brand were typed comes before foods that share some words. */
function groupOf(band: Band, isWholeProduct: boolean): number {
  if (band <= 2) return 0
  if (band === 3) return 1
  return isWholeProduct ? 2 : 3
}

export interface CandidateStanding {
  /** Log-likelihood relative to the best candidate, at most 0. */
  likelihood: number
  /**
   * Whether another spelling or a completion is about as likely as the typed words. Then foods with the typed words are in one
   * band with the others: the catalog contains misspelt names, and these must not hide the food. A name with its brand is not typed
   * by mistake.
   */
  isDoubtful: boolean
}

export function bandOf(
  candidate: Candidate,
  match: NameMatch,
  food: FoundFood,
  { isDoubtful }: CandidateStanding,
): Band {
  if (candidate.kept < 1) return 4
  const { preferences } = candidate.reading
  if (preferences.length > 0 && !candidate.isWorded)
    return meetsPreference(preferences, food) === true ? 3 : 4
  if (!candidate.isTyped || candidate.isWorded || (isDoubtful && !match.isWholeProduct)) return 3
  if (candidate.synonym !== 'none') return candidate.synonym === 'whole' && match.isNamed ? 1 : 3
  return isNamedAsTyped(match, food) ? 1 : 2
}

/** In the typed forms of the words; the names of laboratory foods have the form of their grammar. */
export function isNamedAsTyped({ isNamed, exact }: NameMatch, { isLaboratory }: FoundFood): boolean {
  return isNamed && (exact === 1 || isLaboratory)
}

/** Undefined when the query prefers no value or the food does not state it. */
export function meetsPreference(
  preferences: Preference[],
  { preferredValue }: FoundFood,
): boolean | undefined {
  const preference = preferences.find(({ nutrient }) => nutrient !== null)
  if (preference === undefined || preferredValue === null) return undefined
  const { min, max } = preference
  return (min === null || preferredValue >= min) && (max === null || preferredValue <= max)
}
