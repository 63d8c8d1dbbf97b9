// Maps a food of a food composition table; the definition says how the table writes values.
import { type Micronutrient, micronutrientTable } from '../../food/micronutrients.ts'
import type { SourceNutrient } from '../../food/nutrients.ts'
import type { FoodTableId } from '../../food/sources.ts'
import { text } from '../coerce.ts'
import type { ReadRecord } from '../source.ts'
import type { Amount, SourceRecord } from '../source-record.ts'
import { readDefinition, type TableDefinition } from './definition.ts'

/** Its rows are those of `openFoodTable`. */
export function foodTableRecord(id: FoodTableId): ReadRecord {
  const table = readDefinition(id)
  const traces = new Set(table.traces.map(trace => trace.toLowerCase()))
  const perVolume = table.per_100_ml && new RegExp(table.per_100_ml.pattern, 'i')
  const starts = Object.keys(table.categories).sort((one, other) => other.length - one.length)

  function categoriesOf(group: string | null): string[] {
    const start = starts.find(each => group?.startsWith(each))
    return start === undefined ? [] : [table.categories[start] ?? start]
  }

  return product => {
    const source_id = text(product['code'])
    if (source_id === null) return { rejected: 'no-source-id', source_id: '' }
    const names: Record<string, string> = {}
    for (const language of Object.keys(table.names)) {
      const name = text(product[nameField(language)])
      if (name !== null) names[language] = name
    }
    const density = Number(text(product['density'])?.replace(',', '.') ?? 0)
    return {
      source: id,
      source_id,
      barcode: null,
      kind: null,
      obsolete: false,
      name: Object.values(names)[0] ?? null,
      brand: null,
      categories: categoriesOf(text(product['group'])),
      serving: null,
      image_url: null,
      image_thumb_url: null,
      popularity: 0,
      source_modified_at: null,
      per: perVolume?.test(text(product['volume']) ?? '') === true ? '100ml' : '100g',
      density: density > 0 ? density : null,
      ...amountsOf(product, table, traces, names),
    }
  }
}

/** The field of a row that holds the name in a language. */
export const nameField = (language: string): string => `name ${language}`

function amountsOf(
  product: Record<string, unknown>,
  { amounts: stated, monosaccharides = [] }: TableDefinition,
  traces: ReadonlySet<string>,
  names: Record<string, string>,
): Pick<SourceRecord, 'amounts' | 'details'> {
  const amounts: SourceRecord['amounts'] = {}
  const micronutrients: Partial<Record<Micronutrient, Amount>> = {}
  for (const [key, units] of Object.entries(stated)) {
    const [unit = ''] = Object.keys(units)
    const amount = readCell(product[key], unit, traces, maxNegligible(key, unit))
    if (amount === null) continue
    if (isMicronutrient(key)) micronutrients[key] = amount
    else {
      const nutrient = key as SourceNutrient
      // 100 g can hold more than 100 g of monosaccharides only as sugar.
      const isSugar = monosaccharides.includes(nutrient) && Number(amount.value) > 100
      amounts[nutrient] = isSugar ? { ...amount, unit: 'monosaccharides' } : amount
    }
  }
  return { amounts, details: { names, micronutrients } }
}

const isMicronutrient = (key: string): key is Micronutrient => key in micronutrientTable

const bound = /^<\s*([\d.,]+)$/
const estimate = /^\((.*)\)$/

/** Null if it is missing, or a bound that says too little. */
function readCell(cell: unknown, unit: string, traces: ReadonlySet<string>, maxBound: number): Amount | null {
  if (typeof cell === 'number') return { value: cell, unit }
  const written = text(cell)
  if (written === null) return null
  if (traces.has(written.toLowerCase())) return { value: 0, unit, trace: written }
  const [, limit] = bound.exec(written) ?? []
  if (limit !== undefined)
    return Number(limit.replace(',', '.')) <= maxBound ? { value: 0, unit, trace: written } : null
  return { value: estimate.exec(written)?.[1] ?? written, unit }
}

// What a label states as 0: less than 0.5 g, 5 mg, 5 kcal, or 2 % of a daily value (21 CFR 101.9(c)).
const negligibleAmounts: Record<string, number> = { g: 0.5, mg: 5, kcal: 5 }
const negligibleShareOfDailyValue = 0.02

/** In this unit. */
function maxNegligible(key: string, unit: string): number {
  if (!isMicronutrient(key)) return negligibleAmounts[unit] ?? 0
  const { unit: own, dailyValue = 0 } = micronutrientTable[key]
  if (unit !== own) return 0
  return own === 'g' ? 0.5 : dailyValue * negligibleShareOfDailyValue
}
