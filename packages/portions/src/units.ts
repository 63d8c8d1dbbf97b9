// Household and metric units under their English names: abbreviations, spellings and plurals.
import { singular, wordsOf } from './words.ts'

/** Grams per unit. */
const masses = { g: 1, kg: 1000, mg: 0.001, dag: 10, hg: 100, oz: 28.3495, lb: 453.592 }

/** Millilitres per unit, in US customary measures as in USDA's household weights. */
const volumes = {
  ml: 1,
  cl: 10,
  dl: 100,
  l: 1000,
  tsp: 4.929,
  tbsp: 14.787,
  'fl oz': 29.574,
  cup: 236.588,
  pint: 473.176,
  quart: 946.353,
  pinch: 0.308,
  dash: 0.616,
}

/** Their weight depends on the food. */
const counts = [
  'piece',
  'small',
  'medium',
  'large',
  'extra large',
  'slice',
  'serving',
  'handful',
  'can',
  'bottle',
  'glass',
  'mug',
  'bowl',
  'plate',
  'pot',
  'shot',
  'scoop',
  'bar',
  'packet',
  'clove',
  'stick',
  'pat',
  'leaf',
  'stalk',
  'spear',
  'patty',
  'fillet',
  'thigh',
  'drumstick',
  'wing',
  'ear',
  'head',
  'wedge',
  'square',
  'ring',
] as const

export type MassUnit = keyof typeof masses
export type VolumeUnit = keyof typeof volumes
export type CountUnit = (typeof counts)[number]
export type Unit = MassUnit | VolumeUnit | CountUnit

const aliases: Record<string, Unit> = {
  gram: 'g',
  gramme: 'g',
  gm: 'g',
  gr: 'g',
  kilogram: 'kg',
  kilo: 'kg',
  milligram: 'mg',
  ounce: 'oz',
  pound: 'lb',
  milliliter: 'ml',
  millilitre: 'ml',
  cc: 'ml',
  centiliter: 'cl',
  centilitre: 'cl',
  deciliter: 'dl',
  decilitre: 'dl',
  liter: 'l',
  litre: 'l',
  teaspoon: 'tsp',
  teaspoonful: 'tsp',
  tablespoon: 'tbsp',
  tablespoonful: 'tbsp',
  tb: 'tbsp',
  tbs: 'tbsp',
  floz: 'fl oz',
  'fluid oz': 'fl oz',
  'fluid ounce': 'fl oz',
  'fl ounce': 'fl oz',
  c: 'cup',
  cupful: 'cup',
  pt: 'pint',
  qt: 'quart',
  pc: 'piece',
  whole: 'piece',
  each: 'piece',
  ea: 'piece',
  item: 'piece',
  unit: 'piece',
  count: 'piece',
  one: 'piece',
  sm: 'small',
  med: 'medium',
  'medium sized': 'medium',
  'medium size': 'medium',
  average: 'medium',
  regular: 'medium',
  lg: 'large',
  big: 'large',
  xl: 'extra large',
  'x large': 'extra large',
  jumbo: 'extra large',
  strip: 'slice',
  rasher: 'slice',
  portion: 'serving',
  helping: 'serving',
  tin: 'can',
  tumbler: 'glass',
  bowlful: 'bowl',
  packet: 'packet',
  package: 'packet',
  pack: 'packet',
  pouch: 'packet',
  sachet: 'packet',
  rib: 'stalk',
  floret: 'spear',
  filet: 'fillet',
  burger: 'patty',
  cob: 'ear',
  sheet: 'leaf',
}

const units = new Map<string, Unit>([
  ...Object.keys(masses).map(unit => [unit, unit as MassUnit] as const),
  ...Object.keys(volumes).map(unit => [unit, unit as VolumeUnit] as const),
  ...counts.map(unit => [unit, unit] as const),
  ...Object.entries(aliases),
])

export const isMass = (unit: Unit): unit is MassUnit => unit in masses
export const isVolume = (unit: Unit): unit is VolumeUnit => unit in volumes

export const gramsPer = (unit: MassUnit): number => masses[unit]
export const millilitresPer = (unit: VolumeUnit): number => volumes[unit]

/** Words that say how a unit was filled, which most household weights do not distinguish. */
const fillers = new Set(['of', 'a', 'an', 'cooked', 'raw', 'fresh', 'level', 'about', 'size', 'sized', 'us'])

/**
 * The unit that a text means: `Tbsp.`, `slices`, `large eggs` of eggs, `cups cooked`. A word of the food's name counts as
 * a piece (`2 bagels`). Undefined if the text says anything else, since it may well change the weight (`heaped cup`).
 */
export function parseUnit(text: string, foodWords: ReadonlySet<string> = new Set()): Unit | undefined {
  const normalized = text.toLowerCase().replaceAll('.', ' ').replaceAll(/\s+/g, ' ').trim()
  if (normalized === '') return 'piece'
  const words = wordsOf(normalized)
  const whole = units.get(words.join(' ')) ?? units.get(normalized)
  if (whole !== undefined) return whole
  let unit: Unit | undefined
  let isFood = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const pair = units.get(`${word} ${words[index + 1]}`)
    const single = units.get(word)
    if (pair !== undefined) index++
    const found = pair ?? single
    if (found !== undefined) {
      // "large slice": the size of a slice is not the size of the food.
      if (unit !== undefined && unit !== found) return undefined
      unit = found
    } else if (foodWords.has(singular(word))) isFood = true
    else if (!fillers.has(word)) return undefined
  }
  return unit ?? (isFood ? 'piece' : undefined)
}

/** The millilitres of one unit of volume; undefined for any other unit. */
export function millilitresOf(unitText: string): number | undefined {
  const unit = parseUnit(unitText)
  return unit !== undefined && isVolume(unit) ? millilitresPer(unit) : undefined
}
