import type { Nutrient } from '../../food/nutrients.ts'
import type { CandidateFood } from '../candidate-food.ts'

/** `null`: the value is taken out. `convert`: it is put right, from what the source tells. `doubt`: it stays, and
    the confidence falls. */
export type Effect = 'null' | 'convert' | 'doubt'

export type Judged = Nutrient | 'alcohol_g' | 'polyols_g'

export interface Rule {
  code: string
  effect: Effect
  /** For people: what is odd about the food. */
  says: string
  /** The members that the rule objects to; of a doubt, the one that is odd. */
  check: (draft: CandidateFood) => readonly Judged[]
  /** What a converted value becomes. */
  becomes?: (draft: CandidateFood) => number | null
}

export const none: readonly Judged[] = []

export const when = (holds: boolean, member: Judged): readonly Judged[] => (holds ? [member] : none)
