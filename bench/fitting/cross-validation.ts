// Cross-validation of ranking weights: how well weights rank queries for foods that they were not fitted on.
import { type FitOptions, fitWeights } from './pairwise.ts'
import { firstFood, type RankedQuery, shareRightFirst } from './ranked-queries.ts'

export interface CrossValidation {
  /** Mean right@1 on the queries that the weights of each fold were fitted on. */
  inFold: number
  /** right@1 of queries ranked with the weights that were fitted without their fold. */
  outOfFold: number
  outOfFoldByKind: Map<string, { queries: number; share: number }>
}

export function crossValidate(
  queries: RankedQuery[],
  featureCount: number,
  folds: number,
  options: FitOptions,
): CrossValidation {
  const foldOfGroup = assignFolds(queries, folds)
  const inFold: number[] = []
  const outcomes: { kind: string; isRight: boolean }[] = []
  for (let fold = 0; fold < folds; fold++) {
    const held = queries.filter(({ group }) => foldOfGroup.get(group) === fold)
    const fitted = queries.filter(({ group }) => foldOfGroup.get(group) !== fold)
    if (held.length === 0) continue
    const weights = fitWeights(fitted, featureCount, options)
    inFold.push(shareRightFirst(fitted, weights))
    for (const query of held)
      outcomes.push({ kind: query.kind, isRight: firstFood(query, weights)?.right === true })
  }
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))]
  return {
    inFold: inFold.reduce((sum, share) => sum + share, 0) / inFold.length,
    outOfFold: shareRight(outcomes),
    outOfFoldByKind: new Map(
      kinds.map(kind => {
        const some = outcomes.filter(outcome => outcome.kind === kind)
        return [kind, { queries: some.length, share: shareRight(some) }]
      }),
    ),
  }
}

/** Puts the largest groups first, each into the fold with the fewest queries, so that folds are of similar size. */
export function assignFolds(queries: RankedQuery[], folds: number): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { group } of queries) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const groups = [...sizes].sort(
    ([one, size], [other, otherSize]) => otherSize - size || (one < other ? -1 : 1),
  )
  const filled = Array.from({ length: folds }, () => 0)
  const foldOfGroup = new Map<string, number>()
  for (const [group, size] of groups) {
    const fold = filled.indexOf(Math.min(...filled))
    filled[fold] = (filled[fold] ?? 0) + size
    foldOfGroup.set(group, fold)
  }
  return foldOfGroup
}

function shareRight(outcomes: { isRight: boolean }[]): number {
  return outcomes.filter(({ isRight }) => isRight).length / outcomes.length
}
