// Fits the weights of a linear ranking score by pairwise logistic regression (RankNet with a linear model): within a
// query and a level, a right food should score above a wrong one.
import { type RankedFood, type RankedQuery, scoreOf, shareRightFirst } from './ranked-queries.ts'

export interface Bound {
  min?: number
  max?: number
}
export type Bounds = ReadonlyMap<number, Bound>

export interface FitOptions {
  /** Strength of the L2 regularization, on features scaled to unit variance. */
  l2: number
  /** Bounds of weights by feature index. */
  bounds?: Bounds
  /** Zero if omitted. */
  initial?: readonly number[]
}

/** Differences of features between a right food and a wrong one, pair after pair, each with its weight. */
export interface Pairs {
  differences: Float64Array
  weights: Float64Array
}

// Only foods near the top can become the first result, so the pairs of lower ones would just dilute the fit.
const wrongFoodsPerLevel = 20
const rightFoodsPerLevel = 5
/** The foods near the top depend on the weights, so pairs are chosen again after each fit. */
const maxRounds = 6
const maxSteps = 400
const minRelativeProgress = 1e-5

/** The weights, for unscaled features, of the round that puts most right foods first. */
export function fitWeights(queries: RankedQuery[], featureCount: number, options: FitOptions): number[] {
  const scales = scalesOf(queries, featureCount)
  const toUnscaled = (weights: readonly number[]) => weights.map((weight, at) => weight / (scales[at] ?? 1))
  const initial = options.initial ?? Array.from({ length: featureCount }, () => 0)
  const bounds = scaleBounds(options.bounds, scales)
  let weights = project(
    initial.map((weight, at) => weight * (scales[at] ?? 1)),
    bounds,
  )
  let best: { weights: number[]; share: number } | undefined
  for (let round = 0; round < maxRounds; round++) {
    const pairs = choosePairs(queries, toUnscaled(weights), scales)
    weights = minimize(pairs, weights, { ...options, bounds })
    const unscaled = toUnscaled(weights)
    const share = shareRightFirst(queries, unscaled)
    if (best === undefined || share > best.share) best = { weights: unscaled, share }
  }
  return best?.weights ?? toUnscaled(weights)
}

/** Standard deviations, so that the regularization treats all features alike; 1 for constant features. */
export function scalesOf(queries: RankedQuery[], featureCount: number): number[] {
  const foods = queries.flatMap(query => query.foods)
  return Array.from({ length: featureCount }, (_, feature) => {
    const values = foods.map(({ features }) => features[feature] ?? 0)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    return variance > 0 ? Math.sqrt(variance) : 1
  })
}

/** Pairs of the highest-scoring right and wrong foods of each level. The pairs of a query have weight 1 in total. */
export function choosePairs(queries: RankedQuery[], weights: number[], scales: number[]): Pairs {
  const pairsByQuery = queries.map(query => pairsOf(query, weights))
  const count = pairsByQuery.reduce((sum, pairs) => sum + pairs.length, 0)
  const differences = new Float64Array(count * scales.length)
  const pairWeights = new Float64Array(count)
  let pair = 0
  for (const pairs of pairsByQuery) {
    for (const [right, wrong] of pairs) {
      for (const [feature, scale] of scales.entries())
        differences[pair * scales.length + feature] =
          ((right.features[feature] ?? 0) - (wrong.features[feature] ?? 0)) / scale
      pairWeights[pair++] = 1 / pairs.length
    }
  }
  return { differences, weights: pairWeights }
}

function pairsOf({ foods }: RankedQuery, weights: number[]): [right: RankedFood, wrong: RankedFood][] {
  const levels = [...new Set(foods.map(({ level }) => level))]
  return levels.flatMap(level => {
    const sameLevel = foods.filter(food => food.level === level)
    const right = sameLevel.filter(food => food.right)
    const wrong = sameLevel.filter(food => !food.right)
    if (right.length === 0 || wrong.length === 0) return []
    const topWrong = highest(wrong, wrongFoodsPerLevel, weights)
    return highest(right, rightFoodsPerLevel, weights).flatMap(one =>
      topWrong.map((other): [RankedFood, RankedFood] => [one, other]),
    )
  })
}

function highest(foods: RankedFood[], count: number, weights: number[]): RankedFood[] {
  const scored = foods.map(food => ({ food, score: scoreOf(food, weights) }))
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ food }) => food)
}

