// What Open Food Facts states beyond the fields of a food: names by language, ingredients, allergens and so on.
import { integer, isFields, list, text } from '../coerce.ts'
import type { SourceDetails } from '../source-record.ts'
import { addTranslation, type Product, type ProductFields, type Translations } from './fields.ts'

/** Columns of the Parquet export. */
// biome-ignore format: a compact list
export const detailsColumns = [
  'countries_tags', 'ingredients_text', 'allergens_tags', 'traces_tags', 'labels_tags', 'nutriscore_grade', 'nova_group',
  'quantity', 'product_quantity', 'product_quantity_unit',
]

export function offDetails(
  product: Product,
  language: string | null,
  micronutrients: SourceDetails['micronutrients'] & {},
): SourceDetails {
  const { fields } = product
  return {
    names: namesOf(product, language),
    ingredients: ingredientsOf(product, language),
    countries: firstList(fields.countries_tags, fields.countries, fields.countries_en),
    allergens: namesOfTags(firstList(fields.allergens_tags, fields.allergens)),
    traces: namesOfTags(firstList(fields.traces_tags, fields.traces)),
    labels: namesOfTags(list(fields.labels_tags)),
    nutri_score: nutriScoreOf(fields),
    nova_group: novaGroupOf(fields),
    micronutrients,
    package_quantity: packageQuantityOf(fields),
  }
}

function namesOf(product: Product, language: string | null): Translations | undefined {
  let { names, genericNames } = product
  if (language !== null && names?.[language] === undefined)
    names = addTranslation(names, language, product.fields.product_name)
  if (language !== null && genericNames?.[language] === undefined)
    genericNames = addTranslation(genericNames, language, product.fields.generic_name)
  return genericNames === undefined ? names : { ...genericNames, ...names }
}

function ingredientsOf(
  { fields, ingredients: translations }: Product,
  language: string | null,
): string | null {
  const own = translations?.[language ?? ''] ?? text(fields.ingredients_text)
  if (own !== null || translations === undefined) return own
  const [anyLanguage = ''] = Object.keys(translations).sort()
  return translations['en'] ?? translations[anyLanguage] ?? null
}

function firstList(...values: unknown[]): string[] {
  for (const value of values) {
    const found = list(value)
    if (found.length > 0) return found
  }
  return []
}

/** Tags without their language, such as `en:sesame-seeds` and `es:Avena`. One without an English name is kept. */
function namesOfTags(tags: string[]): string[] {
  if (tags.length === 0) return tags
  return tags
    .map(tag =>
      tag
        .replace(/^[a-z]{2}:/, '')
        .replaceAll('-', ' ')
        .toLowerCase(),
    )
    .filter(name => name !== 'none')
}

const isGrade = (value: unknown) => typeof value === 'string' && /^[a-e]$/i.test(value)

function nutriScoreOf(fields: ProductFields): string | null {
  const { nutriscore_grade, nutrition_grades, nutrition_grade_fr } = fields
  return text([nutriscore_grade, nutrition_grades, nutrition_grade_fr].find(isGrade))
}

function novaGroupOf(fields: ProductFields): number | null {
  const { nova_group, nova_groups, nutriments } = fields
  return (
    integer(nova_group) ??
    integer(nova_groups) ??
    (isFields(nutriments) ? integer(nutriments['nova-group']) : null)
  )
}

/** The text of the package, unless it is a bare number. */
function packageQuantityOf(fields: ProductFields): string | null {
  const written = text(fields.quantity)
  if (written !== null && /\d/.test(written) && /\p{L}/u.test(written)) return written
  const amount = Number(text(fields.product_quantity))
  return amount > 0 ? `${amount} ${text(fields.product_quantity_unit) ?? 'g'}` : null
}
