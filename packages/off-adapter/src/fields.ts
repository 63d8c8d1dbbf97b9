// The `fields` parameter: which members of a product a client wants.
import type { Product } from './product.ts'

/** A product with the wanted fields only. Fields that the product does not have are left out. */
export function selectFields(product: Product, fields: string): Product {
  const wanted = fields
    .split(',')
    .map(field => field.trim())
    .filter(field => field !== '')
  if (wanted.length === 0 || wanted.includes('all') || wanted.includes('raw')) return product
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
