// Nutrients that a search compares: `nutriment_0=sugars&nutriment_compare_0=lt&nutriment_value_0=5`, `sugars_100g<5` and
// `sugars_100g=5`. Larder's bounds include the value itself, so `<` is read as `<=`.
import type { Filters } from '@larder/client'
import { nutrientUnits } from './nutrient-units.ts'
import { kilojoulesPerKilocalorie, saltPerSodium } from './nutriments.ts'

type Bounds = Pick<Filters, `${(typeof nutrientUnits)[number]['field']}_${'min' | 'max'}`>

/** How a nutrient of Open Food Facts becomes one of Larder: the field, and by what its values are divided. */
const fields: Record<string, { field: (typeof nutrientUnits)[number]['field']; factor: number }> = {
  ...Object.fromEntries(nutrientUnits.map(({ name, field, factor }) => [name, { field, factor }])),
  energy: { field: 'calories_kcal', factor: kilojoulesPerKilocalorie },
  'energy-kj': { field: 'calories_kcal', factor: kilojoulesPerKilocalorie },
  salt: { field: 'sodium_mg', factor: saltPerSodium },
}

type Side = 'min' | 'max'

const sidesOf: Record<string, Side[]> = {
  lt: ['max'],
  lte: ['max'],
  gt: ['min'],
  gte: ['min'],
  eq: ['min', 'max'],
  '<': ['max'],
  '>': ['min'],
  '=': ['min', 'max'],
}

interface Comparison {
  /** As it was sent. */
  text: string
  name: string
  operator: string
  value: string
}

export function boundsOf(parameters: URLSearchParams): { bounds: Bounds; unanswerable: string[] } {
  const bounds: Bounds = {}
  const unanswerable: string[] = []
  for (const { text, name, operator, value } of comparisonsOf(parameters)) {
    const nutrient = Object.hasOwn(fields, name) ? fields[name] : undefined
    const sides = Object.hasOwn(sidesOf, operator) ? sidesOf[operator] : undefined
    if (nutrient === undefined || sides === undefined || !/^\d+(?:\.\d+)?$/.test(value)) {
      unanswerable.push(text)
      continue
    }
    const amount = Number((Number(value) / nutrient.factor).toPrecision(6))
    for (const side of sides) {
      const bound = `${nutrient.field}_${side}` as const
      const narrower = side === 'min' ? Math.max : Math.min
      bounds[bound] = narrower(bounds[bound] ?? amount, amount)
    }
  }
  return { bounds, unanswerable }
}

function comparisonsOf(parameters: URLSearchParams): Comparison[] {
  return [...parameters].flatMap(([parameter, sent]): Comparison[] => {
    const index = /^nutriment_(\d+)$/.exec(parameter)?.[1]
    if (index !== undefined) {
      if (sent === '') return []
      const operator = parameters.get(`nutriment_compare_${index}`) ?? ''
      const value = parameters.get(`nutriment_value_${index}`) ?? ''
      return [{ text: `${sent} ${operator} ${value}`, name: sent, operator, value }]
    }
    // The `=` of `sugars_100g<=5` separates the parameter from its value.
    const [, name = '', per, sign, right = ''] = /^(.+?)_(100g|serving)(?:([<>])(.*))?$/.exec(parameter) ?? []
    if (per === undefined) return []
    const text = sent === '' ? parameter : `${parameter}=${sent}`
    // Larder compares values per 100 g.
    if (per === 'serving') return [{ text, name: '', operator: '', value: '' }]
    return [{ text, name, operator: sign ?? '=', value: right || sent }]
  })
}
