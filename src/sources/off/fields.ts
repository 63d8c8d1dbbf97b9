// The fields of a product of Open Food Facts. Products have up to 300 fields, and nearly every one has others. V8 takes long to
// look up a field in objects of so many shapes, so one pass copies those that a record needs into objects of one shape.
import { type Fields, text } from '../coerce.ts'

const none: unknown = undefined

// biome-ignore format: a compact list
const noValues = {
  _id: none, allergens: none, allergens_tags: none, brands: none, brands_tags: none, categories: none,
  categories_en: none, categories_hierarchy: none, categories_tags: none, code: none, countries: none,
  countries_en: none, countries_tags: none, generic_name: none, image_front_thumb_url: none, image_front_url: none,
  image_small_url: none, image_thumb_url: none, image_url: none, images: none, ingredients_text: none,
  labels_tags: none, lang: none,
  last_modified_t: none, lc: none, nova_group: none, nova_groups: none, nutriments: none, nutriscore_grade: none,
  nutrition: none, nutrition_data_per: none, nutrition_grade_fr: none, nutrition_grades: none, obsolete: none,
  product_name: none, product_quantity: none, product_quantity_unit: none, product_type: none, quantity: none,
  scans_n: none, serving_quantity_unit: none, serving_size: none, traces: none, traces_tags: none,
  unique_scans_n: none, url: none,
}

export type ProductFields = typeof noValues

const wanted: ReadonlySet<string> = new Set(Object.keys(noValues))

/** By language code. */
export type Translations = Record<string, string>

export interface Product {
  fields: ProductFields
  names: Translations | undefined
  genericNames: Translations | undefined
  ingredients: Translations | undefined
}

const namePrefix = 'product_name_'
const genericNamePrefix = 'generic_name_'
const ingredientsPrefix = 'ingredients_text_'

const [letterP, letterG, letterI] = ['p', 'g', 'i'].map(letter => letter.charCodeAt(0))

export function readFields(written: Fields): Product {
  const fields = { ...noValues }
  const product: Product = { fields, names: undefined, genericNames: undefined, ingredients: undefined }
  for (const field in written) {
    // Comparing a whole prefix takes longer.
    const initial = field.charCodeAt(0)
    if (wanted.has(field)) fields[field as keyof ProductFields] = written[field]
    else if (initial === letterP && field.startsWith(namePrefix))
      product.names = addTranslation(product.names, field.slice(namePrefix.length), written[field])
    else if (initial === letterG && field.startsWith(genericNamePrefix))
      product.genericNames = addTranslation(
        product.genericNames,
        field.slice(genericNamePrefix.length),
        written[field],
      )
    else if (initial === letterI && field.startsWith(ingredientsPrefix))
      product.ingredients = addTranslation(
        product.ingredients,
        field.slice(ingredientsPrefix.length),
        written[field],
      )
  }
  return product
}

// Other suffixes are `fr_imported`, `with_allergens_en`, `debug`, and xx for an unknown language.
const isLanguage = (suffix: string) => /^(?!xx)[a-z]{2}$/.test(suffix)

export function addTranslation(
  translations: Translations | undefined,
  language: string,
  value: unknown,
): Translations | undefined {
  const written = text(value)
  if (written === null || !isLanguage(language)) return translations
  const added = translations ?? {}
  added[language] = written
  return added
}
