// Number formatting of nutrition labels, used by the server to render pages and by the browser when the portion changes.

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

const kilojoulesPerKilocalorie = 4.184

// US: 21 CFR 101.9(c); potassium and its percentage: (c)(8)(iii) and (iv). EU: the Commission's guidance of December
// 2012 on tolerances and rounding for Regulation 1169/2011.
const formatters: Record<LabelNumber, (value: number) => string> = {
  'us-energy': value => (value < 5 ? '0' : number(nearest(value, value <= 50 ? 5 : 10))),
  'us-fat': value =>
    value < 0.5 ? '0 g' : value < 5 ? `${number(nearest(value, 0.5))} g` : `${number(nearest(value, 1))} g`,
  'us-cholesterol': value =>
    value < 2 ? '0 mg' : value <= 5 ? 'less than 5 mg' : `${number(nearest(value, 5))} mg`,
  'us-sodium': value => (value < 5 ? '0 mg' : `${number(nearest(value, value <= 140 ? 5 : 10))} mg`),
  'us-potassium': value => `${number(nearest(value, 10))} mg`,
  'us-grams': value => (value < 0.5 ? '0 g' : value < 1 ? 'less than 1 g' : `${number(nearest(value, 1))} g`),
  'us-percent': value => `${number(nearest(value, 1))}%`,
  'us-mineral-percent': value =>
    value < 2 ? '0%' : `${number(nearest(value, value <= 10 ? 2 : value <= 50 ? 5 : 10))}%`,
  'eu-kilojoules': value => `${number(nearest(value * kilojoulesPerKilocalorie, 1))} kJ`,
  'eu-kilocalories': value => `${number(nearest(value, 1))} kcal`,
  'eu-grams': value => grams(value, 0.5, '0.5'),
  'eu-saturates': value => grams(value, 0.1, '0.1'),
  'eu-salt': value =>
    value === 0
      ? '0 g'
      : value <= 0.0125
        ? '<0.01 g'
        : `${number(nearest(value, value < 1 ? 0.01 : 0.1), value < 1 ? 2 : 1)} g`,
  'amount-g': value => `${threeDigits(value)} g`,
  'amount-mg': value => `${threeDigits(value)} mg`,
  'amount-µg': value => `${threeDigits(value)} µg`,
  whole: value => number(nearest(value, 1)),
}

export function formatNumber(as: LabelNumber, value: number): string {
  return formatters[as](value)
}

/** Converts a value per 100 g to a portion in grams. */
export function inPortion(per100g: number, portion: number): number {
  return (per100g * portion) / 100
}

function grams(value: number, negligible: number, negligibleText: string): string {
  if (value === 0) return '0 g'
  if (value <= negligible) return `<${negligibleText} g`
  // 9.96 rounds to 10.0 and is shown as 10, without a decimal.
  return nearest(value, 0.1) < 10 ? `${number(nearest(value, 0.1), 1)} g` : `${number(nearest(value, 1))} g`
}

/** At most three significant digits and three decimals. */
function threeDigits(value: number): string {
  return number(value >= 1_000 ? nearest(value, 1) : Number(value.toPrecision(3)))
}

/** Rounds half up, compensating for binary floating point: 1.005 rounds to 1.01. */
function nearest(value: number, step: number): number {
  const steps = value / step
  if (Number.isInteger(steps)) return steps * step
  return Math.round(Number(steps.toPrecision(12))) * step
}

const thousands = new Intl.NumberFormat('en-US')

/** Adds thousands separators and avoids output like 0.30000000000000004. */
function number(value: number, decimals?: number): string {
  if (decimals === undefined && value >= 0 && value < 1_000 && Number.isInteger(value)) return String(value)
  const text = decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.length < 4 ? whole : thousands.format(Number(whole))
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
