// The serving of a branded food: an amount with a unit, and the text of the label, often with GS1 units in capitals
// (`1 ONZ`, `15 CHIPS | ABOUT`).
import { text } from '../coerce.ts'

const metricUnits: Record<string, 'g' | 'ml'> = { g: 'g', grm: 'g', gm: 'g', ml: 'ml', mlt: 'ml' }

export interface Serving {
  /** Null for IU and other units that are not a measure of the serving. */
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
// `Amount per serving`, `PER CONTAINER`: descriptions without information.
const isUninformative = /^(?:amount )?per\b/i
const gs1Units: Record<string, string> = { ONZ: 'oz', OZA: 'fl oz', GRM: 'g', MLT: 'ml', LBR: 'lb' }

function readable(household: string | null): string | null {
  return household === null || isUninformative.test(household) ? null : withUsualUnits(household)
}

/** `about 15 chips`, `1 oz`. */
export function withUsualUnits(written: string): string {
  return written
    .replace(/^(.+)\| *about$/i, (_, amount: string) => `about ${amount.trimEnd()}`)
    .replace(/\p{Lu}{2,}/gu, letters => gs1Units[letters] ?? letters.toLowerCase())
    .replace(/ {2,}/g, ' ')
}
