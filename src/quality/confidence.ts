// How far the values of a food can be trusted, from 0 to 1, and why.

import type { CandidateFood } from './candidate-food.ts'
import { classes } from './confidence/classes.ts'
import { type Reason, reasonsFor } from './confidence/reasons.ts'
import { classOf, componentsOf, scoreOf } from './confidence/score.ts'

/** Expects a candidate that has passed `checkPlausibility`. `now` is in Unix seconds, like `source_modified_at`. */
export function confidence(candidate: CandidateFood, now: number): number {
  const { floor, ceiling } = classes[classOf(candidate)]
  return Math.round((floor + (ceiling - floor) * scoreOf(componentsOf(candidate, now))) * 1_000) / 1_000
}

/** The confidence of the food if one more value is suspicious. */
export function doubtedConfidence(candidate: CandidateFood, now: number): number {
  const doubt = { rule: 'three-equal', field: 'calories_kcal' }
  return confidence({ ...candidate, quality_flags: [...candidate.quality_flags, doubt] }, now)
}

/** Explains the confidence in sentences whose numbers add up to it. */
export function reasons(candidate: CandidateFood, now: number): Reason[] {
  return reasonsFor(candidate, classOf(candidate), componentsOf(candidate, now), now)
}

export { classOf, isComplete } from './confidence/score.ts'
