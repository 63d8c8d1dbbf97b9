// What a label says about a serving: "2 Tbsp. (32 g)", "1 slice", "1 cup, mashed", "8 fl. oz (240 mL)".
import { parseUnit, type Unit } from './units.ts'
import { wordsOf } from './words.ts'

export interface Serving {
  gramsPerUnit: number
  unit: Unit
  /** "mashed" of "1 cup, mashed": the weight is that of this form only. */
  form: string | undefined
}

const fractions: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 }

/** Undefined if the text does not begin with an amount of a known unit. */
export function parseServing(
  description: string,
  grams: number,
  foodWords: ReadonlySet<string>,
): Serving | undefined {
  const [, amountText = '', rest = ''] =
    /^\s*(\d+\s+\d+\/\d+|\d+\/\d+|\d*[½¼¾⅓⅔]|\d+(?:[.,]\d+)?)\s*(.*)$/u.exec(description) ?? []
  const amount = parseAmount(amountText)
  if (!(amount > 0) || !Number.isFinite(amount) || !(grams > 0)) return undefined
  const [unitText = '', ...forms] = rest.replaceAll(/\([^)]*\)?/g, ',').split(/[,|;]/)
  const unit = parseServingUnit(unitText, foodWords)
  if (unit === undefined) return undefined
  const form = forms.map(text => text.trim()).find(text => text !== '')
  return { gramsPerUnit: grams / amount, unit, form }
}

function parseAmount(text: string): number {
  const [, whole = '', fraction] = /^(\d*)([½¼¾⅓⅔])$/u.exec(text) ?? []
  if (fraction !== undefined) return Number(whole) + (fractions[fraction] ?? 0)
  return text
    .replace(',', '.')
    .split(/\s+/)
    .map(part => {
      const [numerator = 0, denominator = 1] = part.split('/').map(Number)
      return numerator / denominator
    })
    .reduce((sum, part) => sum + part, 0)
}

/** "slice cooked", "egg" of eggs, or else the first word: "fl oz" of "fl oz serving". */
function parseServingUnit(text: string, foodWords: ReadonlySet<string>): Unit | undefined {
  const unit = parseUnit(text, foodWords)
  if (unit !== undefined || text.trim() === '') return text.trim() === '' ? undefined : unit
  const [first = '', second = ''] = wordsOf(text)
  return parseUnit(`${first} ${second}`) ?? parseUnit(first)
}
