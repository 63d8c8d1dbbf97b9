// Converts amounts as found (a number, `0,5`, `<0.5`, `12 mg`, nonsense) to the units of a food.

import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { Amount } from '../../sources/source-record.ts'

export type OurUnit = 'g' | 'mg' | 'µg' | 'kcal' | 'kJ' | 'g of alcohol'

/** The thermochemical calorie, as used in nutrition. */
export const kilojoulesPerKilocalorie = 4.184

/** Density of ethanol at 20 °C in g/ml. */
const alcoholDensity = 0.789

// Conversion factors to our units. Values in other units are dropped: IU depends on the substance, and a % of sodium is
// relative to a daily value.
const unitsOf = (factors: Record<string, number>) => new Map(Object.entries(factors))
const factors: Record<OurUnit, Map<string, number>> = {
  // Splitting sugar into monosaccharides adds the weight of a molecule of water.
  g: unitsOf({ g: 1, '': 1, '%': 1, mg: 1e-3, µg: 1e-6, kg: 1e3, monosaccharides: 1 / 1.05 }),
  mg: unitsOf({ mg: 1, g: 1e3, µg: 1e-3, kg: 1e6 }),
  µg: unitsOf({ µg: 1, g: 1e6, mg: 1e3 }),
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

// Far more than any food has, so that the plausibility checks still see wrong amounts, but within the range of the
// database. 1e9 g salt is 4e11 mg sodium.
const maxAmounts: Record<OurUnit, number> = {
  g: 1e9,
  mg: 1e12,
  µg: 1e15,
  kcal: 1e9,
  kJ: 1e9,
  'g of alcohol': 1e9,
}

// On food labels, cal, Cal and kcal mean the same.
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

/** The amount in our unit; null if it is missing or invalid, never a default of 0. */
export function amountIn(
  wanted: OurUnit,
  amount: Amount | undefined,
  field: string,
  flags: QualityFlag[],
): number | null {
  if (amount === undefined || amount === null) return null
  if (amount.trace !== undefined) flags.push({ rule: 'trace', field, found: amount.trace })
  const read = typeof amount.value === 'number' ? amount.value : parseText(amount.value, field, flags)
  if (read === null) return null
  const value = typeof read === 'number' ? read : read.value
  const unit = canonicalUnit(typeof read === 'number' || read.unit === '' ? amount.unit : read.unit)

  const found = typeof amount.value === 'number' ? value : shown(amount.value)
  if (!Number.isFinite(value)) return drop(flags, { rule: 'not-a-number', field, found })
  if (value < 0) return drop(flags, { rule: 'negative', field, found })
  const factor = factors[wanted].get(unit)
  if (factor === undefined) {
    const foundUnit = `${found} ${unit}`.slice(0, maxAmountLength)
    return drop(flags, { rule: 'unknown-unit', field, found: foundUnit })
  }
  if (isFloatArtefact(value)) flags.push({ rule: 'float-noise', field, found })
  if (wanted === 'g' && factor !== 1) flags.push({ rule: `unit-${unit}`, field, found })
  if (wanted === 'kcal' && factor !== 1) flags.push({ rule: 'energy-from-kj', field, found })
  const converted = value * factor
  if (converted > maxAmounts[wanted]) return drop(flags, { rule: 'too-large', field, found })
  return round(converted)
}

function drop(flags: QualityFlag[], flag: QualityFlag): null {
  flags.push(flag)
  return null
}

/** More digits than labels have: one decimal from 100 on, two from 1 on, four below. */
export function round(value: number): number {
  if (Number.isInteger(value)) return value === 0 ? 0 : value
  const scale = value >= 100 ? 10 : value >= 1 ? 100 : 10_000
  return Math.round(value * scale) / scale
}

/** True for floating-point artefacts such as 0.30000000000000004, but not for 0.452755905511811. */
function isFloatArtefact(value: number): boolean {
  if (Number.isInteger(value)) return false
  const rounded = Math.round(value * 1e6) / 1e6
  return rounded !== value && Math.abs(rounded - value) < 1e-9
}

function canonicalUnit(written: unknown): string {
  if (written === 'g' || written === 'mg' || written === 'kcal') return written
  if (written === 'kJ') return 'kj'
  if (typeof written !== 'string') return ''
  const unit = written.slice(0, maxAmountLength).trim().toLowerCase()
  return spellings.get(unit) ?? unit
}

const maxAmountLength = 40
const written =
  /^([<>≤≥~≈]|ca\.?|env\.?)?\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([a-zµμ%°][a-zµμ%°. ]*)?$/i
const modifiers: Record<string, string> = {
  '<': 'less-than',
  '≤': 'less-than',
  '>': 'more-than',
  '≥': 'more-than',
}

function parseText(
  text: unknown,
  field: string,
  flags: QualityFlag[],
): { value: number; unit: string } | null {
  if (text === undefined || text === null) return null
  const trimmed = typeof text === 'string' ? text.trim().replace('\u2212', '-') : null
  if (trimmed === '') return null
  const parts = trimmed === null || trimmed.length > maxAmountLength ? null : written.exec(trimmed)
  if (parts === null) {
    flags.push({ rule: 'not-a-number', field, found: shown(text) })
    return null
  }
  const [, modifier = '', digits = '', unit = ''] = parts
  // `<0.5` is kept as 0.5, its upper bound, which is closer than null.
  const rule = modifiers[modifier]
  if (rule !== undefined) flags.push({ rule, field, found: shown(text) })
  return { value: Number(digits.replace(',', '.')), unit }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, maxAmountLength) : typeof value
}
