/** The words of a food's name, as far as they matter for comparing two names. */
export interface NameWords {
  all: string[]
  words: ReadonlySet<string>
  /** What it is: "white bread" of "white bread, toasted". */
  food: string[]
  /** Everything behind the food that narrows it down: "skinless", "in water". */
  details: string[]
  /** Cooking methods: "grilled". */
  methods: string[]
  state: 'raw' | 'cooked' | undefined
  /** The parts between commas. */
  segments: string[][]
  /** The last word of the first part, which says what the food is, unless that part is only a group. */
  head: string | undefined
  /** Words in capitals, which USDA uses for brands. */
  capitals: ReadonlySet<string>
}

const cookingMethods = new Set(
  'cooked baked boiled braised broiled fried grilled microwaved poached roasted sauteed scrambled steamed stewed toasted heated prepared'.split(
    ' ',
  ),
)
const rawWords = new Set(['raw', 'uncooked', 'dry', 'unprepared', 'unheated'])
export const fillers = new Set(
  'a an and of the in with without for on or from to by made style type plain regular all whole fresh commercially'.split(
    ' ',
  ),
)
export const stateWords = new Set([...cookingMethods, ...rawWords])
/** Words that belong to the food although they look like fillers or methods: "whole milk", "fried rice". */
const wholeFoods = new Set(['milk', 'wheat', 'grain', 'yogurt'])

/** Groups at the start of USDA's names: "Beverages, carbonated, cola". */
const groups =
  /^(?:(?:alcoholic )?beverage|snack|cereal(?: ready to eat)?|candy|spice|nut|seed|fish|crustacean|mollusk|pork|beef|sweetener|oil|cheese|cracker|cookie|bread|roll|soup|sauce|salad dressing|vegetable oil|game meat|luncheon meat|sausage|frozen novelty|dessert|formulated bar|tomato product|chicken|turkey|leavening agent|syrup|pasta|squash|lettuce|pepper|jam)$/

const irregular: Record<string, string> = {
  leaves: 'leaf',
  yoghurt: 'yogurt',
  omelette: 'omelet',
  oatmeal: 'oat',
  porridge: 'oat',
}

function singular(word: string): string {
  const known = irregular[word]
  if (known !== undefined) return known
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:oes|sses|shes|ches|xes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

const tokensOf = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .replaceAll(/\p{Mark}/gu, '')
      .replaceAll(/['’]/g, '')
      .match(/\d+(?:[./]\d+)*%?|\p{Letter}+/gu) ?? []
  ).map(word => singular(word.toLowerCase()))

/** "Prepared with water" is cooked; "commercially prepared" says nothing about the food. */
const saysNothing = /\b(?:commercially )?prepared\b(?! with)/gi

export function nameWords(fullName: string): NameWords {
  const name = fullName.replaceAll(saysNothing, '')
  const segments = name.split(/[,;()]/).map(tokensOf)
  const all = segments.flat()
  const [first = ''] = name.split(/[,;(]/)
  const [core = ''] = first.split(/\b(?:with|without|in|from|made)\b/i)
  const significant = (word: string) =>
    !fillers.has(word) || (word === 'whole' && all.some(each => wholeFoods.has(each)))
  const isState = (word: string) => cookingMethods.has(word) || rawWords.has(word)
  const isWanted = (word: string) => significant(word) && !isState(word)
  const methods = all.filter(word => cookingMethods.has(word))
  const state = all.some(word => rawWords.has(word)) ? 'raw' : methods.length > 0 ? 'cooked' : undefined
  const headWords = tokensOf(core).filter(word => !isState(word))
  return {
    all,
    words: new Set(all),
    food: tokensOf(core).filter(isWanted),
    details: tokensOf(name.slice(core.length)).filter(isWanted),
    methods: methods.filter(method => method !== 'cooked'),
    state,
    segments: segments.filter(words => words.length > 0),
    head: groups.test(headWords.join(' ')) ? undefined : headWords.at(-1),
    capitals: new Set((name.match(/\b\p{Lu}{3,}\b/gu) ?? []).map(word => singular(word.toLowerCase()))),
  }
}
