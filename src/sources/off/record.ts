// Open Food Facts: the only file that knows its field names; those of the nutrients are in their table. The JSON object of the JSONL export, the row of
// the tab-separated export and the row of the Parquet export all become one record.
import { sourceAmounts } from '../../food/nutrients.ts'
import {
  type Fields,
  isFields,
  isPresent,
  list,
  rowsOf,
  shortestSingle,
  text,
  webAddress,
  whole,
} from '../coerce.ts'
import { isPlaceholder } from '../placeholders.ts'
import type { Amount, RejectedRecord, SourceRecord } from '../source-record.ts'

/** A JSON product, or a row of the tab-separated export: the same names, nutrients beside the other fields. */
export function offRecord(product: unknown): SourceRecord | RejectedRecord {
  if (!isFields(product)) return { refused: 'not-an-object', source_id: '' }
  const code = usableCode(product.code) ?? usableCode(product._id)
  if (code === null) return { refused: 'no-code', source_id: text(product.code)?.slice(0, longestCode) ?? '' }
  const language = text(product.lang) ?? text(product.lc)
  const [image_url, image_thumb_url] = frontImages(product, code, language)
  const { per, amounts } = nutritionOf(product)
  return {
    source: 'off',
    source_id: code,
    barcode: /^[\d -]+$/.test(code) ? code : null,
    kind: kindOf(product),
    obsolete: isOn(product.obsolete),
    name:
      spoken(product, 'product_name', language) ??
      spoken(product, 'generic_name', language) ??
      spoken(product, 'abbreviated_product_name', language),
    brand: brandOf(product),
    category: categoryOf(product),
    serving: text(product.serving_size),
    image_url,
    image_thumb_url,
    popularity: whole(product.unique_scans_n) ?? whole(product.scans_n) ?? 0,
    source_modified_at: whole(product.last_modified_t),
    per,
    amounts,
  }
}

const isOn = (value: unknown) => value !== undefined && ['on', 'true', '1'].includes(String(value))

/** The columns of the Parquet export that a record needs. */
// biome-ignore format: words to be read in lines
export const offParquetColumns = [
  'code', 'lang', 'product_type', 'product_name', 'generic_name', 'brands', 'brands_tags', 'categories',
  'categories_tags', 'serving_size', 'nutrition_data_per', 'nutriments', 'images', 'unique_scans_n', 'scans_n',
  'obsolete', 'last_modified_t',
]

/** A row of the Parquet export: what is keyed in JSON is a list there. */
export function offParquetRecord(row: unknown): SourceRecord | RejectedRecord {
  if (!isFields(row)) return offRecord(row)
  const product: Fields = { ...row, product_name: null, generic_name: null }
  for (const field of ['product_name', 'generic_name']) {
    for (const said of rowsOf(row[field])) {
      product[said.lang === 'main' ? field : `${field}_${said.lang}`] = said.text
    }
  }
  product.images = Object.fromEntries(rowsOf(row.images).map(image => [image.key, image]))
  product.nutriments = Object.fromEntries(
    rowsOf(row.nutriments).map(nutrient => [`${nutrient.name}_100g`, shortestSingle(nutrient['100g'])]),
  )
  return offRecord(product)
}

const longestCode = 64

/** Null for codes that a spreadsheet turned into `8,01E+12`, and for what has no digit. */
function usableCode(value: unknown): string | null {
  const code = text(value)
  if (code === null || code.length > longestCode || !/^[\w .-]+$/.test(code) || !/\d/.test(code)) return null
  return /^\d+(\.\d+)?e\d+$/i.test(code) ? null : code
}

/** A name in the product's own language, else without one, else in English, else in any other. */
function spoken(product: Fields, field: string, language: string | null): string | null {
  const own = (language === null ? null : text(product[`${field}_${language}`])) ?? text(product[field])
  if (own !== null) return own
  for (const other of ['en', ...suffixes(product, `${field}_`).filter(isLanguage)]) {
    const name = text(product[`${field}_${other}`])
    if (name !== null) return name
  }
  return null
}

function brandOf(product: Fields): string | null {
  // A list may begin with a word for none: `Sans marque, Sill`.
  const brands = list(product.brands)
  const written = brands.find(brand => !isPlaceholder(brand)) ?? brands[0]
  if (written !== undefined) return written.replace(/^xx:/, '')
  const tag = list(product.brands_tags)[0]
  return tag === undefined ? null : tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' ')
}

/** Tags go from the general to the specific, in whichever language somebody added them. */
function categoryOf(product: Fields): string | null {
  return (
    englishTag(product.categories_tags) ??
    englishTag(product.categories_hierarchy) ??
    englishTag(product.categories) ??
    englishWords(product.categories_lc === 'en' ? product.categories : product.categories_en)
  )
}

function englishTag(tags: unknown): string | null {
  const tag = list(tags).findLast(tag => tag.startsWith('en:') && isPresent(tag.slice(3)))
  return tag === undefined ? null : tag.charAt(3).toUpperCase() + tag.slice(4).replaceAll('-', ' ')
}

const englishWords = (categories: unknown) =>
  list(categories).findLast(category => !/^[a-z]{2}:/.test(category)) ?? null

/** Before `product_type` came, products of the sister projects were marked by a category. */
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
] as const

const kindsByHost = [
  ['.openpetfoodfacts.', 'petfood'],
  ['.openbeautyfacts.', 'beauty'],
  ['.openproductsfacts.', 'product'],
] as const

