// The estimator `peers`: the weighted median of comparable foods, with a range that contains the true value four times in five.
import calibration from './calibration.json' with { type: 'json' }
import {
  type DescribedFood,
  type EstimatedNutrient,
  estimatedNutrients,
  type FoodIndex,
  type Peer,
} from './comparable-foods.ts'

/** Changes with the method or the calibration; estimates of an earlier version are made again. */
export const peersVersion = '1'

export interface EstimatedValue {
  value: number
  /** The range that contains the true value of four in five foods. */
  low: number
  high: number
}

export type EstimatedValues = Record<EstimatedNutrient, EstimatedValue>

export interface PeersEstimate {
  peers: number
  values: EstimatedValues
}

export interface Quantiles {
  low: number
  median: number
  high: number
}

const maxPeers = 60
const minPeers = 8
/** Foods that share next to nothing are no peers. */
const minSimilarity = 0.1
/** The most similar foods count most. */
const similarityExponent = 4
const rangeQuantiles = { low: 0.15, high: 0.85 }

/** The quantiles of the peers, not yet calibrated; null if there are too few. */
export function peerQuantiles(
  index: FoodIndex,
  food: DescribedFood,
  isAllowed?: (index: number) => boolean,
): { peers: number; quantiles: Record<EstimatedNutrient, Quantiles> } | null {
  const peers = index
    .peersOf(food, maxPeers, isAllowed)
    .filter(({ similarity }) => similarity >= minSimilarity)
  if (peers.length < minPeers) return null
  const quantiles = Object.fromEntries(
    estimatedNutrients.map(nutrient => [nutrient, quantilesOf(index, peers, nutrient)]),
  ) as Record<EstimatedNutrient, Quantiles>
  return { peers: peers.length, quantiles }
}

function quantilesOf(index: FoodIndex, peers: readonly Peer[], nutrient: EstimatedNutrient): Quantiles {
  const weighted = peers
    .map(peer => ({
      value: index.valueOf(peer.index, nutrient),
      weight: peer.similarity ** similarityExponent,
    }))
    .sort((one, other) => one.value - other.value)
  return {
    low: weightedQuantile(weighted, rangeQuantiles.low),
    median: weightedQuantile(weighted, 0.5),
    high: weightedQuantile(weighted, rangeQuantiles.high),
  }
}

/** Expects values in ascending order. */
export function weightedQuantile(
  weighted: readonly { value: number; weight: number }[],
  quantile: number,
): number {
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { value, weight } of weighted) {
    below += weight
    if (below >= quantile * total) return value
  }
  return weighted.at(-1)?.value ?? 0
}

// A drink with 2 kcal more or less is no worse an estimate than a soup with 10.
const kcalOfNothing = 20

/** How wide a range of energy is, relative to the energy. */
export const relativeWidth = ({ low, median, high }: Quantiles): number =>
  (high - low) / (median + kcalOfNothing)

/** Which of the classes of the calibration the energy of the peers belongs to; the peers of a low one are most alike. */
export const spreadClassOf = (energy: Quantiles): number => {
  const found = calibration.maxWidths.findIndex(width => relativeWidth(energy) <= width)
  return found === -1 ? calibration.maxWidths.length : found
}

/** Null if there are too few comparable foods, or if they differ too much. */
export function estimateFromPeers(index: FoodIndex, food: DescribedFood): PeersEstimate | null {
  const found = peerQuantiles(index, food)
  return found === null ? null : calibratedEstimate(found)
}

export function calibratedEstimate({
  peers,
  quantiles,
}: NonNullable<ReturnType<typeof peerQuantiles>>): PeersEstimate | null {
  if (relativeWidth(quantiles.calories_kcal) > calibration.maxRelativeWidth) return null
  const spread = spreadClassOf(quantiles.calories_kcal)
  const values = Object.fromEntries(
    estimatedNutrients.map(nutrient => {
      const { low, median, high } = quantiles[nutrient]
      const margin = calibration.margins[nutrient][spread] ?? 0
      return [
        nutrient,
        {
          value: round(median),
          low: round(Math.max(0, Math.min(median, low - margin))),
          high: round(Math.max(median, high + margin)),
        },
      ]
    }),
  ) as EstimatedValues
  return { peers, values }
}

/** As precise as labels are. */
const round = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
