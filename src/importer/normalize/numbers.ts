// Amounts as found (a number, `0,5`, `<0.5`, `12 mg`, nonsense) in the unit that the food has.

import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { Amount } from '../../sources/source-record.ts'

export type OurUnit = 'g' | 'mg' | 'kcal' | 'kJ' | 'g of alcohol'

/** The thermochemical calorie, which nutrition uses. */
export const kilojoulesPerKilocalorie = 4.184

/** Density of ethanol at 20 °C in g/ml. */
const alcoholDensity = 0.789

// What one of the written unit is in ours. A unit that is missing here makes the value unknown: IU depends
// on the substance, and a % of sodium is one of a daily value.
const unitsOf = (factors: Record<string, number>) => new Map(Object.entries(factors))
const factors: Record<OurUnit, Map<string, number>> = {
  g: unitsOf({ g: 1, '': 1, '%': 1, mg: 1e-3, µg: 1e-6, kg: 1e3 }),
  mg: unitsOf({ mg: 1, g: 1e3, µg: 1e-3, kg: 1e6 }),
  kcal: unitsOf({ kcal: 1, '': 1, kj: 1 / kilojoulesPerKilocalorie }),
  kJ: unitsOf({ kj: 1, '': 1, kcal: kilojoulesPerKilocalorie }),
  'g of alcohol': unitsOf({
    '% vol': alcoholDensity,
    '%': alcoholDensity,
    '': alcoholDensity,
    g: 1,
    mg: 1e-3,
  }),
}

// Far beyond any food, so that the judgement of plausibility still sees a wrong amount, and within what the
// database can hold. A salt of 1e9 g is a sodium of 4e11 mg.
const largest: Record<OurUnit, number> = { g: 1e9, mg: 1e12, kcal: 1e9, kJ: 1e9, 'g of alcohol': 1e9 }

// On a food, cal, Cal and kcal are the same thing.
const spellings = new Map(
  Object.entries({
    ...{ gr: 'g', gm: 'g', grm: 'g', gram: 'g', grams: 'g', gramme: 'g', grammes: 'g' },
    ...{ ug: 'µg', μg: 'µg', mcg: 'µg' },
    ...{ cal: 'kcal', calories: 'kcal', kilocalories: 'kcal' },
    ...{
      '%vol': '% vol',
      '%vol.': '% vol',
      '% vol.': '% vol',
      'vol%': '% vol',
      'vol %': '% vol',
      '°': '% vol',
    },
  }),
)

/** The amount in our unit, or null when it is missing or makes no sense; never a made-up 0. */
export function amountIn(
  wanted: OurUnit,
  amount: Amount | undefined,
  field: string,
  flags: QualityFlag[],
): number | null {
  if (amount === undefined || amount === null) return null
  const read = typeof amount.value === 'number' ? amount.value : readText(amount.value, field, flags)
  if (read === null) return null
  const value = typeof read === 'number' ? read : read.value
  const unit = knownUnit(typeof read === 'number' || read.unit === '' ? amount.unit : read.unit)

  const found = typeof amount.value === 'number' ? value : shown(amount.value)
  if (!Number.isFinite(value)) return unknown(flags, { rule: 'not-a-number', field, found })
  if (value < 0) return unknown(flags, { rule: 'negative', field, found })
  const factor = factors[wanted].get(unit)
  if (factor === undefined) {
    const foundUnit = `${found} ${unit}`.slice(0, longestAmount)
    return unknown(flags, { rule: 'unknown-unit', field, found: foundUnit })
  }
  if (isNoisy(value)) flags.push({ rule: 'float-noise', field, found })
  if (wanted === 'g' && factor !== 1) flags.push({ rule: `unit-${unit}`, field, found })
  if (wanted === 'kcal' && factor !== 1) flags.push({ rule: 'energy-from-kj', field, found })
  const amountInOurs = value * factor
  if (amountInOurs > largest[wanted]) return unknown(flags, { rule: 'too-large', field, found })
  return round(amountInOurs)
}

function unknown(flags: QualityFlag[], note: QualityFlag): null {
  flags.push(note)
  return null
}

/** Labels give fewer digits than this: one decimal from 100 on, two from 1 on, four below. */
export function round(value: number): number {
  if (Number.isInteger(value)) return value === 0 ? 0 : value
  const scale = value >= 100 ? 10 : value >= 1 ? 100 : 10_000
  return Math.round(value * scale) / scale
}

/** 0.30000000000000004: what binary arithmetic leaves, as opposed to the digits of 0.452755905511811. */
function isNoisy(value: number): boolean {
  if (Number.isInteger(value)) return false
  const near = Math.round(value * 1e6) / 1e6
  return near !== value && Math.abs(near - value) < 1e-9
}

function knownUnit(written: unknown): string {
  if (written === 'g' || written === 'mg' || written === 'kcal') return written
  if (written === 'kJ') return 'kj'
  if (typeof written !== 'string') return ''
  const unit = written.slice(0, longestAmount).trim().toLowerCase()
  return spellings.get(unit) ?? unit
}

const longestAmount = 40
const written =
  /^([<>≤≥~≈]|ca\.?|env\.?)?\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([a-zµμ%°][a-zµμ%°. ]*)?$/i
const modifiers: Record<string, string> = {
  '<': 'less-than',
  '≤': 'less-than',
  '>': 'more-than',
  '≥': 'more-than',
}

function readText(
  text: unknown,
  field: string,
  flags: QualityFlag[],
): { value: number; unit: string } | null {
  if (text === undefined || text === null) return null
  const trimmed = typeof text === 'string' ? text.trim().replace('\u2212', '-') : null
  if (trimmed === '') return null
  const parts = trimmed === null || trimmed.length > longestAmount ? null : written.exec(trimmed)
  if (parts === null) {
    flags.push({ rule: 'not-a-number', field, found: shown(text) })
    return null
  }
  const [, modifier = '', digits = '', unit = ''] = parts
  // `<0.5` is kept as 0.5: the most that it can be, and nearer than nothing.
  const rule = modifiers[modifier]
  if (rule !== undefined) flags.push({ rule, field, found: shown(text) })
  return { value: Number(digits.replace(',', '.')), unit }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestAmount) : typeof value
}
