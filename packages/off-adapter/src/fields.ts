// The `fields` parameter: which members of a product a client wants.
import { micronutrientUnits } from './micronutrient-units.ts'
import type { Product } from './product.ts'

/** Undefined if all are wanted. */
function wantedFields(fields: string): string[] | undefined {
  const wanted = fields
    .split(',')
    .map(field => field.trim())
    .filter(field => field !== '')
  return wanted.length === 0 || wanted.includes('all') || wanted.includes('raw') ? undefined : wanted
}

const fieldOfDetails =
  /^(?:product_name_[a-z]|ingredients_text|lang$|lc$|quantity$|(?:allergens|traces|labels|countries)(?:_|$)|nutriscore_|nutrition_grade|nova_group)/
const micronutrient = new RegExp(`^(?:${micronutrientUnits.map(({ name }) => name).join('|')})(?:_|$)`)

/** Whether a wanted field comes from Larder's food details, which cost another request. */
export function needsDetails(fields: string): boolean {
  const wanted = wantedFields(fields)
  return (
    wanted === undefined ||
    wanted.some(field => {
      if (field === 'nutriments' || field.startsWith('nutrition.') || field === 'nutrition') return true
      const nutrient = field.replace(/^nutriments\./, '')
      return fieldOfDetails.test(field) || micronutrient.test(nutrient)
    })
  )
}

/** A product with the wanted fields only. Fields that the product does not have are left out. */
export function selectFields(product: Product, fields: string): Product {
  const wanted = wantedFields(fields)
  if (wanted === undefined) return product
  const selected: Product = {}
  for (const field of wanted) {
    if (Object.hasOwn(product, field)) {
      selected[field] = product[field]
      continue
    }
    // `nutriments.salt_100g` wants one nutrient inside `nutriments`, `salt_100g` the same one at the top level.
    const [parent = '', child] = field.includes('.') ? field.split(/\.(.*)/s) : ['nutriments', field]
    const members = product[parent]
    if (child === undefined || !isRecord(members) || !Object.hasOwn(members, child)) continue
    if (!field.includes('.')) selected[child] = members[child]
    else {
      const before = selected[parent]
      selected[parent] = { ...(isRecord(before) && before), [child]: members[child] }
    }
  }
  return selected
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
