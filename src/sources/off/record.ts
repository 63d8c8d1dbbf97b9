// Maps the fields of Open Food Facts, from the JSONL, tab-separated and Parquet exports; its nutrient names are in the
// nutrient table.
import { sourceAmounts } from '../../food/nutrients.ts'
import { isCompanyName } from '../../language/company-names.ts'
import { isPlaceholder } from '../../language/placeholders.ts'
import {
  type Fields,
  float32ToDecimal,
  integer,
  isFields,
  isPresent,
  list,
  rowsOf,
  text,
  webUrl,
} from '../coerce.ts'
import type { Amount, RejectedRecord, SourceDetails, SourceRecord } from '../source-record.ts'
import { detailsColumns, micronutrientsIn, offDetails } from './details.ts'

/** A JSON product, or a row of the tab-separated export, which has the same field names but no nested nutrients. */
export function offRecord(product: unknown): SourceRecord | RejectedRecord {
  if (!isFields(product)) return { rejected: 'not-an-object', source_id: '' }
  const code = usableCode(product.code) ?? usableCode(product._id)
  if (code === null)
    return { rejected: 'no-code', source_id: text(product.code)?.slice(0, maxCodeLength) ?? '' }
  const language = text(product.lang) ?? text(product.lc)
  const [image_url, image_thumb_url] = frontImages(product, code, language)
  const { per, amounts, micronutrients } = nutritionOf(product)
  return {
    source: 'off',
    source_id: code,
    barcode: /^[\d -]+$/.test(code) ? code : null,
    kind: kindOf(product),
    obsolete: isOn(product.obsolete),
    name:
      localizedText(product, 'product_name', language) ??
      localizedText(product, 'generic_name', language) ??
      localizedText(product, 'abbreviated_product_name', language),
    brand: brandOf(product),
    categories: categoriesOf(product),
    serving: text(product.serving_size),
    image_url,
    image_thumb_url,
    popularity: integer(product.unique_scans_n) ?? integer(product.scans_n) ?? 0,
    source_modified_at: integer(product.last_modified_t),
    per,
    amounts,
    details: offDetails(product, language, micronutrients),
  }
}

const isOn = (value: unknown) => value !== undefined && ['on', 'true', '1'].includes(String(value))

/** The columns of the Parquet export that a record needs. */
// biome-ignore format: a compact list
export const offParquetColumns = [
  'code', 'lang', 'product_type', 'product_name', 'generic_name', 'brands', 'brands_tags', 'categories',
  'categories_tags', 'serving_size', 'nutrition_data_per', 'nutriments', 'images', 'unique_scans_n', 'scans_n',
  'obsolete', 'last_modified_t', ...detailsColumns,
]

/** A row of the Parquet export, where the JSON objects are lists. */
export function offParquetRecord(row: unknown): SourceRecord | RejectedRecord {
  if (!isFields(row)) return offRecord(row)
  const product: Fields = { ...row, product_name: null, generic_name: null, ingredients_text: null }
  for (const field of ['product_name', 'generic_name', 'ingredients_text']) {
    for (const translation of rowsOf(row[field])) {
      product[translation.lang === 'main' ? field : `${field}_${translation.lang}`] = translation.text
    }
  }
  product.images = Object.fromEntries(rowsOf(row.images).map(image => [image.key, image]))
  product.nutriments = Object.fromEntries(
    rowsOf(row.nutriments).map(nutrient => [`${nutrient.name}_100g`, float32ToDecimal(nutrient['100g'])]),
  )
  return offRecord(product)
}

const maxCodeLength = 64

/** Null for codes that a spreadsheet turned into `8,01E+12`, and for codes without digits. */
function usableCode(value: unknown): string | null {
  const code = text(value)
  if (code === null || code.length > maxCodeLength || !/^[\w .-]+$/.test(code) || !/\d/.test(code))
    return null
  return /^\d+(\.\d+)?e\d+$/i.test(code) ? null : code
}

/** A name in the language of the product, otherwise without a language, in English, or in any other language. */
function localizedText(product: Fields, field: string, language: string | null): string | null {
  const preferred = (language === null ? null : text(product[`${field}_${language}`])) ?? text(product[field])
  if (preferred !== null) return preferred
  for (const other of ['en', ...suffixes(product, `${field}_`).filter(isLanguage)]) {
    const name = text(product[`${field}_${other}`])
    if (name !== null) return name
  }
  return null
}

function brandOf(product: Fields): string | null {
  // A list may begin with a placeholder or a company: `Sans marque, Sill`, `Mahler Foods Inc., Sill`.
  const brands = list(product.brands)
  const written =
    brands.find(brand => !isPlaceholder(brand) && !isCompanyName(brand)) ??
    brands.find(brand => !isPlaceholder(brand)) ??
    brands[0]
  if (written !== undefined) return written.replace(/^xx:/, '')
  const tag = list(product.brands_tags)[0]
  return tag === undefined ? null : tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' ')
}

/** Tags are ordered from general to specific, in various languages. */
function categoriesOf(product: Fields): string[] {
  for (const categories of [product.categories_tags, product.categories_hierarchy, product.categories]) {
    const tags = list(categories).filter(tag => isPresent(tag.replace(/^[a-z]{2}:/, '')))
    if (tags.length > 0) return tags
  }
  return list(product.categories_en).filter(isPresent)
}

/** Before `product_type` was introduced, products of the sister projects had one of these categories. */
const kindsByTag = [
  ['en:open-pet-food-facts', 'petfood'],
  ['en:pet-food', 'petfood'],
  ['en:dog-and-cat-food', 'petfood'],
  ['en:dog-food', 'petfood'],
  ['en:cat-food', 'petfood'],
  ['en:wet-pet-food', 'petfood'],
  ['en:dry-pet-food', 'petfood'],
  ['en:open-beauty-facts', 'beauty'],
  ['en:open-products-facts', 'product'],
  ['en:non-food-products', 'product'],
  ['en:cigarettes', 'product'],
] as const

