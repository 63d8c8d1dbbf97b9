// What people type into the form of a food, and the fields of a proposal that it means.
import type { ProposedFields, RecordContent } from '../../community/content.ts'
import { barcodeOfSource } from '../../food/barcode.ts'
import { categories } from '../../food/categories.ts'
import { type Nutrient, nutrients } from '../../food/nutrients.ts'
import type { Locale } from '../i18n/locales.ts'

const textFields = ['name', 'brand', 'barcode', 'category', 'serving_desc'] as const

/** All are texts, as they were typed, so that a form with an error shows them again. */
export const valueNames = [
  ...textFields,
  'serving_size_g',
  ...nutrients,
  'per',
  'energy_unit',
  'salt_unit',
  'note',
] as const

export type ValueName = (typeof valueNames)[number]
export type FormValues = Record<ValueName, string>

export type ValueProblem = 'nameMissing' | 'tooLong' | 'notANumber' | 'notABarcode' | 'servingMissing'

export interface FieldProblem {
  field: ValueName
  problem: ValueProblem
}

const kilojoulesPerKilocalorie = 4.184
/** Salt in grams to sodium in milligrams, as on European labels. */
const sodiumPerSalt = 400
const maxText = { name: 200, other: 200 }

/** European labels state salt, American ones sodium. */
export const saltUnitIn = (locale: Locale): 'salt' | 'sodium' => (locale === 'en' ? 'sodium' : 'salt')

/** The factor from what is typed to the unit of the field. */
function unitFactor(nutrient: Nutrient, { energy_unit, salt_unit }: FormValues): number {
  if (nutrient === 'calories_kcal' && energy_unit === 'kJ') return 1 / kilojoulesPerKilocalorie
  return nutrient === 'sodium_mg' && salt_unit === 'salt' ? sodiumPerSalt : 1
}

/** A food as the form shows it: unknown stays empty, never 0. */
export function valuesOf(content: ProposedFields, locale: Locale): FormValues {
  const values = Object.fromEntries(valueNames.map(name => [name, ''])) as FormValues
  Object.assign(values, { per: '100g', energy_unit: 'kcal', salt_unit: saltUnitIn(locale) })
  for (const field of textFields) values[field] = content[field] ?? ''
  values.serving_size_g = toInput(content.serving_size_g, locale)
  for (const nutrient of nutrients) {
    const value = content[nutrient]
    values[nutrient] = value == null ? '' : toInput(value / unitFactor(nutrient, values), locale)
  }
  return values
}

/** Every language but English has a decimal comma. Both are read. */
export function toInput(value: number | null | undefined, locale: Locale): string {
  if (value == null) return ''
  const text = String(Number(value.toFixed(3)))
  return locale === 'en' ? text : text.replace('.', ',')
}

/** Null if it is empty, undefined if it is not a number. */
export function numberOf(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  return /^\d{1,6}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : undefined
}

/** The fields that were filled in or, with what the form showed before, changed. */
export function fieldsOf(
  values: FormValues,
  before?: { content: RecordContent; shown: FormValues },
): { fields: ProposedFields; problems: FieldProblem[] } {
  const fields: ProposedFields = {}
  const problems: FieldProblem[] = []
  const report = (field: ValueName, problem: ValueProblem) => problems.push({ field, problem })
  const isShown = (name: ValueName) => before !== undefined && values[name] === before.shown[name]

  for (const field of textFields) {
    const text = values[field].trim()
    if (isShown(field) || (text === '' && before === undefined && field !== 'name')) continue
    if (field === 'name' && text === '') report(field, 'nameMissing')
    else if (text.length > maxText.other) report(field, 'tooLong')
    else if (field === 'barcode') {
      const barcode = text === '' ? null : barcodeOfSource(text)
      if (text !== '' && barcode === null) report(field, 'notABarcode')
      else fields.barcode = barcode
    } else if (field === 'category')
      fields.category = categories.some(({ name }) => name === text) ? text : null
    else if (field === 'name') fields.name = text
    else fields[field] = text === '' ? null : text
  }

  const grams = numberOf(values.serving_size_g)
  if (grams === undefined || grams === 0) report('serving_size_g', 'notANumber')
  else if (!isShown('serving_size_g') && (grams !== null || before !== undefined))
    fields.serving_size_g = grams
  const isPerServing = values.per === 'serving'
  if (isPerServing && grams === null) report('serving_size_g', 'servingMissing')

  const areUnitsShown = ['per', 'energy_unit', 'salt_unit'].every(name => isShown(name as ValueName))
  for (const nutrient of nutrients) {
    const typed = numberOf(values[nutrient])
    if (typed === undefined) report(nutrient, 'notANumber')
    if (typed === undefined || (areUnitsShown && isShown(nutrient))) continue
    if (typed === null) {
      if (before !== undefined && before.content[nutrient] != null) fields[nutrient] = null
      continue
    }
    const factor = unitFactor(nutrient, values) * (isPerServing && grams ? 100 / grams : 1)
    const value = Number((typed * factor).toFixed(3))
    const known = before?.content[nutrient]
    if (areUnitsShown || known == null || Math.abs(value - known) > known / 100) fields[nutrient] = value
  }
  return { fields, problems }
}
