// The formula of the confidence. docs/explanation/data-quality.md tells it to people, with an example.
//
//   confidence = floor of the class + width of the class × score
//   score = 0.45 completeness + 0.20 plausibility + 0.15 source + 0.10 age + 0.10 agreement
//
// The classes do not overlap, so that nothing lifts a food out of its own: complete and checked label data stand
// above sparse data, these above foods without a value, these above AI estimates (spec 1, decision 30).

import { mandatoryEuNutrients, mapNutrients, nutrients, nutrientTable } from '../../food/nutrients.ts'
import { estimateSource, sourceFacts } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { energyCanBeCompared, energyDeviation } from '../plausibility/energy.ts'
import { effectOf } from '../plausibility.ts'
import type { Class } from './classes.ts'

export const weights = { completeness: 0.45, plausibility: 0.2, source: 0.15, age: 0.1, agreement: 0.1 }

/** What the score is made of, each from 0 to 1. */
export type Parts = Record<keyof typeof weights, number>

// What people look a food up for weighs most; what only some countries declare weighs least.
const weightOf = mapNutrients(nutrient => nutrientTable[nutrient].confidenceWeight)
const weightOfAll = nutrients.reduce((sum, nutrient) => sum + weightOf[nutrient], 0)

// A doubt says that something is wrong and not what; a value that was taken out does no more harm.
const costOfDoubt = 0.5
const costOfRemoval = 0.25

// Recipes change: a label that nobody touched for five years counts half of a new one, and so does a label of
// unknown age. No measurement stands behind the five years.
const halfLife = 5 * 365.25 * 86_400
const worthOfUnknownAge = 0.5

// Where the rule energy-mismatch begins to doubt, agreement is nil. A mistake in a food that 10,000 people looked
// for would have been seen; that is weak evidence, and gets 0.3 of the part.
export const noAgreement = 0.2
const lookupsOfFullAttention = 10_000
const shareOfAttention = 0.3

/** All seven values of a European label are known. */
export const isComplete = (draft: CandidateFood) =>
  mandatoryEuNutrients.every(nutrient => draft[nutrient] !== null)

const isDoubted = (draft: CandidateFood) => draft.quality_flags.some(note => effectOf(note) === 'doubt')

export function classOf(draft: CandidateFood): Class {
  if (draft.source === estimateSource) return 'estimate'
  if (isComplete(draft) && !isDoubted(draft)) return 'complete'
  return nutrients.some(nutrient => draft[nutrient] !== null) ? 'sparse' : 'empty'
}

export function partsOf(draft: CandidateFood, now: number): Parts {
  return {
    completeness: completenessOf(draft),
    plausibility: plausibilityOf(draft),
    source: sourceFacts[draft.source].trust,
    age:
      draft.source_modified_at === null
        ? worthOfUnknownAge
        : 0.5 ** (ageOf(draft.source_modified_at, now) / halfLife),
    agreement: agreementOf(draft),
  }
}

export function scoreOf(parts: Parts): number {
  return (
    weights.completeness * parts.completeness +
    weights.plausibility * parts.plausibility +
    weights.source * parts.source +
    weights.age * parts.age +
    weights.agreement * parts.agreement
  )
}

/** In seconds; a change in the future is a clock that is wrong. */
export const ageOf = (modifiedAt: number, now: number) => Math.max(0, now - modifiedAt)

function completenessOf(draft: CandidateFood): number {
  let known = 0
  for (const nutrient of nutrients) if (draft[nutrient] !== null) known += weightOf[nutrient]
  return known / weightOfAll
}

function plausibilityOf(draft: CandidateFood): number {
  let cost = 0
  for (const note of draft.quality_flags) {
    const effect = effectOf(note)
    if (effect !== undefined) cost += effect === 'doubt' ? costOfDoubt : costOfRemoval
  }
  return Math.max(0, 1 - cost)
}

function agreementOf(draft: CandidateFood): number {
  const ofEnergy = energyCanBeCompared(draft) ? Math.max(0, 1 - energyDeviation(draft) / noAgreement) : 0
  const attention = Math.log10(1 + draft.popularity) / Math.log10(1 + lookupsOfFullAttention)
  return (1 - shareOfAttention) * ofEnergy + shareOfAttention * Math.min(1, Math.max(0, attention))
}
