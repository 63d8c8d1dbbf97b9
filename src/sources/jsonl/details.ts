// The member `details` of Larder's JSONL format. It has the members of food_details; those of another type are ignored.
import { micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { type Fields, integer, isFields, rowsOf, text } from '../coerce.ts'
import type { SourceDetails } from '../source-record.ts'

export function jsonlDetails(details: unknown): SourceDetails | null {
  if (!isFields(details)) return null
  return {
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
