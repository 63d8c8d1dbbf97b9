// USDA FoodData Central: the only file that knows what its fields mean; its nutrient ids are in the table of nutrients.
import { canonicalBarcode } from '../../food/barcode.ts'
import { sourceAmounts } from '../../food/nutrients.ts'
import { type Fields, isFields, rowsOf, text, whole } from '../coerce.ts'
import type { RejectedRecord, SourceRecord } from '../source-record.ts'
import { servingOf } from './serving.ts'
import { titleCase } from './title-case.ts'

/** A food of the bundle, joined with its nutrients, portions and category. */
export function usdaRecord(product: unknown): SourceRecord | RejectedRecord {
  if (!isFields(product)) return { refused: 'not-an-object', source_id: '' }
  if (text(product.fdc_id) === null) return { refused: 'no-source-id', source_id: '' }
  return product.data_type === 'branded_food' ? brandedFood(product) : genericFood(product)
}

/** Foundation foods keep their NDB number when they get a new fdc_id; those of SR Legacy never change. */
function genericFood(product: Fields): SourceRecord {
  const ndb = product.data_type === 'foundation_food' ? whole(product.ndb_number) : null
  const [serving, serving_grams] = firstPortion(product.portions)
  return {
    ...noMore,
    source_id: ndb ? `ndb:${ndb}` : `fdc:${text(product.fdc_id)}`,
    name: text(product.description),
    category: text(product.food_category),
    serving,
    serving_grams,
    source_modified_at: dayIn(product.publication_date),
    amounts: amountsOf(product.nutrients),
  }
}

/** Every change of a branded food gives it a new fdc_id: what stays is the barcode. */
function brandedFood(product: Fields): SourceRecord {
  const gtin = text(product.gtin_upc)
  const barcode = gtin === null ? null : canonicalBarcode(gtin)
  const serving = servingOf(
    product.serving_size,
    product.serving_size_unit,
    product.household_serving_fulltext,
  )
  return {
    ...noMore,
    source_id: barcode === null ? `fdc:${text(product.fdc_id)}` : `gtin:${barcode}`,
    barcode,
    obsolete: text(product.discontinued_date) !== null,
    name: brandedName(text(product.description)),
    brand: brandOf(product),
    category: categoryOf(product),
    serving: serving.words,
    serving_grams: serving.unit === 'g' ? serving.amount : null,
    source_modified_at: dayIn(product.modified_date) ?? dayIn(product.available_date),
    per: serving.unit === 'ml' ? '100ml' : '100g',
    amounts: isAsSold(product) ? amountsOf(product.nutrients) : {},
  }
}

const noMore = {
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

/** The nutrients that a record needs. */
export const usdaNutrientIds = sourceAmounts.flatMap(({ usda }) => usda)

function amountsOf(told: unknown): SourceRecord['amounts'] {
  const amounts: SourceRecord['amounts'] = {}
  if (!(told instanceof Map)) return amounts
  for (const { amount, unit, usda } of sourceAmounts) {
    const found: unknown = told.get(usda.find(id => told.has(id)))
    if (isFields(found)) amounts[amount] = { value: found.amount, unit: text(found.unit_name) ?? unit }
  }
  return amounts
}

/** Values of the prepared dish (soup of a powder) are not those of what is sold. */
function isAsSold({ preparation_state_code: state }: Fields): boolean {
  return text(state) === null || /^(?:UNPREPARED|READY_TO_)/.test(String(state))
}

// The laboratory's own measures: `paired cooked w`, `dripping w`, `orig rw g`.
const onlyForLaboratories = /^(?:paired|dripping|orig) /

/** `1 cup, sliced` and its grams. SR Legacy has the whole measure in the modifier. */
function firstPortion(portions: unknown): [string | null, number | null] {
  const bySequence = rowsOf(portions).sort((one, other) => Number(one.seq_num) - Number(other.seq_num))
  for (const portion of bySequence) {
    const unit = text(portion.measure_unit)
    if (unit !== null && onlyForLaboratories.test(unit)) continue
    const words = [unit === 'undetermined' ? null : unit, portion.portion_description, portion.modifier]
    const measure = words.map(text).filter(word => word !== null)
    const grams = Number(text(portion.gram_weight))
    const amount = Number(text(portion.amount) ?? 1)
    if (measure.length > 0 && grams > 0 && amount > 0) return [`${amount} ${measure.join(', ')}`, grams]
  }
  return [null, null]
}

/** The variety stands behind the name also where it is part of it: `CHEDDAR CHEESE, CHEDDAR`. */
function brandedName(description: string | null): string | null {
  if (description === null) return null
  const name = titleCase(description)
  for (let at = name.indexOf(', '); at !== -1; at = name.indexOf(', ', at + 1)) {
    const before = ` ${name.slice(0, at)} `
    if (before.includes(` ${name.slice(at + 2)} `)) return name.slice(0, at)
  }
  return name
}

function brandOf(product: Fields): string | null {
  const name = text(product.brand_name)
  const isName = name !== null && !/^(?:not a branded item|no brand|unbranded|none)$/i.test(name)
  const brand = isName ? name : text(product.brand_owner)
  return brand === null ? null : titleCase(brand)
}

/** GS1's dash is lost in some years (`Bread  Frozen`) and broken in others. */
function categoryOf(product: Fields): string | null {
  return text(product.branded_food_category)?.replace(/ (?:–|â€“)? /g, ' – ') ?? null
}

/** Unix time of `2020-09-03`, or of `9/3/2020` as in other files of the same source. */
function dayIn(value: unknown): number | null {
  const written = text(value) ?? ''
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written)
  const [year, month, day] = american ? [american[3], american[1], american[2]] : written.split('-')
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000
  return Number.isFinite(time) ? time : null
}
