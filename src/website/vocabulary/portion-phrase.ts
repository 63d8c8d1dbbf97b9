// Reads a household portion. Sources write them in English: an amount, a size, a noun, and how the food was prepared.
import { knownNoun, modifierNames, modifiers, singularOf, sizeNames, sizes } from './portion-words.ts'

/** `2 slices, raw` */
export interface PortionPhrase {
  amount: number
  /** A key of the word list, or the word of the source in English. */
  noun: string
  size: string | undefined
  /** What the noun holds: `200 ml`, `6 pieces`. */
  content: Content | undefined
  modifiers: string[]
}

type Content = { value: number; unit: 'ml' | 'g' | 'cm' } | { value: number; noun: string }

/** Null if a word is unknown. `foodName` is in English: its own nouns are pieces of it, such as a papaya. */
export function parsePhrase(description: string, foodName: string): PortionPhrase | null {
  const { amount, rest } = splitAmount(description.toLowerCase())
  const [head = '', ...stated] = withoutParentheses(rest).split(/, ?/)
  const found = parseHead(head.trim(), foodName)
  if (found === null || !stated.every(modifier => modifiers.has(modifier.trim()))) return null
  const [, inside = ''] = /\(([^()]*)\)/.exec(rest) ?? []
  return {
    amount,
    noun: found.noun,
    size: found.size,
    content: parseContent(inside.trim()),
    modifiers: [...found.modifiers, ...stated.map(modifier => modifier.trim())],
  }
}

const fractions: Record<string, number> = { half: 0.5, 'half a': 0.5, 'half an': 0.5, quarter: 0.25 }
const amountPattern = /^(?:(?:1 )?(half an?|half|quarter)|(?:(\d+)[ -])?(\d+)\/(\d+)|(\d+(?:[.,]\d+)?))(?= )/

/** `1 1/2 cups` is 1.5 and cups; 1 if there is no number. */
export function splitAmount(text: string): { amount: number; rest: string } {
  const found = amountPattern.exec(text)
  if (!found) return { amount: 1, rest: text }
  const [whole, word, ones, numerator, denominator, decimal] = found
  const amount =
    word === undefined
      ? decimal === undefined
        ? Number(ones ?? 0) + Number(numerator) / Number(denominator)
        : Number(decimal.replace(',', '.'))
      : (fractions[word] ?? 1)
  const isUsable = amount > 0 && amount <= 100
  return isUsable ? { amount, rest: text.slice(whole.length).trim() } : { amount: 1, rest: text }
}

const withoutParentheses = (text: string) => text.replaceAll(/(?<!\s)\s*\([^()]*\)/g, '')

type Head = Pick<PortionPhrase, 'noun' | 'size' | 'modifiers'>

function parseHead(head: string, foodName: string): Head | null {
  const noun = knownNoun(head)
  if (noun !== undefined) return { noun, size: undefined, modifiers: [] }
  if (sizes.has(head)) return { noun: 'piece', size: head, modifiers: [] }
  const size = sizeNames.find(name => head.startsWith(`${name} `))
  if (size !== undefined) {
    const after = parseHead(head.slice(size.length + 1), foodName)
    return after && after.size === undefined ? { ...after, size } : null
  }
  const modifier = modifierNames.find(name => head.endsWith(` ${name}`))
  if (modifier !== undefined) {
    const before = parseHead(head.slice(0, -modifier.length - 1), foodName)
    return before && { ...before, modifiers: [...before.modifiers, modifier] }
  }
  const isOfFood =
    head.length > 2 && new RegExp(`\\b${escapeForRegExp(singularOf(head))}`, 'i').test(foodName)
  return isOfFood ? { noun: 'piece', size: undefined, modifiers: [] } : null
}

const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const cmPerInch = 2.54
const mlPerFluidOunce = 30

/** Undefined for what a weight in grams says as well. */
function parseContent(inside: string): Content | undefined {
  const [, value = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(ml|g|cm|fl oz|cl|l|[a-z]+)$/.exec(inside) ?? []
  const number = Number(value)
  if (unit === '') return diameterOf(inside)
  if (unit === 'ml' || unit === 'g' || unit === 'cm') return { value: number, unit }
  if (unit === 'cl') return { value: number * 10, unit: 'ml' }
  if (unit === 'l') return { value: number * 1_000, unit: 'ml' }
  if (unit === 'fl oz') return { value: number * mlPerFluidOunce, unit: 'ml' }
  const noun = knownNoun(unit)
  return noun === undefined ? undefined : { value: number, noun }
}

/** `2-1/2" dia` or `7" to 7-7/8" long`, of which the first number counts. */
function diameterOf(inside: string): Content | undefined {
  const [, ones = '', numerator, denominator] = /^(\d+)(?:-(\d+)\/(\d+))?" /.exec(inside) ?? []
  if (ones === '') return undefined
  const inches = Number(ones) + (numerator === undefined ? 0 : Number(numerator) / Number(denominator))
  return { value: Math.round(inches * cmPerInch), unit: 'cm' }
}
