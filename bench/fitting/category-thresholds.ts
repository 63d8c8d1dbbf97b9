// How certain the classifier must be of each category: the least certainty from which on its answers agree with the tags.
import { categories, categoryTrail } from '../../src/food/categories.ts'
import { categoryEnds, type LikelyCategory, never } from '../../src/food/category-classifier.ts'

export interface Judged {
  likely: readonly LikelyCategory[]
  /** From the tags. */
  category: number
}

/** Whether one category is the other or one below it. */
export const isWithin = (category: number, ancestor: number): boolean =>
  category >= ancestor && category < (categoryEnds[ancestor] ?? 0)

interface Outcome {
  certainty: number
  isRight: boolean
}

const minCertainty = 700
/** A category with few examples is judged as if it had this many more, which agree as often as others of its level. */
const assumedExamples = 20

/** A wrong category misleads more than a wrong one of its kinds. */
export interface Agreement {
  top: number
  below: number
}

export function thresholdsFor(judged: readonly Judged[], agreement: Agreement): number[] {
  const byCategory = categories.map((): Outcome[] => [])
  const levels = categories.map(({ name }) => categoryTrail(name).length)
  const byLevel = new Map<number, Outcome[]>()
  for (const { likely, category: tagged } of judged) {
    for (const { category, certainty, fits } of likely) {
      // It is refused, however certain.
      if (!fits) continue
      // A general tag does not say whether a more specific category is right.
      if (category !== tagged && isWithin(category, tagged)) continue
      const outcome = { certainty, isRight: isWithin(tagged, category) }
      const level = levels[category] ?? 0
      byCategory[category]?.push(outcome)
      byLevel.set(level, byLevel.get(level) ?? [])
      byLevel.get(level)?.push(outcome)
    }
  }
  const agreementOfLevel = new Map([...byLevel].map(([level, outcomes]) => [level, sharesRight(outcomes)]))
  return byCategory.map((outcomes, category) => {
    const ofLevel = agreementOfLevel.get(levels[category] ?? 0) ?? []
    const minAgreement = levels[category] === 1 ? agreement.top : agreement.below
    for (let certainty = minCertainty; certainty < never; certainty++) {
      const above = outcomes.filter(outcome => outcome.certainty >= certainty)
      const right =
        above.filter(({ isRight }) => isRight).length + assumedExamples * (ofLevel[certainty] ?? 0)
      if (right / (above.length + assumedExamples) >= minAgreement) return certainty
    }
    return never
  })
}

/** By the least certainty. */
function sharesRight(outcomes: readonly Outcome[]): number[] {
  return Array.from({ length: never }, (_, certainty) => {
    const above = outcomes.filter(outcome => outcome.certainty >= certainty)
    return above.length === 0 ? 0 : above.filter(({ isRight }) => isRight).length / above.length
  })
}
