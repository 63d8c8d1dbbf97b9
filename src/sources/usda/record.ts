// Maps the fields of USDA FoodData Central; its nutrient ids are in the nutrient table.
import { canonicalBarcode } from '../../food/barcode.ts'
import { sourceAmounts } from '../../food/nutrients.ts'
import { brandOfCompany } from '../../language/company-names.ts'
import { titleCase } from '../../language/title-case.ts'
import { type Fields, integer, isFields, rowsOf, text } from '../coerce.ts'
import type { RejectedRecord, SourceRecord } from '../source-record.ts'
import { servingOf } from './serving.ts'

/** A food of the bundle, joined with its nutrients, portions and category. */
export function usdaRecord(product: unknown): SourceRecord | RejectedRecord {
  if (!isFields(product)) return { rejected: 'not-an-object', source_id: '' }
  if (text(product.fdc_id) === null) return { rejected: 'no-source-id', source_id: '' }
  return product.data_type === 'branded_food' ? brandedFood(product) : genericFood(product)
}

/** A revised Foundation food gets a new fdc_id but keeps its NDB number. SR Legacy foods never change. */
function genericFood(product: Fields): SourceRecord {
  const ndb = product.data_type === 'foundation_food' ? integer(product.ndb_number) : null
  const [serving, serving_grams] = firstPortion(product.portions)
  return {
    ...defaults,
    source_id: ndb ? `ndb:${ndb}` : `fdc:${text(product.fdc_id)}`,
    name: text(product.description),
    categories: [text(product.food_category)].filter(category => category !== null),
    serving,
    serving_grams,
    source_modified_at: parseDay(product.publication_date),
    amounts: amountsOf(product.nutrients),
  }
}

/** A revised branded food gets a new fdc_id but keeps its barcode. */
function brandedFood(product: Fields): SourceRecord {
  const gtin = text(product.gtin_upc)
  const barcode = gtin === null ? null : canonicalBarcode(gtin)
  const serving = servingOf(
    product.serving_size,
    product.serving_size_unit,
    product.household_serving_fulltext,
  )
  return {
    ...defaults,
    source_id: barcode === null ? `fdc:${text(product.fdc_id)}` : `gtin:${barcode}`,
    barcode,
    obsolete: text(product.discontinued_date) !== null,
    name: brandedName(text(product.description)),
    brand: brandOf(product),
    categories: [categoryOf(product)].filter(category => category !== null),
    serving: serving.words,
    serving_grams: serving.unit === 'g' ? serving.amount : null,
    source_modified_at: parseDay(product.modified_date) ?? parseDay(product.available_date),
    per: serving.unit === 'ml' ? '100ml' : '100g',
    amounts: isAsSold(product) ? amountsOf(product.nutrients) : {},
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
  details: null,
} as const

/** The nutrient ids to read. */
export const usdaNutrientIds = sourceAmounts.flatMap(({ usda }) => usda)

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

// Laboratory measures: `paired cooked w`, `dripping w`, `orig rw g`.
const laboratoryMeasure = /^(?:paired|dripping|orig) /

/** `1 cup, sliced` and its grams. SR Legacy has the complete measure in the modifier. */
function firstPortion(portions: unknown): [string | null, number | null] {
  const bySequence = rowsOf(portions).sort((one, other) => Number(one.seq_num) - Number(other.seq_num))
  for (const portion of bySequence) {
    const unit = text(portion.measure_unit)
    if (unit !== null && laboratoryMeasure.test(unit)) continue
    const words = [unit === 'undetermined' ? null : unit, portion.portion_description, portion.modifier]
    const measure = words.map(text).filter(word => word !== null)
    const grams = Number(text(portion.gram_weight))
    const amount = Number(text(portion.amount) ?? 1)
    if (measure.length > 0 && grams > 0 && amount > 0) return [`${amount} ${measure.join(', ')}`, grams]
  }
  return [null, null]
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
