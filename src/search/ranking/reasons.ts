// Why a food is where it is in the results, for people: what matched, and how far its values can be trusted.
import type { RankedFood } from './rank.ts'

export type Reason =
  /** The query names it: as shown, by another name, or by a synonym. */
  | { kind: 'named' | 'other_name' | 'synonym' }
  | { kind: 'contains' | 'corrected' | 'completed' | 'fewer_words'; words: string }
  /** The name says what the query asks for, or the opposite. */
  | { kind: 'fits' | 'contradicts' }
  | { kind: 'laboratory' }
  /** So many other foods that the query names state about the same energy. */
  | { kind: 'agreement'; foods: number }
  | { kind: 'complete' | 'incomplete' }

const minAgreeing = 3
const maxDeviation = 0.15

export function reasonsOf(ranked: RankedFood, all: readonly RankedFood[]): Reason[] {
  const { features, food } = ranked
  const agreeing = agreeingFoods(ranked, all)
  const reasons: (Reason | null)[] = [
    matchOf(ranked),
    ranked.isContradiction ? { kind: 'contradicts' } : features.constraint_met > 0 ? { kind: 'fits' } : null,
    food.isLaboratory ? { kind: 'laboratory' } : null,
    agreeing >= minAgreeing ? { kind: 'agreement', foods: agreeing } : null,
    { kind: food.dataClass === 'complete' ? 'complete' : 'incomplete' },
  ]
  return reasons.flatMap(reason => reason ?? [])
}

function matchOf({ candidate, features }: RankedFood): Reason {
  const words = candidate.terms.map(({ term }) => term).join(' ')
  if (candidate.kept < 1) return { kind: 'fewer_words', words }
  if (candidate.isCompleted) return { kind: 'completed', words }
  if (candidate.synonym !== 'none') return { kind: 'synonym' }
  if (!candidate.isTyped) return { kind: 'corrected', words }
  if (features.other_name > 0) return { kind: 'other_name' }
  return features.named > 0 ? { kind: 'named' } : { kind: 'contains', words }
}

function agreeingFoods({ food }: RankedFood, all: readonly RankedFood[]): number {
  const { calories } = food
  if (calories === null) return 0
  const isAlike = (other: number) => Math.abs(other - calories) <= Math.max(5, maxDeviation * calories)
  return all.filter(
    ({ food: other, features }) =>
      other.id !== food.id && features.named > 0 && other.calories !== null && isAlike(other.calories),
  ).length
}
