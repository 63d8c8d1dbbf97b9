// Number formatting of nutrition labels, used by the server to render pages and by the browser when the portion changes.
import type { Locale } from '../i18n/locales.ts'

/** Rounding and units of a value on a US or EU label. */
export type LabelNumber =
  | 'us-energy'
  | 'us-fat'
  | 'us-cholesterol'
  | 'us-sodium'
  | 'us-potassium'
  | 'us-grams'
  | 'us-percent'
  | 'us-mineral-percent'
  | 'eu-kilojoules'
  | 'eu-kilocalories'
  | 'eu-grams'
  | 'eu-saturates'
  | 'eu-salt'
  | 'amount-g'
  | 'amount-mg'
  | 'amount-µg'
  | 'whole'
  | 'percent'
  | 'figure'

const kilojoulesPerKilocalorie = 4.184

interface Separators {
  decimal: string
  thousands: string
  /** Between a number and the percent sign. */
  percent: string
}

const english: Separators = { decimal: '.', thousands: ',', percent: '' }

const known = new Map<Locale, Separators>()

/** As Intl writes a percentage such as 12.345,6 %. */
function separatorsOf(locale: Locale): Separators {
  const found = known.get(locale)
  if (found) return found
  const options = { style: 'percent', minimumFractionDigits: 1, useGrouping: 'always' } as const
  const parts = new Intl.NumberFormat(locale, options).formatToParts(12_345)
  const textOf = (type: string) => parts.find(part => part.type === type)?.value ?? ''
  const thousands = textOf('group')
  // Where a space separates thousands, the same one comes before the percent sign.
  const isSpace = thousands.trim() === '' && textOf('literal') !== ''
  const percent = isSpace ? thousands : textOf('literal')
  const separators = { decimal: textOf('decimal'), thousands, percent }
  known.set(locale, separators)
  return separators
}

// US: 21 CFR 101.9(c); potassium and its percentage: (c)(8)(iii) and (iv). EU: the Commission's guidance of December
// 2012 on tolerances and rounding for Regulation 1169/2011. The US label is in English in every language.
const formatters: Record<LabelNumber, (value: number, by: Separators) => string> = {
  'us-energy': value => (value < 5 ? '0' : number(nearest(value, value <= 50 ? 5 : 10), english)),
  'us-fat': value =>
    value < 0.5 ? '0 g' : `${number(value < 5 ? nearest(value, 0.5) : nearest(value, 1), english)} g`,
  'us-cholesterol': value =>
    value < 2 ? '0 mg' : value <= 5 ? 'less than 5 mg' : `${number(nearest(value, 5), english)} mg`,
  'us-sodium': value => (value < 5 ? '0 mg' : `${number(nearest(value, value <= 140 ? 5 : 10), english)} mg`),
  'us-potassium': value => `${number(nearest(value, 10), english)} mg`,
  'us-grams': value =>
    value < 0.5 ? '0 g' : value < 1 ? 'less than 1 g' : `${number(nearest(value, 1), english)} g`,
  'us-percent': value => `${number(nearest(value, 1), english)}%`,
  'us-mineral-percent': value =>
    value < 2 ? '0%' : `${number(nearest(value, value <= 10 ? 2 : value <= 50 ? 5 : 10), english)}%`,
  'eu-kilojoules': (value, by) => `${number(nearest(value * kilojoulesPerKilocalorie, 1), by)} kJ`,
  'eu-kilocalories': (value, by) => `${number(nearest(value, 1), by)} kcal`,
  'eu-grams': (value, by) => grams(value, 0.5, by),
  'eu-saturates': (value, by) => grams(value, 0.1, by),
  'eu-salt': (value, by) =>
    value === 0
      ? '0 g'
      : value <= 0.0125
        ? `<${number(0.01, by)} g`
        : `${number(nearest(value, value < 1 ? 0.01 : 0.1), by, value < 1 ? 2 : 1)} g`,
  'amount-g': (value, by) => `${threeDigits(value, by)} g`,
  'amount-mg': (value, by) => `${threeDigits(value, by)} mg`,
  'amount-µg': (value, by) => `${threeDigits(value, by)} µg`,
  whole: (value, by) => number(nearest(value, 1), by),
  percent: (value, by) => `${number(nearest(value, 1), by)}${by.percent}%`,
  figure: (value, by) => (value < 100 ? number(nearest(value, 0.1), by, 1) : number(nearest(value, 1), by)),
}

export function formatNumber(as: LabelNumber, value: number, locale: Locale = 'en'): string {
  return formatters[as](value, separatorsOf(locale))
}

/** At most two decimals, for amounts that readers enter. */
export function formatAmount(value: number, locale: Locale = 'en'): string {
  return number(nearest(value, 0.01), separatorsOf(locale))
}

/** The grams of a portion, which no source knows more exactly than to three digits. */
export function formatWeight(grams: number, locale: Locale = 'en'): string {
  return threeDigits(grams, separatorsOf(locale))
}

/** For a field: without thousands separators, which would read as decimals. */
export function formatInput(value: number, locale: Locale = 'en'): string {
  return String(Number(nearest(value, 0.01).toFixed(2))).replace('.', separatorsOf(locale).decimal)
}

/** `1 egg (50 g)`, and `1 glass (200 ml, 206 g)`. */
export const withWeight = (name: string, weight: string): string =>
  name.endsWith(')') ? `${name.slice(0, -1)}, ${weight} g)` : `${name} (${weight} g)`

/** For sentences: a unit must not begin a line. */
export const keepUnits = (text: string): string =>
  text.replace(/(?<=\d) (?=(?:g|mg|µg|ml|kcal|kJ)\b)/g, '\u00A0')

/** Converts a value per 100 g to a portion in grams. */
export function inPortion(per100g: number, portion: number): number {
  return (per100g * portion) / 100
}

function grams(value: number, negligible: number, by: Separators): string {
  if (value === 0) return '0 g'
  if (value <= negligible) return `<${number(negligible, by)} g`
  // 9.96 rounds to 10.0 and is shown as 10, without a decimal.
  return nearest(value, 0.1) < 10
    ? `${number(nearest(value, 0.1), by, 1)} g`
    : `${number(nearest(value, 1), by)} g`
}

/** At most three significant digits and three decimals. */
function threeDigits(value: number, by: Separators): string {
  return number(value >= 1_000 ? nearest(value, 1) : Number(value.toPrecision(3)), by)
}

/** Rounds half up, compensating for binary floating point: 1.005 rounds to 1.01. */
function nearest(value: number, step: number): number {
  const steps = value / step
  return Math.round(steps + steps * 1e-12) * step
}

/** Recursive, because a regular expression for it takes quadratic time. */
function group(digits: string, separator: string): string {
  if (digits.length < 4) return digits
  return group(digits.slice(0, -3), separator) + separator + digits.slice(-3)
}

/** Adds thousands separators and avoids output like 0.30000000000000004. */
function number(value: number, by: Separators, decimals?: number): string {
  if (decimals === undefined && value >= 0 && value < 1_000 && Number.isInteger(value)) return String(value)
  const text = decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.length < 4 ? whole : group(whole, by.thousands)
  return fraction === undefined ? grouped : grouped + by.decimal + fraction
}
