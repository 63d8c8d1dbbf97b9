// The fields of a food (rule food-fields).
import type { Food } from './catalog.ts'
import { nutrientNames } from './nutrient-names.ts'
import { sourceIds } from './source-ids.ts'

type Member = { type: 'string' | 'number' | 'integer'; nullable: boolean }

const text: Member = { type: 'string', nullable: true }
const amount: Member = { type: 'number', nullable: true }

export const members: Record<string, Member> = {
  id: { type: 'integer', nullable: false },
  name: { type: 'string', nullable: false },
  brand: text,
  barcode: text,
  category: text,
  serving_size_g: amount,
  serving_desc: text,
  ...Object.fromEntries(nutrientNames.map(name => [name, amount])),
  image_url: text,
  image_thumb_url: text,
  source: { type: 'string', nullable: false },
  confidence: { type: 'number', nullable: false },
  static_url: text,
}

/** Types and ranges. A nullable member may be missing (rule unknown-is-null); rule all-fields is stricter. */
export function valueFaults(food: Food, estimateSource: string): string[] {
  const sources: string[] = [...sourceIds, estimateSource]
  const faults = Object.entries(members).flatMap(([name, member]) => {
    const value = food[name]
    if (value === null || value === undefined) return member.nullable ? [] : [`${name} is ${value}`]
    return fits(value, member) ? [] : [`${name} is ${JSON.stringify(value)}, not a ${member.type}`]
  })
  if (!sources.includes(String(food.source))) faults.push(`source is ${JSON.stringify(food.source)}`)
  const confidence = Number(food.confidence)
  if (!(confidence >= 0 && confidence <= 1)) faults.push(`confidence is ${food.confidence}, not in 0 to 1`)
  return faults
}

export function memberFaults(food: Food): string[] {
  const missing = Object.keys(members).filter(name => !Object.hasOwn(food, name))
  const empty = food.name === '' ? ['name is empty'] : []
  const unknown = Object.keys(food).filter(name => !Object.hasOwn(members, name))
  return [
    ...empty,
    ...missing.map(name => `${name} is missing`),
    ...unknown.map(name => `${name} is not in the table`),
  ]
}

function fits(value: unknown, member: Member): boolean {
  if (member.type === 'string') return typeof value === 'string'
  return member.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
}

/**
 * Whether two representations of a food agree. Either may omit optional fields, and a missing field equals null.
 */
export function agree(one: Food, other: Food): boolean {
  return Object.keys(members).every(name => {
    const [a, b] = [one[name] ?? null, other[name] ?? null]
    return a === null || b === null || a === b
  })
}
