// Cleans the details of a food: clean text, our units, no impossible amounts, bounded sizes. Unlike the fields of the API,
// details are dropped without a quality flag, because they do not affect the confidence.
import type { Food } from '../../food/food.ts'
import { type FoodDetails, novaGroups, nutriScores, type Portion } from '../../food/food-details.ts'
import { type Micronutrient, micronutrientTable } from '../../food/micronutrients.ts'
import { countryName } from '../../language/countries.ts'
import { memoize } from '../../language/memoize.ts'
import type { Amount, SourceDetails } from '../../sources/source-record.ts'
import { amountIn, round } from './numbers.ts'
import { maxServingGrams } from './servings.ts'
import { cleanName, cleanOptional } from './text.ts'

// The longest ingredients of 37,000 real products have 4,643 characters.
const maxIngredientsLength = 5_000
const maxNames = 40
const maxCountries = 60
const maxAllergens = 30
const maxLabels = 30
const maxPortions = 20

type Serving = Pick<Food, 'serving_desc' | 'serving_size_g'>

/** `name` is the name of the food. Null if nothing is known. */
export function cleanDetails(
  stated: SourceDetails | null,
  name: string | null,
  serving: Serving,
): FoodDetails | null {
  const portions = cleanPortions(stated?.portions, serving)
  if (stated === null) return portions === undefined ? null : { portions }
  const allergens = cleanList(stated.allergens, cleanDetail, maxAllergens)
  const traces = cleanList(stated.traces, cleanDetail, maxAllergens)?.filter(
    trace => !allergens?.includes(trace),
  )
  const grade = stated.nutri_score?.toLowerCase()
  return nullIfUnknown({
    language: cleanLanguage(stated.language),
    names: cleanNames(stated.names, name),
    countries: cleanList(stated.countries, countryName, maxCountries),
    ingredients: cleanIngredients(stated.ingredients),
    allergens,
    traces: traces?.length === 0 ? undefined : traces,
    labels: cleanList(stated.labels, cleanDetail, maxLabels),
    nutri_score: nutriScores.find(score => score === grade),
    nova_group: novaGroups.find(group => group === stated.nova_group),
    micronutrients: cleanMicronutrients(stated.micronutrients),
    portions,
    package_quantity: cleanDetail(stated.package_quantity) ?? undefined,
    estimate: stated.estimate,
  })
}

type MaybeKnown = { [Member in Exclude<keyof FoodDetails, 'source_name'>]-?: FoodDetails[Member] | undefined }

/** Members that are undefined stay, because they are not written. A language alone says nothing about a food. */
function nullIfUnknown(details: MaybeKnown): FoodDetails | null {
  for (const member in details) {
    if (member !== 'language' && details[member as keyof MaybeKnown] !== undefined)
      return details as FoodDetails
  }
  return null
}

const cleanDetail = (written: unknown) => cleanOptional(written, 'details', [])

function cleanList(
  written: readonly string[] | undefined,
  clean: (item: string) => string | null,
  maxItems: number,
): string[] | undefined {
  if (written === undefined || written.length === 0) return undefined
  const items = new Set<string>()
  for (const item of written) {
    const cleaned = clean(item)
    if (cleaned !== null) items.add(cleaned)
    if (items.size === maxItems) break
  }
  return items.size === 0 ? undefined : [...items]
}

const languageCode = /^[a-z]{2,3}(?:-[A-Z]{2})?$/

/** `xx` is an unknown language. */
function cleanLanguage(written: string | null | undefined): string | undefined {
  return written != null && written !== 'xx' && languageCode.test(written) ? written : undefined
}

/** Nothing if the only one is the name of the food, as it is for most products. */
function cleanNames(
  written: Record<string, string> | undefined,
  nameOfFood: string | null,
): Record<string, string> | undefined {
  if (written === undefined) return undefined
  const languages = Object.keys(written)
  if (languages.length === 0 || (languages.length === 1 && written[languages[0] ?? ''] === nameOfFood))
    return undefined
  const names: Record<string, string> = {}
  for (const language of languages.slice(0, maxNames)) {
    const name = languageCode.test(language) ? cleanName(written[language], null, []) : null
    if (name !== null) names[language] = name
  }
  return isEmpty(names) ? undefined : names
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}

/** A text without a letter, such as `-` or `0`, lists no ingredients. */
function cleanIngredients(written: string | null | undefined): string | undefined {
  const ingredients = cleanOptional(written, 'details', [], maxIngredientsLength)
  return ingredients !== null && /\p{L}{2}/u.test(ingredients) ? ingredients : undefined
}

function cleanMicronutrients(
  amounts: SourceDetails['micronutrients'] | undefined,
): FoodDetails['micronutrients'] | undefined {
  if (amounts === undefined || isEmpty(amounts)) return undefined
  const cleaned: NonNullable<FoodDetails['micronutrients']> = {}
  for (const micronutrient of Object.keys(amounts) as Micronutrient[]) {
    const stated = amounts[micronutrient]
    if (stated === undefined) continue
    const { unit, internationalUnit, max } = micronutrientTable[micronutrient]
    const amount = amountIn(unit, inMassUnits(stated, unit, internationalUnit), micronutrient, [])
    if (amount !== null && amount <= max) cleaned[micronutrient] = amount
  }
  return isEmpty(cleaned) ? undefined : cleaned
}

function inMassUnits(
  { value, unit }: Amount,
  massUnit: string,
  internationalUnit: number | undefined,
): Amount {
  return unit === 'IU' && internationalUnit !== undefined && typeof value === 'number'
    ? { value: value * internationalUnit, unit: massUnit }
    : { value, unit }
}

/** The serving of the label comes first. */
function cleanPortions(
  stated: readonly Portion[] = [],
  { serving_desc, serving_size_g }: Serving,
): Portion[] | undefined {
  const serving = serving_desc === null || serving_size_g === null ? null : householdMeasure(serving_desc)
  const label = serving === null ? [] : [{ description: serving, grams: serving_size_g ?? 0 }]
  if (label.length === 0 && stated.length === 0) return undefined
  const portions = new Map<string, Portion>()
  for (const { description: written, grams } of [...label, ...stated]) {
    const description = cleanDetail(written)
    if (description === null || !(grams > 0 && grams <= maxServingGrams) || portions.has(description))
      continue
    portions.set(description, { description, grams: round(grams) })
    if (portions.size === maxPortions) break
  }
  return portions.size === 0 ? undefined : [...portions.values()]
}

const weight = /(?<![\p{L}\d.,])[\d.,]+ ?(?:g|gr|gm|grams?|grm|ml|mlt|oz|onz)(?!\p{L})\.?/giu
const separators = '[\\s=|/,;:~]'
const outerSeparators = new RegExp(`^${separators}+|${separators}+$`, 'g')
const parentheses = /\(([^()]*)\)/g

/** `1 piece` of `1 piece (32 g)`, `0.25 cup` of `30 g (0.25 cup)`. Null if the serving is only a weight. */
const householdMeasure = memoize((serving): string | null => {
  const measure = withoutWeights(
    serving.replace(parentheses, (_, inner: string) => {
      const rest = withoutWeights(inner)
      return rest === '' ? ' ' : `(${rest})`
    }),
  )
  const [, unwrapped = measure] = /^\(([^()]*)\)$/.exec(measure) ?? []
  return /\p{L}{2}/u.test(unwrapped) ? unwrapped : null
})

function withoutWeights(text: string): string {
  return text.replace(weight, ' ').replace(/\s+/g, ' ').replace(outerSeparators, '')
}
