// Calibrates the ranges of the estimator `peers` by conformalized quantile regression: in each class of spread, the margin by which the
// quantiles of the peers are widened so that they contain 80 % of the true values.
import { type EstimatedNutrient, estimatedNutrients } from '../../src/estimates/comparable-foods.ts'
import { type Quantiles, relativeWidth } from '../../src/estimates/estimate-from-peers.ts'

export interface Example {
  truth: Record<EstimatedNutrient, number>
  quantiles: Record<EstimatedNutrient, Quantiles>
}

export interface Calibration {
  /** Estimators abstain if the energy of the peers has a wider range, relative to the energy. */
  maxRelativeWidth: number
  /** The upper bounds of the classes of spread; the last class has none. */
  maxWidths: number[]
  /** By nutrient, for each class. */
  margins: Record<EstimatedNutrient, number[]>
}

const coverage = 0.8
const classes = 4
/** More than the required 0.60, so that it also holds for foods that the fit has not seen. */
const minCloseShare = 0.65
/** A range that is three quarters of the energy wide, before the margins, says little. */
const widest = 0.75

export function fitCalibration(examples: readonly Example[], closeShare: number): Calibration {
  const widthOf = ({ quantiles }: Example) => relativeWidth(quantiles.calories_kcal)
  const byWidth = examples.toSorted((one, other) => widthOf(one) - widthOf(other))
  let close = 0
  let maxRelativeWidth = 0
  for (const [position, example] of byWidth.entries()) {
    const { median } = example.quantiles.calories_kcal
    const truth = example.truth.calories_kcal
    if (Math.abs(median - truth) <= closeShare * truth) close++
    const width = widthOf(example)
    if (width <= widest && close >= minCloseShare * (position + 1)) maxRelativeWidth = width
  }
  const used = byWidth.filter(example => widthOf(example) <= maxRelativeWidth)
  const parts = Array.from({ length: classes }, (_, part) =>
    used.slice(Math.floor((part * used.length) / classes), Math.floor(((part + 1) * used.length) / classes)),
  )
  const margins = Object.fromEntries(
    estimatedNutrients.map(nutrient => [nutrient, parts.map(part => marginOf(part, nutrient))]),
  ) as Calibration['margins']
  const bounds = parts.slice(0, -1).map(part => rounded(widthOf(part.at(-1) as Example)))
  return { maxRelativeWidth: rounded(maxRelativeWidth), maxWidths: bounds, margins }
}

function marginOf(examples: readonly Example[], nutrient: EstimatedNutrient): number {
  const outside = examples
    .map(({ truth, quantiles }) => {
      const { low, high } = quantiles[nutrient]
      return Math.max(low - truth[nutrient], truth[nutrient] - high)
    })
    .sort((one, other) => one - other)
  return rounded(outside[Math.min(outside.length - 1, Math.ceil(coverage * (outside.length + 1)) - 1)] ?? 0)
}

const rounded = (value: number) => Math.round(value * 100) / 100
