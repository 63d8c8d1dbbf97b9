// The hard rules of ranking (rules relevance-bands, data-order and energy-first): relevance bands, and within them classes of data. Foods of a lower level are always
// shown before those of a higher one; the score orders the foods within a level.
import type { Candidate } from '../query/candidates.ts'
import type { Preference } from '../query/understand.ts'
import type { FoundFood } from './found-food.ts'
import type { NameMatch } from './match.ts'
import type { DataClass } from './static-rank.ts'

/** 1: named by the query, 2: contains every word, 3: corrected, completed or by synonym, 4: contains the important words. */
export type Band = 1 | 2 | 3 | 4

const bands = 4
/** Levels per band of foods with usable data: complete, sparse, AI estimates. */
const usableLevels = 3
const unusableLevels = 2
/** Of all bands. */
export const levels = bands * (usableLevels + unusableLevels)

/**
 * Usable data of every band comes before foods without: an exact name never outranks usable data. AI estimates come after all
 * other foods of their band, so they move behind foods without usable data if their band has any.
 */
export function levelOf(band: Band, dataClass: DataClass, bandHasUnusable: boolean): number {
  const usable = (band - 1) * usableLevels
  const unusable = bands * usableLevels + (band - 1) * unusableLevels
  if (dataClass === 'complete') return usable
  if (dataClass === 'usable') return usable + 1
  if (dataClass === 'unusable') return unusable
  return bandHasUnusable ? unusable + 1 : usable + 2
}

export interface CandidateStanding {
  /** Log-likelihood relative to the best candidate, at most 0. */
  likelihood: number
  /**
   * Whether another spelling or a completion is about as likely as the typed words. Then foods with the typed words are in one
   * band with the others: the catalog contains misspelt names, and these must not hide the food.
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
  if (!candidate.isTyped || candidate.isWorded || isDoubtful) return 3
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
