// Queries with the foods that search retrieved for them, as the fitting of ranking weights reads them.
export interface RankedFood {
  /** In the order of the feature names. */
  features: number[]
  /** Hard rules order foods of different levels: a lower level comes first, whatever the score. */
  level: number
  right: boolean
}

export interface RankedQuery {
  query: string
  kind: string
  /** Queries for the same food share a group, which cross-validation never splits. */
  group: string
  foods: RankedFood[]
}

export function scoreOf({ features }: RankedFood, weights: readonly number[]): number {
  return features.reduce((score, value, feature) => score + value * (weights[feature] ?? 0), 0)
}

/** The food that ranking puts first; of equal scores, the one that the file lists first. */
export function firstFood({ foods }: RankedQuery, weights: readonly number[]): RankedFood | undefined {
  const topLevel = Math.min(...foods.map(({ level }) => level))
  let first: { food: RankedFood; score: number } | undefined
  for (const food of foods) {
    if (food.level !== topLevel) continue
    const score = scoreOf(food, weights)
    if (first === undefined || score > first.score) first = { food, score }
  }
  return first?.food
}

export function shareRightFirst(queries: RankedQuery[], weights: readonly number[]): number {
  return queries.filter(query => firstFood(query, weights)?.right === true).length / queries.length
}

/** The share that no weights can exceed, because hard rules or retrieval hide the right foods of the others. */
export function shareWithinReach(queries: RankedQuery[]): number {
  const isWithinReach = ({ foods }: RankedQuery) => {
    const topLevel = Math.min(...foods.map(({ level }) => level))
    return foods.some(({ level, right }) => right && level === topLevel)
  }
  return queries.filter(isWithinReach).length / queries.length
}
