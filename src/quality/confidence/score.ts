// The confidence formula; docs/explanation/data-quality.md explains it with an example.
//
//   confidence = floor of the class + width of the class × score
//   score = 0.45 completeness + 0.20 plausibility + 0.15 source + 0.10 age + 0.10 agreement

import { type Nutrient, nutrients } from '../../food/nutrients.ts'
import { estimateSource, isLaboratoryData, sourceFacts } from '../../food/sources.ts'
import { type CandidateFood, unconfirmed } from '../candidate-food.ts'
import { energyCanBeCompared, energyDeviation } from '../plausibility/energy.ts'
import { effectOf } from '../plausibility.ts'
import type { ConfidenceClass, Doubt } from './classes.ts'
import { isComplete, requiredNutrients, weightsOf } from './label.ts'

export const weights = { completeness: 0.45, plausibility: 0.2, source: 0.15, age: 0.1, agreement: 0.1 }

/** The components of the score, each from 0 to 1. */
export type Components = Record<keyof typeof weights, number>

// A suspicious value may still be wrong; a dropped or converted one does no more harm.
const suspectPenalty = 0.5
const correctionPenalty = 0.25

// Recipes change: a label that was not edited for five years counts half as much as a new one, and so does a label of
// unknown age. The five years are judgement, not measurement.
const halfLifeSeconds = 5 * 365.25 * 86_400
const unknownAgeScore = 0.5

// Agreement reaches 0 at the tolerance of the check energy-mismatch. A mistake in a food that 10,000 people scanned
// would probably have been noticed; that is weak evidence, so it counts 0.3 of the component.
export const maxAgreeingDeviation = 0.2
const scansForFullScore = 10_000
const scanShare = 0.3

const isSuspicious = (candidate: CandidateFood) =>
  candidate.quality_flags.some(flag => effectOf(flag) === 'suspect')

const isUnconfirmed = (candidate: CandidateFood) =>
  candidate.quality_flags.some(({ rule }) => rule === unconfirmed)

export function doubtOf(candidate: CandidateFood): Doubt {
  if (isSuspicious(candidate)) return 'suspicious'
  return isUnconfirmed(candidate) ? 'unconfirmed' : null
}

export function classOf(candidate: CandidateFood): ConfidenceClass {
  if (candidate.source === estimateSource) return 'estimate'
  if (isComplete(candidate) && doubtOf(candidate) === null) return 'complete'
  return nutrients.some(nutrient => candidate[nutrient] !== null) ? 'sparse' : 'empty'
}

export function componentsOf(candidate: CandidateFood, now: number): Components {
  return {
    completeness: completenessOf(candidate),
    plausibility: plausibilityOf(candidate),
    source: sourceFacts[candidate.source].trust,
    age:
      candidate.source_modified_at === null
        ? unknownAgeScore
        : 0.5 ** (ageOf(candidate.source_modified_at, now) / halfLifeSeconds),
    agreement: agreementOf(candidate),
  }
}

/** With one more suspicious value. */
export const doubtedComponents = (components: Components): Components => ({
  ...components,
  plausibility: Math.max(0, components.plausibility - suspectPenalty),
})

export function scoreOf(components: Components): number {
  return (
    weights.completeness * components.completeness +
    weights.plausibility * components.plausibility +
    weights.source * components.source +
    weights.age * components.age +
    weights.agreement * components.agreement
  )
}

/** In seconds. A change in the future means a wrong clock and counts as new. */
export const ageOf = (modifiedAt: number, now: number) => Math.max(0, now - modifiedAt)

/** Nutrients that laboratories did not measure do not count against them. */
function completenessOf(candidate: CandidateFood): number {
  const nutrientWeights = weightsOf(candidate)
  const isMeasured = isLaboratoryData(candidate)
  let known = 0
  let total = 0
  for (const nutrient of nutrients) {
    const isKnown = candidate[nutrient] !== null
    if (isKnown) known += nutrientWeights[nutrient]
    if (isKnown || !isMeasured || isRequired(nutrient)) total += nutrientWeights[nutrient]
  }
  return known / total
}

const isRequired = (nutrient: Nutrient) => requiredNutrients.some(required => required === nutrient)

function plausibilityOf(candidate: CandidateFood): number {
  let penalty = 0
  for (const flag of candidate.quality_flags) {
    const effect = effectOf(flag)
    if (effect !== undefined) penalty += effect === 'suspect' ? suspectPenalty : correctionPenalty
  }
  return Math.max(0, 1 - penalty)
}

function agreementOf(candidate: CandidateFood): number {
  const energyScore = energyCanBeCompared(candidate)
    ? Math.max(0, 1 - energyDeviation(candidate) / maxAgreeingDeviation)
    : 0
  const scanScore = Math.log10(1 + candidate.popularity) / Math.log10(1 + scansForFullScore)
  return (1 - scanShare) * energyScore + scanShare * Math.min(1, Math.max(0, scanScore))
}
