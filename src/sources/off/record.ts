// Maps the fields of Open Food Facts, from the JSONL, tab-separated and Parquet exports; its nutrient names are in the
// nutrient table.
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
import type { RejectedRecord, SourceRecord } from '../source-record.ts'
import { detailsColumns, offDetails } from './details.ts'
import { type ProductFields, readFields } from './fields.ts'
import { nutritionOf } from './nutrition.ts'

/** A JSON product, or a row of the tab-separated export, which has the same field names but no nested nutrients. */
export function offRecord(product: unknown): SourceRecord | RejectedRecord {
  if (!isFields(product)) return { rejected: 'not-an-object', source_id: '' }
  const read = readFields(product)
  const { fields } = read
  const code = usableCode(fields.code) ?? usableCode(fields._id)
  if (code === null)
    return { rejected: 'no-code', source_id: text(fields.code)?.slice(0, maxCodeLength) ?? '' }
  const language = text(fields.lang) ?? text(fields.lc)
  const [image_url, image_thumb_url] = frontImages(fields, code, language)
  const { per, amounts, micronutrients } = nutritionOf(fields, product)
  return {
    source: 'off',
    source_id: code,
    barcode: /^[\d -]+$/.test(code) ? code : null,
    kind: kindOf(fields),
    obsolete: isOn(fields.obsolete),
    name:
      localizedText(product, 'product_name', language) ??
      localizedText(product, 'generic_name', language) ??
      localizedText(product, 'abbreviated_product_name', language),
    brand: brandOf(fields),
    categories: categoriesOf(fields),
    serving: text(fields.serving_size),
    image_url,
    image_thumb_url,
    popularity: integer(fields.unique_scans_n) ?? integer(fields.scans_n) ?? 0,
    source_modified_at: integer(fields.last_modified_t),
    is_whole_product: isWholeProduct(fields),
    per,
    amounts,
    details: offDetails(read, language, micronutrients),
  }
}

/** Only the documents of its database have the field `_id`, and they always have one of the nutrients, if an empty one. */
const isWholeProduct = ({ _id, last_modified_t, nutriments, nutrition }: ProductFields) =>
  _id !== undefined && integer(last_modified_t) !== null && (isFields(nutriments) || isFields(nutrition))

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

function brandOf(fields: ProductFields): string | null {
  // A list may begin with a placeholder or a company: `Sans marque, Sill`, `Mahler Foods Inc., Sill`.
  const brands = list(fields.brands)
  const written =
    brands.find(brand => !isPlaceholder(brand) && !isCompanyName(brand)) ??
    brands.find(brand => !isPlaceholder(brand)) ??
    brands[0]
  if (written !== undefined) return written.replace(/^xx:/, '')
  const tag = list(fields.brands_tags)[0]
  return tag === undefined ? null : withApostrophes(tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' '))
}

/** Tags have no apostrophes: `sainsbury-s-basics`, `biscuiterie-de-l-abbaye`; but `cielo-s-p-a` has initials. */
const withApostrophes = (brand: string) =>
  brand
    .replace(/(?<=[a-zà-ÿ]{2}) s(?= |$)(?! [a-z](?: |$))/g, "'s")
    .replace(/(?<=^| )([dl]) (?=[aeiouhà-ÿœ][a-zà-ÿœ])/g, "$1'")

/** Tags are ordered from general to specific, in various languages. */
function categoriesOf(fields: ProductFields): string[] {
  for (const categories of [fields.categories_tags, fields.categories_hierarchy, fields.categories]) {
    const tags = list(categories).filter(tag => isPresent(tag.replace(/^[a-z]{2}:/, '')))
    if (tags.length > 0) return tags
  }
  return list(fields.categories_en).filter(isPresent)
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

function kindOf(fields: ProductFields): string | null {
  return text(fields.product_type) ?? kindByTag(fields) ?? kindByHost(fields)
}

function kindByTag(fields: ProductFields): string | null {
  const tags = [...list(fields.categories_tags), ...list(fields.categories)]
  if (tags.length === 0) return null
  const lowered = tags.map(tag => tag.toLowerCase())
  return kindsByTag.find(([tag]) => lowered.includes(tag))?.[1] ?? null
}

function kindByHost(fields: ProductFields): string | null {
  const urls = `${text(fields.url)} ${text(fields.image_url)}`
  return kindsByHost.find(([host]) => urls.includes(host))?.[1] ?? null
}

type Images = [large: string | null, thumb: string | null]

const noImages: Images = [null, null]

/** The front image and its thumbnail: their URLs if stated, otherwise derived from the revision. */
function frontImages(fields: ProductFields, code: string, language: string | null): Images {
  const large = imageUrl(fields.image_url) ?? imageUrl(fields.image_front_url)
  const thumb = imageUrl(fields.image_thumb_url) ?? imageUrl(fields.image_front_thumb_url)
  const known = large ?? thumb ?? imageUrl(fields.image_small_url)
  if (known === null) return imagesByRevision(fields.images, code, language)
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

const isLanguage = (code: string) => /^[a-z]{2,3}$/.test(code)
