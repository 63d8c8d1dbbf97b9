// Maps the fields of USDA FoodData Central; its nutrient ids are in the nutrient table.
import { padCode } from '../../food/barcode.ts'
import { sourceAmounts } from '../../food/nutrients.ts'
import { brandOfCompany } from '../../language/company-names.ts'
import { titleCase } from '../../language/title-case.ts'
import { type Fields, integer, isFields, text } from '../coerce.ts'
import type { RejectedRecord, SourceRecord } from '../source-record.ts'
import { brandedDetails, detailNutrientIds, micronutrientsOf, portionsOf } from './details.ts'
import { servingOf } from './serving.ts'

/** A food of the bundle, joined with its nutrients, portions and category. */
export function usdaRecord(product: unknown): SourceRecord | RejectedRecord {
  if (!isFields(product)) return { rejected: 'not-an-object', source_id: '' }
  if (text(product.fdc_id) === null) return { rejected: 'no-source-id', source_id: '' }
  return product.data_type === 'branded_food' ? brandedFood(product) : genericFood(product)
}

/** A revised Foundation food gets a new fdc_id but keeps its NDB number. SR Legacy foods never change. */
function genericFood(product: Fields): SourceRecord {
  const ndb = integer(product.ndb_number)
  const isRevised = product.data_type === 'foundation_food'
  const portions = portionsOf(product.portions)
  return {
    ...defaults,
    source_id: ndb && isRevised ? `ndb:${ndb}` : `fdc:${text(product.fdc_id)}`,
    // Both data sets contain some of the foods.
    alternate_id: ndb ? `ndb:${ndb}` : null,
    name: text(product.description),
    categories: [text(product.food_category)].filter(category => category !== null),
    serving: portions[0]?.description ?? null,
    serving_grams: portions[0]?.grams ?? null,
    source_modified_at: parseDay(product.publication_date),
    amounts: amountsOf(product.nutrients),
    details: { portions, micronutrients: micronutrientsOf(product.nutrients) },
  }
}

/** A revised branded food gets a new fdc_id but keeps its barcode. */
function brandedFood(product: Fields): SourceRecord {
  const barcode = text(product.gtin_upc)
  const code = barcode === null ? null : padCode(barcode)
  const serving = servingOf(
    product.serving_size,
    product.serving_size_unit,
    product.household_serving_fulltext,
  )
  const nutrients = isAsSold(product) ? product.nutrients : null
  return {
    ...defaults,
    source_id: code === null ? `branded:${text(product.fdc_id)}` : `gtin:${code}`,
    barcode,
    obsolete: text(product.discontinued_date) !== null,
    name: brandedName(text(product.description)),
    brand: brandOf(product),
    categories: [categoryOf(product)].filter(category => category !== null),
    serving: serving.words,
    serving_grams: serving.unit === 'g' ? serving.amount : null,
    source_modified_at: parseDay(product.modified_date) ?? parseDay(product.available_date),
    per: serving.unit === 'ml' ? '100ml' : '100g',
    amounts: nutrients === null ? {} : amountsOf(nutrients),
    details: brandedDetails(product, nutrients),
  }
}

const defaults = {
  source: 'usda',
  kind: null,
  obsolete: false,
  barcode: null,
  brand: null,
  image_url: null,
  image_thumb_url: null,
  popularity: 0,
  per: '100g',
} as const

/** The nutrient ids to read. */
export const usdaNutrientIds = [...sourceAmounts.flatMap(({ usda }) => usda), ...detailNutrientIds]

function amountsOf(nutrients: unknown): SourceRecord['amounts'] {
  const amounts: SourceRecord['amounts'] = {}
  if (!(nutrients instanceof Map)) return amounts
  for (const { amount, unit, usda } of sourceAmounts) {
    const found: unknown = nutrients.get(usda.find(id => nutrients.has(id)))
    if (isFields(found)) amounts[amount] = { value: found.amount, unit: text(found.unit_name) ?? unit }
  }
  return amounts
}

/** Values of the prepared food (soup from powder) are not those of the product as sold. */
function isAsSold({ preparation_state_code: state }: Fields): boolean {
  return text(state) === null || /^(?:UNPREPARED|READY_TO_)/.test(String(state))
}

/** Drops a variety that repeats part of the name: `CHEDDAR CHEESE, CHEDDAR`. */
function brandedName(description: string | null): string | null {
  if (description === null) return null
  const name = titleCase(description)
  for (let comma = name.indexOf(', '); comma !== -1; comma = name.indexOf(', ', comma + 1)) {
    const before = ` ${name.slice(0, comma)} `
    if (before.includes(` ${name.slice(comma + 2)} `)) return name.slice(0, comma)
  }
  return name
}

const noBrand = /^(?:not a branded item|no brand|unbranded|none)$/i

/** The owner is a company, and a brand only if the name of the product begins with it. */
function brandOf(product: Fields): string | null {
  const name = text(product.brand_name)
  if (name !== null && !noBrand.test(name)) return titleCase(name)
  const owner = text(product.brand_owner)
  const brand = owner === null ? null : brandOfCompany(owner, text(product.description))
  return brand === null || noBrand.test(brand) ? null : titleCase(brand)
}

/** The dash of GS1 categories is missing in some years (`Bread  Frozen`) and garbled in others. */
function categoryOf(product: Fields): string | null {
  return text(product.branded_food_category)?.replace(/ (?:–|â€“)? /g, ' – ') ?? null
}

/** Parses `2020-09-03` and `9/3/2020`, which other files of the same source use. */
function parseDay(value: unknown): number | null {
  const written = text(value) ?? ''
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written)
  const [year, month, day] = american ? [american[3], american[1], american[2]] : written.split('-')
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000
  return Number.isFinite(time) ? time : null
}