const kindsByHost = [
  ['.openpetfoodfacts.', 'petfood'],
  ['.openbeautyfacts.', 'beauty'],
  ['.openproductsfacts.', 'product'],
] as const

function kindOf(product: Fields): string | null {
  return text(product.product_type) ?? kindByTag(product) ?? kindByHost(product)
}

function kindByTag(product: Fields): string | null {
  const tags = [...list(product.categories_tags), ...list(product.categories)]
  if (tags.length === 0) return null
  const lowered = tags.map(tag => tag.toLowerCase())
  return kindsByTag.find(([tag]) => lowered.includes(tag))?.[1] ?? null
}

function kindByHost(product: Fields): string | null {
  const urls = `${text(product.url)} ${text(product.image_url)}`
  return kindsByHost.find(([host]) => urls.includes(host))?.[1] ?? null
}

type Images = [large: string | null, thumb: string | null]

const noImages: Images = [null, null]

/** The front image and its thumbnail: their URLs if stated, otherwise derived from the revision. */
function frontImages(product: Fields, code: string, language: string | null): Images {
  const large = imageUrl(product.image_url) ?? imageUrl(product.image_front_url)
  const thumb = imageUrl(product.image_thumb_url) ?? imageUrl(product.image_front_thumb_url)
  const known = large ?? thumb ?? imageUrl(product.image_small_url)
  if (known === null) return imagesByRevision(product.images, code, language)
  return [large ?? withSize(known, 400), thumb ?? withSize(known, 100)]
}

function imagesByRevision(images: unknown, code: string, language: string | null): Images {
  if (!isFields(images) || !/^\d+$/.test(code)) return noImages
  // Newer schemas have selected.front.LANG, older ones front_LANG.
  const selected = isFields(images.selected) && isFields(images.selected.front) ? images.selected.front : null
  const fronts = selected ?? images
  const prefix = selected ? '' : 'front_'
  const front =
    firstRevision(fronts, prefix, [language ?? 'en', 'en']) ??
    firstRevision(fronts, prefix, suffixes(fronts, prefix))
  if (front === null) return noImages
  const url = `${imageFolder(code)}/${front}`
  return [`${url}.400.jpg`, `${url}.100.jpg`]
}

function firstRevision(fronts: Fields, prefix: string, languages: string[]): string | null {
  for (const lang of languages) {
    const image = isLanguage(lang) ? fronts[prefix + lang] : null
    const revision = isFields(image) ? integer(image.rev) : null
    if (revision !== null) return `front_${lang}.${revision}`
  }
  return null
}

/** The suffixes of all field names with this prefix, sorted. */
function suffixes(fields: Fields, prefix: string): string[] {
  const names = Object.keys(fields).filter(name => name.startsWith(prefix))
  return names.map(name => name.slice(prefix.length)).sort()
}

/** The images of 3017620422003 are in 301/762/042/2003; shorter codes are padded to 13 digits. */
function imageFolder(code: string): string {
  const digits = code.padStart(13, '0')
  const folders = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), digits.slice(9)]
  return `https://images.openfoodfacts.org/images/products/${folders.join('/')}`
}

/** Images of products with an invalid code are in the folder `invalid`, which is not public. */
function imageUrl(value: unknown): string | null {
  const url = webUrl(value)
  return url === null || url.includes('/invalid/') ? null : url
}

const withSize = (url: string, pixels: number) => url.replace(/\.(100|200|400|full)\.jpg$/, `.${pixels}.jpg`)

/** The `_100g` fields with their units, in order of preference. */
const nutrients = sourceAmounts.flatMap(({ amount, off: { names, unit } }) =>
  names.map(name => ({ nutrient: amount, unit, name, field: `${name}_100g` })),
)

interface Nutrition extends Pick<SourceRecord, 'per' | 'amounts'> {
  micronutrients: NonNullable<SourceDetails['micronutrients']>
}

/** From the new `nutrition` object, or from the old fields if it is empty. The two must not be mixed. */
function nutritionOf(product: Fields): Nutrition {
  const set = asSoldSet(product.nutrition)
  if (set !== null) {
    const values = isFields(set.nutrients) ? set.nutrients : {}
    const amounts = amountsBy(({ name, unit }) => amountOfSet(values[name], unit))
    if (Object.keys(amounts).length > 0)
      return {
        per: set.per === '100ml' ? '100ml' : '100g',
        amounts,
        micronutrients: micronutrientsIn(values, '', amountOfSet),
      }
  }
  const fields = isFields(product.nutriments) ? product.nutriments : product
  const { nutrition_data_per: basis, serving_quantity_unit: servingUnit } = product
  const isLiquid = basis === '100ml' || (basis === 'serving' && servingUnit === 'ml')
  return {
    per: isLiquid ? '100ml' : '100g',
    amounts: amountsBy(({ field, unit }) => amountOf(fields[field], unit)),
    micronutrients: micronutrientsIn(fields, '_100g', amountOf),
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

function amountsBy(read: (nutrient: (typeof nutrients)[number]) => Amount | null): Nutrition['amounts'] {
  const amounts: Nutrition['amounts'] = {}
  for (const entry of nutrients) {
    const amount = read(entry)
    if (amount !== null) amounts[entry.nutrient] ??= amount
  }
  return amounts
}

function amountOf(value: unknown, unit: string): Amount | null {
  return value === undefined || value === null || value === '' ? null : { value, unit }
}

const isLanguage = (code: string) => /^[a-z]{2,3}$/.test(code)
