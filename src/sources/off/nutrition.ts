// The nutrients of a product of Open Food Facts, in its new and in its old schema.
import { type Micronutrient, micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { type SourceNutrient, sourceAmounts } from '../../food/nutrients.ts'
import { type Fields, isFields, rowsOf, text } from '../coerce.ts'
import type { Amount, SourceDetails, SourceRecord } from '../source-record.ts'
import type { ProductFields } from './fields.ts'

interface Amounts extends Pick<SourceRecord, 'amounts'> {
  micronutrients: NonNullable<SourceDetails['micronutrients']>
}

interface Nutrition extends Amounts, Pick<SourceRecord, 'per'> {}

/** From the new `nutrition` object, or from the old fields if it is empty. The two must not be mixed. */
export function nutritionOf(fields: ProductFields, product: Fields): Nutrition {
  const set = asSoldSet(fields.nutrition)
  if (set !== null) {
    const found = amountsIn(isFields(set.nutrients) ? set.nutrients : {}, '', amountOfSet)
    if (Object.keys(found.amounts).length > 0)
      return { per: set.per === '100ml' ? '100ml' : '100g', ...found }
  }
  const { nutrition_data_per: basis, serving_quantity_unit: servingUnit } = fields
  const isLiquid = basis === '100ml' || (basis === 'serving' && servingUnit === 'ml')
  return {
    per: isLiquid ? '100ml' : '100g',
    ...amountsIn(isFields(fields.nutriments) ? fields.nutriments : product, '_100g', amountOf),
  }
}

/**
 * Values of the prepared food (soup from powder) are not those of the product as sold. If the aggregated set contains
 * prepared values, one of its input sets is used instead.
 */
function asSoldSet(nutrition: unknown): Fields | null {
  if (!isFields(nutrition)) return null
  const { aggregated_set: aggregated, input_sets } = nutrition
  if (isFields(aggregated) && aggregated.preparation !== 'prepared') return aggregated
  const asSold = (set: Fields) => set.preparation === 'as_sold' && set.source !== 'estimate'
  return rowsOf(input_sets).find(set => asSold(set) && (set.per === '100g' || set.per === '100ml')) ?? null
}

/** Null for values that Open Food Facts estimates from the ingredients; its older API omits them too. */
function amountOfSet(amount: unknown, unit: string): Amount | null {
  if (!isFields(amount) || amount.source === 'estimate') return null
  return amountOf(amount.value ?? amount.value_computed, text(amount.unit) ?? unit)
}

function amountOf(value: unknown, unit: string): Amount | null {
  return value === undefined || value === null || value === '' ? null : { value, unit }
}

interface NutrientField {
  nutrient: SourceNutrient | null
  micronutrient: Micronutrient | null
  unit: string
  isPreferred: boolean
}

/** By name in the new schema, and by field in the old one. Micronutrients are in grams. */
const nutrientFields = { '': fieldsWith(''), _100g: fieldsWith('_100g') }

function fieldsWith(suffix: string): ReadonlyMap<string, NutrientField> {
  return new Map([
    ...sourceAmounts.flatMap(({ amount, off: { names, unit } }) =>
      names.map((name, index): [string, NutrientField] => [
        name + suffix,
        { nutrient: amount, micronutrient: null, unit, isPreferred: index === 0 },
      ]),
    ),
    ...micronutrients.flatMap(micronutrient =>
      micronutrientTable[micronutrient].off.map((name, index): [string, NutrientField] => [
        name + suffix,
        { nutrient: null, micronutrient, unit: 'g', isPreferred: index === 0 },
      ]),
    ),
  ])
}

// The form of an app sends 0 for every vitamin and mineral that was not entered. Of 3,813 products of July 2026 with
// micronutrients, 508 state 12 to 21 zeros, 12 state 8 to 11, and all others at most 7.
const maxZeros = 7

/** Looks each field up among the nutrients: a product has few of them, and its objects are slow to search. */
function amountsIn(
  fields: Fields,
  suffix: keyof typeof nutrientFields,
  amountOf: (value: unknown, unit: string) => Amount | null,
): Amounts {
  const wanted = nutrientFields[suffix]
  const found: Amounts = { amounts: {}, micronutrients: {} }
  for (const field in fields) {
    const nutrientField = wanted.get(field)
    if (nutrientField === undefined) continue
    const { nutrient, micronutrient, unit, isPreferred } = nutrientField
    const amount = amountOf(fields[field], unit)
    if (amount === null) continue
    if (nutrient !== null) {
      if (isPreferred || found.amounts[nutrient] === undefined) found.amounts[nutrient] = amount
    } else if (micronutrient !== null && (isPreferred || found.micronutrients[micronutrient] === undefined)) {
      found.micronutrients[micronutrient] = amount
    }
  }
  const stated = Object.keys(found.micronutrients) as Micronutrient[]
  const zeros = stated.filter(name => Number(found.micronutrients[name]?.value) === 0)
  if (zeros.length > maxZeros) for (const zero of zeros) delete found.micronutrients[zero]
  return found
}
