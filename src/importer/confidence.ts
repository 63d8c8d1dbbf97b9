// How far the numbers of a food can be trusted, from 0 to 1, and why.
import { type Reason, reasonsFor } from './confidence/reasons.ts'
import { bands, classOf, partsOf, scoreOf } from './confidence/score.ts'
import type { Draft } from './record.ts'

/** Of a judged draft. `now` is Unix time in seconds, as `modified_at` is. */
export function confidence(draft: Draft, now: number): { confidence: number; confidence_reasons: Reason[] } {
  const is = classOf(draft)
  const parts = partsOf(draft, now)
  const { floor, ceiling } = bands[is]
  return {
    confidence: Math.round((floor + (ceiling - floor) * scoreOf(parts)) * 1_000) / 1_000,
    confidence_reasons: reasonsFor(draft, is, parts, now),
  }
}

export { classOf, isComplete } from './confidence/score.ts'
