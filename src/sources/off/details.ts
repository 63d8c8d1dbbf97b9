// What Open Food Facts states beyond the fields of a food: names by language, ingredients, allergens and so on.
import { type Micronutrient, micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { type Fields, integer, isFields, list, text } from '../coerce.ts'
import type { Amount, SourceDetails } from '../source-record.ts'

/** Columns of the Parquet export. */
// biome-ignore format: a compact list
export const detailsColumns = [
  'countries_tags', 'ingredients_text', 'allergens_tags', 'traces_tags', 'nutriscore_grade', 'nova_group', 'quantity',
  'product_quantity', 'product_quantity_unit',
]

type Micronutrients = NonNullable<SourceDetails['micronutrients']>

export function offDetails(
  product: Fields,
  language: string | null,
  micronutrients: Micronutrients,
): SourceDetails {
  return {
    ...translationsOf(product, language),
    countries: firstList(product.countries_tags, product.countries, product.countries_en),
    allergens: allergensOf(firstList(product.allergens_tags, product.allergens)),
    traces: allergensOf(firstList(product.traces_tags, product.traces)),
    nutri_score: nutriScoreOf(product),
    nova_group: novaGroupOf(product),
    micronutrients,
    package_quantity: packageQuantityOf(product),
  }
}

const namePrefix = 'product_name_'
const genericNamePrefix = 'generic_name_'
const ingredientsPrefix = 'ingredients_text_'

// Other suffixes are `fr_imported`, `with_allergens_en`, `debug`, and xx for an unknown language.
const isLanguage = (suffix: string) => /^(?!xx)[a-z]{2}$/.test(suffix)

type Translations = Record<string, string>

/** In one pass over the fields, of which a product of the JSONL export has about 300. */
function translationsOf(
  product: Fields,
  language: string | null,
): Pick<SourceDetails, 'names' | 'ingredients'> {
  let names: Translations | undefined
  let genericNames: Translations | undefined
  let ingredients: Translations | undefined
  for (const field in product) {
    // Most fields begin with another letter, and comparing a whole prefix takes longer.
    const initial = field.charCodeAt(0)
    if (initial === letterP && field.startsWith(namePrefix))
      names = addTranslation(names, field.slice(namePrefix.length), product[field])
    else if (initial === letterG && field.startsWith(genericNamePrefix))
      genericNames = addTranslation(genericNames, field.slice(genericNamePrefix.length), product[field])
    else if (initial === letterI && field.startsWith(ingredientsPrefix))
      ingredients = addTranslation(ingredients, field.slice(ingredientsPrefix.length), product[field])
  }
  if (language !== null && names?.[language] === undefined)
    names = addTranslation(names, language, product.product_name)
  if (language !== null && genericNames?.[language] === undefined)
    genericNames = addTranslation(genericNames, language, product.generic_name)
  return {
    ...(names !== undefined || genericNames !== undefined
      ? { names: genericNames === undefined ? (names ?? {}) : { ...genericNames, ...names } }
      : {}),
    ingredients: ingredientsIn(product, language, ingredients),
  }
}

const [letterP, letterG, letterI] = ['p', 'g', 'i'].map(letter => letter.charCodeAt(0))

function ingredientsIn(
  product: Fields,
  language: string | null,
  translations: Translations | undefined,
): string | null {
  const own = translations?.[language ?? ''] ?? text(product.ingredients_text)
  if (own !== null || translations === undefined) return own
  const [anyLanguage = ''] = Object.keys(translations).sort()
  return translations['en'] ?? translations[anyLanguage] ?? null
}

function addTranslation(
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

function firstList(...values: unknown[]): string[] {
  for (const value of values) {
    const found = list(value)
    if (found.length > 0) return found
  }
  return []
}

/** Tags without their language, such as `en:sesame-seeds` and `es:Avena`. An allergen without an English name is kept. */
function allergensOf(tags: string[]): string[] {
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

function nutriScoreOf(product: Fields): string | null {
  const { nutriscore_grade, nutrition_grades, nutrition_grade_fr } = product
  return text([nutriscore_grade, nutrition_grades, nutrition_grade_fr].find(isGrade))
}

function novaGroupOf(product: Fields): number | null {
  const { nova_group, nova_groups, nutriments } = product
  return (
    integer(nova_group) ??
    integer(nova_groups) ??
    (isFields(nutriments) ? integer(nutriments['nova-group']) : null)
  )
}

/** The text of the package, unless it is a bare number. */
function packageQuantityOf(product: Fields): string | null {
  const written = text(product.quantity)
  if (written !== null && /\d/.test(written) && /\p{L}/u.test(written)) return written
  const amount = Number(text(product.product_quantity))
  return amount > 0 ? `${amount} ${text(product.product_quantity_unit) ?? 'g'}` : null
}

/** By name in the new schema, and by field in the old one, whose fields are in grams. */
const micronutrientFields = { '': fieldsWith(''), _100g: fieldsWith('_100g') }

function fieldsWith(suffix: string) {
  return new Map(
    micronutrients.flatMap(micronutrient =>
      micronutrientTable[micronutrient].off.map((name, index) => [
        name + suffix,
        { micronutrient, isPreferred: index === 0 },
      ]),
    ),
  )
}

// The form of an app sends 0 for every vitamin and mineral that was not entered. Of 3,813 products of July 2026 with
// micronutrients, 508 state 12 to 21 zeros, 12 state 8 to 11, and all others at most 7.
const maxZeros = 7

/** Looks each field up among the micronutrients: a product has few of them, and its objects are slow to search. */
export function micronutrientsIn(
  fields: Fields,
  suffix: keyof typeof micronutrientFields,
  amountOf: (value: unknown, unit: string) => Amount | null,
): Micronutrients {
  const wanted = micronutrientFields[suffix]
  const amounts: Micronutrients = {}
  const zeros: Micronutrient[] = []
  for (const field of Object.keys(fields)) {
    const found = wanted.get(field)
    if (found === undefined || (!found.isPreferred && amounts[found.micronutrient] !== undefined)) continue
    const amount = amountOf(fields[field], 'g')
    if (amount === null) continue
    amounts[found.micronutrient] = amount
    if (Number(amount.value) === 0) zeros.push(found.micronutrient)
  }
  if (zeros.length > maxZeros) for (const micronutrient of zeros) delete amounts[micronutrient]
  return amounts
}
