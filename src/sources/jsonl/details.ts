// The member `details` of Larder's JSONL format. It has the members of food_details; those of another type are ignored.
import { type EstimateDetails, estimators } from '../../food/food-details.ts'
import { micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { nutrients } from '../../food/nutrients.ts'
import { type Fields, integer, isFields, rowsOf, text } from '../coerce.ts'
import type { SourceDetails } from '../source-record.ts'

export function jsonlDetails(details: unknown, isEstimate = false): SourceDetails | null {
  if (!isFields(details)) return null
  return {
    language: text(details['language']),
    names: namesOf(details['names']),
    countries: textsOf(details['countries']),
    ingredients: text(details['ingredients']),
    allergens: textsOf(details['allergens']),
    traces: textsOf(details['traces']),
    labels: textsOf(details['labels']),
    nutri_score: text(details['nutri_score']),
    nova_group: integer(details['nova_group']),
    micronutrients: micronutrientsOf(details['micronutrients']),
    portions: portionsOf(details['portions']),
    package_quantity: text(details['package_quantity']),
    ...(isEstimate && { estimate: estimateOf(details['estimate']) }),
  }
}

function namesOf(value: unknown): Record<string, string> {
  const names = Object.entries(isFields(value) ? value : {})
  return Object.fromEntries(
    names.flatMap(([language, name]) => (typeof name === 'string' ? [[language, name]] : [])),
  )
}

/** Not `list`, which splits at commas: `Korea, Republic of`. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter(item => item !== null) : []
}

function micronutrientsOf(value: unknown): NonNullable<SourceDetails['micronutrients']> {
  const stated: Fields = isFields(value) ? value : {}
  const amounts: NonNullable<SourceDetails['micronutrients']> = {}
  for (const micronutrient of micronutrients) {
    const amount = stated[micronutrient]
    if (typeof amount === 'number')
      amounts[micronutrient] = { value: amount, unit: micronutrientTable[micronutrient].unit }
  }
  return amounts
}

function portionsOf(value: unknown): NonNullable<SourceDetails['portions']> {
  return rowsOf(value).flatMap(({ description, grams }) =>
    typeof description === 'string' && typeof grams === 'number' ? [{ description, grams }] : [],
  )
}

/** Undefined unless it says which estimator made it, when, and from what. */
function estimateOf(value: unknown): EstimateDetails | undefined {
  if (!isFields(value) || !isFields(value['inputs'])) return undefined
  const estimator = estimators.find(each => each === value['estimator'])
  const [version, made_at, name] = [
    text(value['version']),
    text(value['made_at']),
    text(value['inputs']['name']),
  ]
  if (estimator === undefined || version === null || made_at === null || name === null) return undefined
  const { brand, category, language } = value['inputs']
  return {
    ...{ estimator, version, made_at },
    inputs: { name, ...textsWhereKnown({ brand, category, language }) },
    ...(typeof value['peers'] === 'number' && { peers: value['peers'] }),
    ...textsWhereKnown({ model: value['model'], stands_in_for: value['stands_in_for'] }),
    ranges: rangesOf(value['ranges']),
  }
}

function textsWhereKnown<Name extends string>(
  values: Readonly<Record<Name, unknown>>,
): Partial<Record<Name, string>> {
  const known = Object.entries(values).filter(([, value]) => text(value) !== null)
  return Object.fromEntries(known) as Partial<Record<Name, string>>
}

function rangesOf(value: unknown): EstimateDetails['ranges'] {
  const stated: Fields = isFields(value) ? value : {}
  const ranges: EstimateDetails['ranges'] = {}
  for (const nutrient of nutrients) {
    const [low, high] = Array.isArray(stated[nutrient]) ? stated[nutrient] : []
    if (typeof low === 'number' && typeof high === 'number') ranges[nutrient] = [low, high]
  }
  return ranges
}