function kindOf(product: Fields): string | null {
  const told = text(product.product_type)
  if (told !== null) return told
  return kindByTag(product) ?? kindByHost(product)
}

function kindByTag(product: Fields): string | null {
  const tags = [...list(product.categories_tags), ...list(product.categories)]
  if (tags.length === 0) return null
  const lowered = tags.map(tag => tag.toLowerCase())
  return kindsByTag.find(([tag]) => lowered.includes(tag))?.[1] ?? null
}

function kindByHost(product: Fields): string | null {
  const addresses = `${text(product.url)} ${text(product.image_url)}`
  return kindsByHost.find(([host]) => addresses.includes(host))?.[1] ?? null
}

type Images = [large: string | null, thumb: string | null]

const noImages: Images = [null, null]

/** The picture of the front and its thumbnail: by their addresses where these are told, else by revision. */
function frontImages(product: Fields, code: string, language: string | null): Images {
  const large = picture(product.image_url) ?? picture(product.image_front_url)
  const thumb = picture(product.image_thumb_url) ?? picture(product.image_front_thumb_url)
  const known = large ?? thumb ?? picture(product.image_small_url)
  if (known === null) return revisedFront(product.images, code, language)
  return [large ?? sized(known, 400), thumb ?? sized(known, 100)]
}

function revisedFront(images: unknown, code: string, language: string | null): Images {
  if (!isFields(images) || !/^\d+$/.test(code)) return noImages
  // Newer schemas hold selected.front.LANG, older ones front_LANG.
  const selected = isFields(images.selected) && isFields(images.selected.front) ? images.selected.front : null
  const fronts = selected ?? images
  const prefix = selected ? '' : 'front_'
  const front =
    firstRevised(fronts, prefix, [language ?? 'en', 'en']) ??
    firstRevised(fronts, prefix, suffixes(fronts, prefix))
  if (front === null) return noImages
  const address = `${imageFolder(code)}/${front}`
  return [`${address}.400.jpg`, `${address}.100.jpg`]
}

function firstRevised(fronts: Fields, prefix: string, languages: string[]): string | null {
  for (const lang of languages) {
    const image = isLanguage(lang) ? fronts[prefix + lang] : null
    const revision = isFields(image) ? whole(image.rev) : null
    if (revision !== null) return `front_${lang}.${revision}`
  }
  return null
}

/** What follows the prefix in the names that begin with it, sorted. */
function suffixes(fields: Fields, prefix: string): string[] {
  const names = Object.keys(fields).filter(name => name.startsWith(prefix))
  return names.map(name => name.slice(prefix.length)).sort()
}

/** 3017620422003 has its pictures in 301/762/042/2003, shorter codes as if padded to 13 digits. */
function imageFolder(code: string): string {
  const digits = code.padStart(13, '0')
  const folders = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), digits.slice(9)]
  return `https://images.openfoodfacts.org/images/products/${folders.join('/')}`
}

/** Pictures of products without a proper code lie in a folder `invalid` that nobody can see. */
function picture(value: unknown): string | null {
  const url = webAddress(value)
  return url === null || url.includes('/invalid/') ? null : url
}

const sized = (url: string, pixels: number) => url.replace(/\.(100|200|400|full)\.jpg$/, `.${pixels}.jpg`)

/** The unit of each `_100g` field, and its names in the order of preference. */
const nutrients = sourceAmounts.flatMap(({ amount, off: { names, unit } }) =>
  names.map(name => ({ nutrient: amount, unit, name, field: `${name}_100g` })),
)

type Nutrition = Pick<SourceRecord, 'per' | 'amounts'>

/** The new object first; the old fields only when it tells nothing, because the two must not be mixed. */
function nutritionOf(product: Fields): Nutrition {
  const set = asSoldSet(product.nutrition)
  const told = set === null ? {} : amountsOfSet(set)
  if (Object.keys(told).length > 0) return { per: set?.per === '100ml' ? '100ml' : '100g', amounts: told }
  const fields = isFields(product.nutriments) ? product.nutriments : product
  const amounts = amountsBy(({ field, unit }) => amountOf(fields[field], unit))
  const { nutrition_data_per: basis, serving_quantity_unit: servingUnit } = product
  const isLiquid = basis === '100ml' || (basis === 'serving' && servingUnit === 'ml')
  return { per: isLiquid ? '100ml' : '100g', amounts }
}

/**
 * Values of the prepared dish (soup of a powder) are not those of what is sold. The aggregated set prefers
 * them, so that the set to take is then one of those that it was made from.
 */
function asSoldSet(nutrition: unknown): Fields | null {
  if (!isFields(nutrition)) return null
  const { aggregated_set: aggregated, input_sets } = nutrition
  if (isFields(aggregated) && aggregated.preparation !== 'prepared') return aggregated
  const asSold = (set: Fields) => set.preparation === 'as_sold' && set.source !== 'estimate'
  return rowsOf(input_sets).find(set => asSold(set) && (set.per === '100g' || set.per === '100ml')) ?? null
}

/** Without what Open Food Facts estimates from the ingredients: its own older API leaves that out too. */
function amountsOfSet(set: Fields): Nutrition['amounts'] {
  const told = isFields(set.nutrients) ? set.nutrients : {}
  return amountsBy(({ name, unit }) => {
    const amount = told[name]
    if (!isFields(amount) || amount.source === 'estimate') return null
    return amountOf(amount.value ?? amount.value_computed, text(amount.unit) ?? unit)
  })
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
