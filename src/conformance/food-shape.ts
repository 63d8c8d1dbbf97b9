// The table of spec 2.1 as data.
import type { Food } from './catalog.ts'

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
  calories_kcal: amount,
  protein_g: amount,
  fat_g: amount,
  carbs_g: amount,
  fiber_g: amount,
  sugar_g: amount,
  sodium_mg: amount,
  saturated_fat_g: amount,
  cholesterol_mg: amount,
  potassium_mg: amount,
  image_url: text,
  image_thumb_url: text,
  source: { type: 'string', nullable: false },
  confidence: { type: 'number', nullable: false },
  static_url: text,
}

const sources = ['off', 'ai_estimate', 'community', 'usda']

/** Types and ranges. A missing nullable member is left to decision 27: the specification itself allows it. */
export function valueFaults(food: Food): string[] {
  const faults = Object.entries(members).flatMap(([name, member]) => {
    const value = food[name]
    if (value === null || value === undefined) return member.nullable ? [] : [`${name} is ${value}`]
    return fits(value, member) ? [] : [`${name} is ${JSON.stringify(value)}, not a ${member.type}`]
  })
  if (food.name === '') faults.push('name is empty')
  if (!sources.includes(String(food.source))) faults.push(`source is ${JSON.stringify(food.source)}`)
  const confidence = Number(food.confidence)
  if (!(confidence >= 0 && confidence <= 1)) faults.push(`confidence is ${food.confidence}, not in 0 to 1`)
  return faults
}

export function memberFaults(food: Food): string[] {
  const missing = Object.keys(members).filter(name => !Object.hasOwn(food, name))
  const unknown = Object.keys(food).filter(name => !Object.hasOwn(members, name))
  return [...missing.map(name => `${name} is missing`), ...unknown.map(name => `${name} is not in the table`)]
}

function fits(value: unknown, member: Member): boolean {
  if (member.type === 'string') return typeof value === 'string'
  return member.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
}
