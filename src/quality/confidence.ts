// How far the values of a food can be trusted, from 0 to 1, and why.

import type { CandidateFood } from './candidate-food.ts'
import { classes } from './confidence/classes.ts'
import { type Reason, reasonsFor } from './confidence/reasons.ts'
import { classOf, componentsOf, scoreOf } from './confidence/score.ts'
import { unlikePeers } from './plausibility/suspicious.ts'

/** Expects a candidate that has passed `checkPlausibility`. `now` is in Unix seconds, like `source_modified_at`. */
export function confidence(candidate: CandidateFood, now: number): number {
  const { floor, ceiling } = classes[classOf(candidate)]
  return Math.round((floor + (ceiling - floor) * scoreOf(componentsOf(candidate, now))) * 1_000) / 1_000
}

/** Explains the confidence in sentences whose numbers add up to it. */
export function reasons(candidate: CandidateFood, now: number): Reason[] {
  return reasonsFor(candidate, classOf(candidate), componentsOf(candidate, now), now)
}

/** The confidence that the food has if one more value turns out to be suspicious, such as one unlike its peers. */
export const doubtedConfidence = (candidate: CandidateFood, now: number): number =>
  confidence({ ...candidate, quality_flags: [...candidate.quality_flags, peerFlag] }, now)

// The confidence does not depend on the field.
const peerFlag = { rule: unlikePeers.code, field: '' }

export { isComplete } from './confidence/label.ts'
export { classOf } from './confidence/score.ts'