/** Accelerated projected gradient descent (FISTA) with backtracking; restarts when the loss rises. */
export function minimize(pairs: Pairs, initial: readonly number[], { l2, bounds }: FitOptions): number[] {
  let weights = project(initial, bounds)
  const evaluate = (at: number[]) => sumLoss(pairs, Float64Array.from(at), l2)
  let loss = evaluate(weights)
  let extrapolated = weights
  let momentum = 1
  let stepSize = 1
  for (let step = 0; step < maxSteps; step++) {
    const from = lossAt(pairs, extrapolated, l2)
    stepSize *= 1.1
    let next = descend(extrapolated, from.gradient, stepSize, bounds)
    let nextLoss = evaluate(next)
    while (nextLoss > quadraticBound(from, extrapolated, next, stepSize)) {
      stepSize /= 2
      next = descend(extrapolated, from.gradient, stepSize, bounds)
      nextLoss = evaluate(next)
    }
    if (nextLoss > loss) {
      if (momentum === 1) break
      extrapolated = weights
      momentum = 1
      continue
    }
    const progress = loss - nextLoss
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2
    const inertia = (momentum - 1) / nextMomentum
    extrapolated = next.map((weight, at) => weight + inertia * (weight - (weights[at] ?? 0)))
    weights = next
    loss = nextLoss
    momentum = nextMomentum
    if (progress < minRelativeProgress * Math.max(loss, 1e-12)) break
  }
  return weights
}

interface Loss {
  loss: number
  gradient: number[]
}

/** Mean logistic loss of the pairs, plus l2 / 2 times the squared norm of the weights. */
export function lossAt(pairs: Pairs, weights: number[], l2: number): Loss {
  const at = Float64Array.from(weights)
  const gradient = at.map(weight => l2 * weight)
  const loss = sumLoss(pairs, at, l2, gradient)
  return { loss, gradient: [...gradient] }
}

// The innermost loop of the fit: indexed loops over typed arrays, and no gradient where only the loss is needed.
function sumLoss(
  { differences, weights: pairWeights }: Pairs,
  weights: Float64Array,
  l2: number,
  gradient?: Float64Array,
): number {
  const features = weights.length
  let total = 0
  let norm = 0
  for (let pair = 0; pair < pairWeights.length; pair++) total += pairWeights[pair] ?? 0
  for (let feature = 0; feature < features; feature++) norm += (weights[feature] ?? 0) ** 2
  let loss = (l2 / 2) * norm
  for (let pair = 0; pair < pairWeights.length; pair++) {
    const start = pair * features
    let margin = 0
    for (let feature = 0; feature < features; feature++)
      margin += (differences[start + feature] ?? 0) * (weights[feature] ?? 0)
    const share = (pairWeights[pair] ?? 0) / total
    loss += share * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin)
    if (gradient === undefined) continue
    const slope = -share / (1 + Math.exp(margin))
    for (let feature = 0; feature < features; feature++)
      gradient[feature] = (gradient[feature] ?? 0) + slope * (differences[start + feature] ?? 0)
  }
  return loss
}

function descend(from: number[], gradient: number[], stepSize: number, bounds: Bounds | undefined): number[] {
  return project(
    from.map((weight, at) => weight - stepSize * (gradient[at] ?? 0)),
    bounds,
  )
}

function quadraticBound({ loss, gradient }: Loss, from: number[], to: number[], stepSize: number): number {
  return to.reduce((bound, weight, at) => {
    const difference = weight - (from[at] ?? 0)
    return bound + (gradient[at] ?? 0) * difference + difference ** 2 / (2 * stepSize)
  }, loss)
}

function project(weights: readonly number[], bounds: Bounds | undefined): number[] {
  return weights.map((weight, at) => {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds?.get(at) ?? {}
    return Math.min(max, Math.max(min, weight))
  })
}

function scaleBounds(bounds: Bounds | undefined, scales: number[]): Bounds {
  return new Map(
    [...(bounds ?? [])].map(([at, { min, max }]) => {
      const scale = scales[at] ?? 1
      return [
        at,
        { ...(min !== undefined && { min: min * scale }), ...(max !== undefined && { max: max * scale }) },
      ]
    }),
  )
}
