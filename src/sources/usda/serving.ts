// The serving of a branded food: an amount and a unit for the computer, and the words of the label, often with
// the units of GS1 in capitals (`1 ONZ`, `15 CHIPS | ABOUT`).
import { text } from '../coerce.ts'

const metricUnits: Record<string, 'g' | 'ml'> = { g: 'g', grm: 'g', gm: 'g', ml: 'ml', mlt: 'ml' }

export interface Serving {
  /** Null for IU and the like, which stand at real servings but measure none. */
  unit: 'g' | 'ml' | null
  amount: number | null
  words: string | null
}

export function servingOf(size: unknown, unit: unknown, household: unknown): Serving {
  const metric = metricUnits[text(unit)?.toLowerCase() ?? ''] ?? null
  const amount = Math.round(Number(text(size)) * 100) / 100
  const measure = metric !== null && amount > 0 ? `${amount} ${metric}` : null
  const words = readable(text(household))
  return {
    unit: metric,
    amount: measure === null ? null : amount,
    words:
      words === null ? measure : measure === null || hasMetric.test(words) ? words : `${words} (${measure})`,
  }
}

const hasMetric = /\d ?(?:g|gr|grams?|ml)\b/i
// `Amount per serving`, `PER CONTAINER`: words for a serving that say nothing of it.
const saysNothing = /^(?:amount )?per\b/i
const unitsOfGs1: Record<string, string> = { ONZ: 'oz', OZA: 'fl oz', GRM: 'g', MLT: 'ml', LBR: 'lb' }

function readable(household: string | null): string | null {
  if (household === null || saysNothing.test(household)) return null
  return household
    .replace(/^(.+)\| *about$/i, (_, said: string) => `about ${said.trimEnd()}`)
    .replace(/\p{Lu}{2,}/gu, letters => unitsOfGs1[letters] ?? letters.toLowerCase())
    .replace(/ {2,}/g, ' ')
}
