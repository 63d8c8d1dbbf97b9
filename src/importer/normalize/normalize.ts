// Converts a source record into a candidate food: clean text, our units, no guesses, and a flag for every change.
import { categoryOfName } from '../../food/category-classifier.ts'
import { categoriesMixedIn, type ResolveCategory } from '../../food/category-resolver.ts'
import { densityOf } from '../../food/density.ts'
import type { Portion } from '../../food/food-details.ts'
import { mapNutrients, type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { eatenPortion, isServing, naturalPortion, portionOfName } from '../../food/portions.ts'
import { communitySource, isLaboratoryData } from '../../food/sources.ts'
import type { ComparedValues } from '../../food/value-features.ts'
import { isNonFoodText, nonFoodKind } from '../../language/non-food.ts'
import {
  type CandidateFood,
  categoryFromName,
  type QualityFlag,
  unconfirmed,
} from '../../quality/candidate-food.ts'
import type { RejectedRecord, SourceRecord } from '../../sources/source-record.ts'
import { everydayFoodOfRecord } from '../product-identity.ts'
import { readBarcode } from './barcodes.ts'
import { cleanDetails } from './details.ts'
import { caloriesKcal } from './energy.ts'
import { showAsEverydayFood } from './everyday.ts'
import type { ReadImageUrl } from './images.ts'
import { readableName, readBrand } from './names.ts'
import { amountIn } from './numbers.ts'
import { convertFromVolume } from './per-volume.ts'
import { maxServingGrams, servingGrams, servingMillilitres } from './servings.ts'
import { sodiumMg } from './sodium.ts'
import { cleanName, cleanOptional } from './text.ts'

type ReadAmount = (amounts: SourceRecord['amounts'], flags: QualityFlag[]) => number | null

/** Nutrients that a label may state in more than one way. */
const specialReaders: Partial<Record<Nutrient, ReadAmount>> = {
  calories_kcal: caloriesKcal,
  sodium_mg: sodiumMg,
}

const readerOf = mapNutrients((nutrient): ReadAmount => {
  const { unit, amount } = nutrientTable[nutrient]
  return specialReaders[nutrient] ?? ((amounts, flags) => amountIn(unit, amounts[amount], nutrient, flags))
})

/** What determines the result apart from the record itself. */
export interface NormalizationRules {
  resolveCategory: ResolveCategory
  readImageUrl: ReadImageUrl
}

export function normalize(
  stated: SourceRecord,
  { resolveCategory, readImageUrl }: NormalizationRules,
): CandidateFood | RejectedRecord {
  const flags: QualityFlag[] = []
  const record = withCleanCategories(stated)
  const { source, source_id, amounts } = record

  if (record.obsolete) return { rejected: 'obsolete', source_id }
  if (record.kind && record.kind !== 'food') return { rejected: 'not-food', source_id }
  const brand = readBrand(record.brand, record.name, flags)
  const written = cleanName(record.name, brand, flags)
  if (written === null) return { rejected: 'no-name', source_id }
  const name = readableName(written, brand, record, flags)
  const isNonFood =
    nonFoodKind(name) !== null ||
    (brand !== null && isNonFoodText(brand)) ||
    record.categories.some(isNonFoodText)
  if (isNonFood) return { rejected: 'not-food', source_id }

  const serving_desc = readServing(record.serving, flags)
  const serving_size_g =
    validServingGrams(record.serving_grams) ?? readServingGrams(serving_desc, name, record, flags)
  const barcode = readBarcode(record.barcode, flags)
  const values = mapNutrients(nutrient => readerOf[nutrient](amounts, flags))
  const category = resolveCategory(record.categories) ?? readCategory(name, brand, record, values, flags)
  const isLaboratory = isLaboratoryData({ source, source_id, brand })
  const natural = isLaboratory ? naturalPortion(category, name) : null
  // A laboratory food of a pack states the portion that was chosen for it.
  const isNatural = natural?.description === serving_desc && natural?.grams === serving_size_g
  const candidate: CandidateFood = {
    ...values,
    source,
    source_id,
    alternate_id: record.alternate_id ?? null,
    stated_product_key: readProductKey(record.product_key),
    name,
    brand,
    barcode,
    category,
    serving_size_g,
    serving_desc,
    alcohol_g: amountIn('g of alcohol', amounts.alcohol, 'alcohol_g', flags),
    polyols_g: amountIn('g', amounts.polyols, 'polyols_g', flags),
    image_url: readImageUrl(record.image_url, 'image_url', flags),
    image_thumb_url: readImageUrl(record.image_thumb_url, 'image_thumb_url', flags),
    popularity: count(record.popularity),
    source_modified_at: Number.isFinite(record.source_modified_at) ? record.source_modified_at : null,
    quality_flags: flags,
    details: cleanDetails(
      record.details,
      record.name,
      isNatural ? noServing : { serving_desc, serving_size_g },
    ),
  }
  if (source === communitySource) flags.push({ rule: unconfirmed, field: 'source' })
  if (record.per === '100ml') convertFromVolume(candidate, record)
  const everyday = everydayFoodOfRecord(candidate)
  if (everyday !== null) showAsEverydayFood(candidate, everyday)
  else if (!isLaboratory) keepServing(candidate, record.details?.package_quantity ?? null)
  else if (!isNatural) choosePortion(candidate, natural)
  return candidate
}

const integerText = /^-?\d{1,19}$/

function readProductKey(stated: string | null | undefined): bigint | null {
  if (!stated || !integerText.test(stated)) return null
  const key = BigInt(stated)
  return BigInt.asIntN(64, key) === key ? key : null
}

function readCategory(
  name: string,
  brand: string | null,
  { source, source_id, categories }: SourceRecord,
  values: ComparedValues,
  flags: QualityFlag[],
): string | null {
  // Laboratory data says what a food is before the first comma: `Egg, whole, raw, fresh`.
  const kind = isLaboratoryData({ source, source_id, brand }) ? name.replace(/,.*/, '') : name
  const category = categoryOfName(kind, values, categoriesMixedIn(categories))
  if (category !== null) flags.push({ rule: categoryFromName, field: 'category' })
  return category
}

const hasMarkup = (category: string) => category.includes('<') || category.includes('&')

/** Without a quality flag, because the category of a food is always one of ours. */
function withCleanCategories(record: SourceRecord): SourceRecord {
  if (!record.categories.some(hasMarkup)) return record
  const categories = record.categories.flatMap(category => cleanOptional(category, 'category', []) ?? [])
  return { ...record, categories }
}

// Found in 17 of 19,000 real servings.
const emptyServing = /^0+(?:[.,]0+)? ?(?:g|ml)?$/i

function readServing(written: unknown, flags: QualityFlag[]): string | null {
  const serving = cleanOptional(written, 'serving_desc', flags)
  if (serving === null || !emptyServing.test(serving)) return serving
  flags.push({ rule: 'placeholder', field: 'serving_desc', found: serving })
  return null
}

function validServingGrams(grams: unknown): number | null {
  return typeof grams === 'number' && grams > 0 && grams <= maxServingGrams ? grams : null
}

function readServingGrams(
  serving: string | null,
  name: string,
  { categories }: SourceRecord,
  flags: QualityFlag[],
): number | null {
  if (serving === null) return null
  const grams = servingGrams(serving)
  if (grams !== null) return grams
  const millilitres = servingMillilitres(serving)
  const density = millilitres === null ? null : densityOf(name, categories)
  if (millilitres === null || density === null) return null
  flags.push({ rule: 'serving-from-ml', field: 'serving_size_g', found: serving })
  return validServingGrams(Math.round(millilitres * density * 10) / 10)
}

const noServing = { serving_desc: null, serving_size_g: null }

/** Removes what a label states instead of a serving (rule natural-portions): the weight of the package, of a crumb or of a recipe. */
function keepServing(candidate: CandidateFood, packageQuantity: string | null): void {
  const { category, serving_size_g: grams, serving_desc } = candidate
  // Without a density, a volume says nearly as well whether it is a serving.
  const amount = grams ?? (serving_desc === null ? null : servingMillilitres(serving_desc))
  if (amount === null || isServing(amount, category, packageGrams(packageQuantity))) return
  candidate.quality_flags.push({
    rule: 'not-a-serving',
    field: 'serving_size_g',
    found: serving_desc ?? amount,
  })
  Object.assign(candidate, noServing)
}

/** Gives a laboratory food the portion of its table that people eat, or else the natural one of its kind (rule natural-portions). */
function choosePortion(candidate: CandidateFood, natural: Portion | null): void {
  const { category, serving_size_g, serving_desc, details } = candidate
  const listed =
    portionOfName(category, candidate.name) === null ? eatenPortion(details?.portions ?? [], category) : null
  const portion = listed ?? natural
  // The words of the table say more than nothing.
  if (portion === null && serving_size_g === null) return
  candidate.serving_size_g = portion?.grams ?? null
  candidate.serving_desc = portion?.description ?? null
  if (listed === null && serving_desc !== null)
    candidate.quality_flags.push({ rule: 'not-a-serving', field: 'serving_size_g', found: serving_desc })
}

const packageGrams = (quantity: string | null) =>
  quantity === null ? null : (servingGrams(quantity) ?? servingMillilitres(quantity))

// The maximum of PostgreSQL's integer.
const maxLookups = 2_147_483_647

function count(lookups: unknown): number {
  return typeof lookups === 'number' && lookups > 0 ? Math.min(Math.floor(lookups), maxLookups) : 0
}
