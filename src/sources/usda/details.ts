// What USDA FoodData Central states beyond the fields of a food: portions, vitamins and minerals, ingredients.
import type { Portion } from '../../food/food-details.ts'
import { micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { type Fields, isFields, rowsOf, text } from '../coerce.ts'
import type { SourceDetails } from '../source-record.ts'
import { withUsualUnits } from './serving.ts'

export const detailNutrientIds = micronutrients.flatMap(
  micronutrient => micronutrientTable[micronutrient].usda,
)

/** `nutrients` is null if they are not those of the product as sold. */
export function brandedDetails(product: Fields, nutrients: unknown): SourceDetails {
  const packageWeight = text(product.package_weight)
  return {
    countries: [text(product.market_country)].filter(country => country !== null),
    ingredients: text(product.ingredients)?.replace(/^ingredients: */i, '') ?? null,
    micronutrients: micronutrientsOf(nutrients),
    package_quantity: packageWeight === null ? null : withUsualUnits(packageWeight),
  }
}

/** Without the amounts of bundles that state no units, because vitamin D may be in µg or IU. */
export function micronutrientsOf(nutrients: unknown): NonNullable<SourceDetails['micronutrients']> {
  const amounts: NonNullable<SourceDetails['micronutrients']> = {}
  if (!(nutrients instanceof Map)) return amounts
  for (const micronutrient of micronutrients) {
    const { usda } = micronutrientTable[micronutrient]
    const found: unknown = nutrients.get(usda.find(id => nutrients.has(id)))
    const unit = isFields(found) ? text(found.unit_name) : null
    if (isFields(found) && unit !== null) amounts[micronutrient] = { value: found.amount, unit }
  }
  return amounts
}

// Laboratory measures: `paired cooked w`, `dripping w`, `orig rw g`.
const laboratoryMeasure = /^(?:paired|dripping|orig) /

/** `1 cup, sliced` and its grams. SR Legacy has the complete measure in the modifier. */
export function portionsOf(rows: unknown): Portion[] {
  const bySequence = rowsOf(rows).sort((one, other) => Number(one.seq_num) - Number(other.seq_num))
  const portions: Portion[] = []
  for (const portion of bySequence) {
    const unit = text(portion.measure_unit)
    if (unit !== null && laboratoryMeasure.test(unit)) continue
    const words = [unit === 'undetermined' ? null : unit, portion.portion_description, portion.modifier]
    const measure = words.map(text).filter(word => word !== null)
    const grams = Number(text(portion.gram_weight))
    const amount = Number(text(portion.amount) ?? 1)
    if (measure.length > 0 && grams > 0 && amount > 0)
      portions.push({ description: `${amount} ${measure.join(', ')}`, grams })
  }
  return portions
}
