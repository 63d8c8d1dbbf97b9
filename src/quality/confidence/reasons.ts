// Explains the confidence of a food in sentences, for its page: first the range of its class, then what each component
// of the score adds, so that the numbers add up to the confidence.

import { type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import { isLaboratoryData, sourceFacts } from '../../food/sources.ts'
import type { CandidateFood, QualityFlag } from '../candidate-food.ts'
import {
  energyCanBeCompared,
  energyDeviation,
  maxEnergyStated,
  minEnergyStated,
} from '../plausibility/energy.ts'
import { unlikePeers } from '../plausibility/suspicious.ts'
import { describeRule, effectOf } from '../plausibility.ts'
import { type ConfidenceClass, type Doubt, scoreRangeOf } from './classes.ts'
import { detailNutrients, isComplete, missingNutrients } from './label.ts'
import { ageOf, type Components, doubtOf, maxAgreeingDeviation, weights } from './score.ts'

export interface Reason {
  code: string
  text: string
}

/** `id` and `components` must be those of the candidate; passing them in avoids computing them twice per food. */
export function reasonsFor(
  candidate: CandidateFood,
  id: ConfidenceClass,
  components: Components,
  now: number,
): Reason[] {
  const doubt = doubtOf(candidate)
  const contributions = maxContributions[id === 'sparse' && doubt !== null ? doubt : id]
  const add = (component: keyof Components, { code, text }: Reason): Reason => {
    const { max, formatted } = contributions[component]
    return { code, text: `${text} (+${decimals(max * components[component])} of ${formatted})` }
  }
  const { floor, ceiling } = scoreRangeOf(id, doubt)
  return [
    {
      code: id === 'sparse' && isComplete(candidate) ? (doubt ?? id) : id,
      text: `${classSentence(candidate, id, doubt)} The score is between ${floor} and ${ceiling}.`,
    },
    add('completeness', nutrientsReason(candidate)),
    add('plausibility', plausibilityReason(candidate)),
    add('source', { code: 'source', text: sourceFacts[candidate.source].provenance }),
    add('age', ageReason(candidate, now)),
    add('agreement', agreementReason(candidate)),
  ]
}

const decimals = (number: number) => String(Math.round(number * 1_000) / 1_000)

const maxContributionsOf = ({ floor, ceiling }: { floor: number; ceiling: number }) => {
  const maxContribution = (component: keyof Components) => {
    const max = weights[component] * (ceiling - floor)
    return { max, formatted: decimals(max) }
  }
  return {
    completeness: maxContribution('completeness'),
    plausibility: maxContribution('plausibility'),
    source: maxContribution('source'),
    age: maxContribution('age'),
    agreement: maxContribution('agreement'),
  }
}

/** The maximum that each component can add to the confidence, by class. */
const maxContributions = {
  complete: maxContributionsOf(scoreRangeOf('complete', null)),
  sparse: maxContributionsOf(scoreRangeOf('sparse', null)),
  suspicious: maxContributionsOf(scoreRangeOf('sparse', 'suspicious')),
  unconfirmed: maxContributionsOf(scoreRangeOf('sparse', 'unconfirmed')),
  empty: maxContributionsOf(scoreRangeOf('empty', null)),
  estimate: maxContributionsOf(scoreRangeOf('estimate', null)),
}

function classSentence(candidate: CandidateFood, id: ConfidenceClass, doubt: Doubt): string {
  switch (id) {
    case 'complete':
      return completeSentence(candidate)
    case 'sparse':
      if (!isComplete(candidate)) return `The label is incomplete: no ${list(missingNutrients(candidate))}.`
      return doubt === 'unconfirmed'
        ? 'The label is complete, but neither a second person nor a photo of it has confirmed the values.'
        : 'The label is complete, but a value is suspicious.'
    case 'empty':
      return 'No nutrient is known.'
    case 'estimate':
      return 'The values are an AI estimate, not taken from a label.'
  }
}

function completeSentence(candidate: CandidateFood): string {
  if (detailNutrients.every(nutrient => candidate[nutrient] !== null))
    return 'All seven values of a European label are known, and none is suspicious.'
  if (isLaboratoryData(candidate))
    return 'Laboratory data with energy, fat, carbohydrates and protein; no value is suspicious.'
  const missing = missingNutrients(candidate)
  return missing.length === 0
    ? 'All values that matter for this kind of food are known, and none is suspicious.'
    : `The label is complete except for ${list(missing, 'and')}, and no value is suspicious.`
}

function nutrientsReason(candidate: CandidateFood): Reason {
  let known = 0
  for (const nutrient of weightedNutrients) if (candidate[nutrient] !== null) known++
  return { code: 'nutrients', text: `${known} of ${weightedNutrients.length} nutrients are known` }
}

const weightedNutrients = nutrients.filter(nutrient => nutrientTable[nutrient].confidenceWeight > 0)

const maxRulesListed = 3

/** The code is that of the first broken rule, so that a page can link to it. */
function plausibilityReason(candidate: CandidateFood): Reason {
  const flags = candidate.quality_flags.filter(flag => effectOf(flag) !== undefined)
  const rules = [...new Set(flags.map(flag => flag.rule))]
  const [first] = rules
  if (first === undefined) return { code: 'plausible', text: 'No check found anything suspicious' }
  const listed = rules.slice(0, maxRulesListed).map(rule =>
    ruleSentence(
      candidate,
      flags.filter(flag => flag.rule === rule),
    ),
  )
  const others =
    rules.length > listed.length ? [`${count(rules.length - listed.length, 'more check')} failed`] : []
  return { code: first, text: [...listed, ...others].join('. ') }
}

/** `flags` are those of one rule. */
function ruleSentence(candidate: CandidateFood, flags: QualityFlag[]): string {
  const [flag] = flags
  if (flag === undefined) return ''
  if (flag.rule === 'energy-mismatch') return energyMismatchSentence(candidate)
  if (flag.rule === unlikePeers.code)
    return `${capitalized(foundValue(flag))} is far from foods of the same name or category`
  const description = describeRule(flag)
  if (effectOf(flag) === 'suspect') return description
  const action = effectOf(flag) === 'drop' ? 'dropped' : 'converted'
  return `${description}; ${flags.map(foundValue).join(', ')} ${flags.length === 1 ? 'was' : 'were'} ${action}`
}

function energyMismatchSentence(candidate: CandidateFood): string {
  const min = Math.round(minEnergyStated(candidate))
  const max = Math.round(maxEnergyStated(candidate))
  const computed = max === min || max === Infinity ? `${min}` : `${min} to ${max}`
  const percent = Math.round(100 * energyDeviation(candidate))
  return `The energy of ${amount(candidate.calories_kcal ?? 0)} kcal differs by ${percent} % from the ${computed} kcal computed from the nutrients`
}

const monthSeconds = 30.44 * 86_400

function ageReason({ source_modified_at }: CandidateFood, now: number): Reason {
  if (source_modified_at === null) return { code: 'age', text: 'The date of the last change is unknown' }
  const months = Math.floor(ageOf(source_modified_at, now) / monthSeconds)
  const years = Math.floor(months / 12)
  const ago = years > 0 ? count(years, 'year') : count(months, 'month')
  return { code: 'age', text: months === 0 ? 'Changed less than a month ago' : `Last changed ${ago} ago` }
}

function agreementReason(candidate: CandidateFood): Reason {
  const scans =
    candidate.popularity > 0 ? `, and ${count(candidate.popularity, 'person', 'people')} scanned it` : ''
  return { code: 'agreement', text: energySentence(candidate) + scans }
}

function energySentence(candidate: CandidateFood): string {
  if (!energyCanBeCompared(candidate)) return 'The energy cannot be compared with the nutrients'
  const percent = Math.round(100 * energyDeviation(candidate))
  if (percent === 0) return 'The energy matches the nutrients'
  if (percent > 100 * maxAgreeingDeviation) return 'The energy does not match the nutrients'
  return `The energy is within ${percent} % of the value computed from the nutrients`
}

const count = (number: number, one: string, many = `${one}s`) =>
  `${amount(number)} ${number === 1 ? one : many}`

function list(missing: readonly Nutrient[], conjunction = 'or'): string {
  const names = missing.map(nutrient => nutrientTable[nutrient].name)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`
}

/** `sodium_mg` 66700 → `sodium of 66,700 mg`. */
function foundValue({ field, found }: QualityFlag): string {
  const unit = field.slice(field.lastIndexOf('_') + 1)
  const name = nutrientTable[field as Nutrient]?.name ?? field.slice(0, field.lastIndexOf('_'))
  return found === undefined
    ? name
    : `${name} of ${typeof found === 'number' ? amount(found) : found} ${unit}`
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const thousands = new Intl.NumberFormat('en-US')

function amount(number: number): string {
  const rounded = Math.round(number * 10) / 10
  return number < 1_000 ? String(rounded) : thousands.format(rounded)
}
