// How far the numbers of a food can be trusted, from 0 to 1, and why.

import type { CandidateFood } from './candidate-food.ts'
import { classes } from './confidence/classes.ts'
import { type Reason, reasonsFor } from './confidence/reasons.ts'
import { classOf, partsOf, scoreOf } from './confidence/score.ts'

/** Of a judged draft. `now` is Unix time in seconds, as `source_modified_at` is. */
export function confidence(draft: CandidateFood, now: number): number {
  const { floor, ceiling } = classes[classOf(draft)]
  return Math.round((floor + (ceiling - floor) * scoreOf(partsOf(draft, now))) * 1_000) / 1_000
}

/** Why the draft has this confidence: sentences whose numbers add up to it. */
export function reasons(draft: CandidateFood, now: number): Reason[] {
  return reasonsFor(draft, classOf(draft), partsOf(draft, now), now)
}

export { classOf, isComplete } from './confidence/score.ts'
