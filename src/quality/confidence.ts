// How far the values of a food can be trusted, from 0 to 1, and why.

import type { CandidateFood } from './candidate-food.ts'
import { type ConfidenceClass, type Doubt, scoreRangeOf } from './confidence/classes.ts'
import { type Reason, reasonsFor } from './confidence/reasons.ts'
import {
  type Components,
  classOf,
  componentsOf,
  doubtedComponents,
  doubtOf,
  scoreOf,
} from './confidence/score.ts'

/** Expects a candidate that has passed `checkPlausibility`. `now` is in Unix seconds, like `source_modified_at`. */
export function confidence(candidate: CandidateFood, now: number): number {
  return confidenceIn(classOf(candidate), doubtOf(candidate), componentsOf(candidate, now))
}

/** `doubted` is the confidence if one more value turns out to be suspicious, such as one unlike its peers. */
export function confidences(candidate: CandidateFood, now: number): { confidence: number; doubted: number } {
  const id = classOf(candidate)
  const components = componentsOf(candidate, now)
  return {
    confidence: confidenceIn(id, doubtOf(candidate), components),
    doubted: confidenceIn(id === 'complete' ? 'sparse' : id, 'suspicious', doubtedComponents(components)),
  }
}

function confidenceIn(id: ConfidenceClass, doubt: Doubt, components: Components): number {
  const { floor, ceiling } = scoreRangeOf(id, doubt)
  return Math.round((floor + (ceiling - floor) * scoreOf(components)) * 1_000) / 1_000
}

/** Explains the confidence in sentences whose numbers add up to it. */
export function reasons(candidate: CandidateFood, now: number): Reason[] {
  return reasonsFor(candidate, classOf(candidate), componentsOf(candidate, now), now)
}

export { isComplete } from './confidence/label.ts'
export { classOf } from './confidence/score.ts'
