// Which row of the table a food's name means.
import { parseUnit, type Unit } from './units.ts'
import { weightTable } from './weights.ts'
import { type NameWords, wordsOf } from './words.ts'

export interface FoodWeights {
  /** As in the table: "scrambled egg". */
  food: string
  grams: ReadonlyMap<Unit, number>
  note: string | undefined
}

interface Row extends FoodWeights {
  /** Those of the state first, and what the food is last. */
  words: string[]
  states: number
}

let parsedRows: Row[] | undefined

/** Parsed at the first use, so that importing the package costs nothing. */
function rows(): Row[] {
  parsedRows ??= weightTable
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(parseRow)
  return parsedRows
}

function parseRow(line: string): Row {
  const [, food = '', weights = '', note] = /^([^:]+):([^;]*)(?:; (.+))?$/.exec(line) ?? []
  const grams = new Map<Unit, number>()
  for (const entry of weights.split(',').filter(text => text.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*(.+) ([\d.]+)$/.exec(entry) ?? []
    const unit = parseUnit(name)
    if (unit === undefined || !(Number(value) > 0)) throw new Error(`not a weight in "${line}": ${entry}`)
    grams.set(unit, Number(value))
  }
  const words = wordsOf(food)
  const states = words.filter(word => stateWords.has(word))
  return {
    food,
    grams,
    note,
    words: [...states, ...words.filter(word => !stateWords.has(word))],
    states: states.length,
  }
}

const stateWords = new Set(['cooked', 'dry', 'raw', 'roasted'])

/** How a name says that a food is cooked. The weights of canned vegetables and beans are those of cooked ones. */
const cookedWords = new Set([
  'cooked',
  'boiled',
  'baked',
  'grilled',
  'roasted',
  'fried',
  'braised',
  'steamed',
  'broiled',
  'sauteed',
  'microwaved',
  'poached',
  'stewed',
  'pan',
  'rotisserie',
  'prepared',
  'canned',
  'toasted',
])

/** Forms that weigh something else, so that only rows that name the form apply. */
const otherForms = new Set([
  'dry',
  'dried',
  'dehydrated',
  'powder',
  'powdered',
  'mix',
  'sprouted',
  'liquid',
  'mashed',
  'skin',
  'babyfood',
  'condensed',
  'concentrate',
  'instant',
])

/** First parts of USDA's names that are groups of foods: "Beverages, carbonated, cola", "Snacks, potato chips". */
const groups =
  /^(?:(?:alcoholic )?beverage|snack|cereal(?: ready to eat)?|candy|spice|nut|seed|fish|crustacean|mollusk|pork|beef|sweetener)$/

/** What may follow the food in its part of the name without making it another one. */
const trailing = new Set(
  `bio classic cold fresh frozen grade green grilled large lean light low medium natural nature organic original plain
  raw red regular ripe roasted salted skinless sliced small smooth sweet unsalted unsweetened white whole yellow cooked
  boiled baked fried product fat dry thin thick crunchy creamy chopped diced grated shredded fillet drained chunk cube half piece wedge floret tip`.split(
    /\s+/,
  ),
)

interface Match {
  row: Row
  /** Lower is better: how many commas precede it. */
  segment: number
  /** Higher is better: names end with what they are. */
  position: number
}

let rowsByFirstWord: Map<string, { row: Row; index: number }[]> | undefined

/** The rows that can match, in the order of the table. */
function rowsWithFirstWordOf(words: Set<string>): Row[] {
  if (rowsByFirstWord === undefined) {
    rowsByFirstWord = new Map()
    for (const [index, row] of [...rows()].entries()) {
      const first = row.words[0] ?? ''
      const known = rowsByFirstWord.get(first)
      if (known) known.push({ row, index })
      else rowsByFirstWord.set(first, [{ row, index }])
    }
  }
  const byFirstWord = rowsByFirstWord
  return [...words]
    .flatMap(word => byFirstWord.get(word) ?? [])
    .sort((one, other) => one.index - other.index)
    .map(({ row }) => row)
}

export function weightsOf(name: NameWords): FoodWeights | undefined {
  const words = new Set(name.all)
  if ([...words].some(word => cookedWords.has(word))) words.add('cooked')
  const [first = [], ...others] = name.segments
  const segments = others.length > 0 && groups.test(first.join(' ')) ? others : [first]
  // A dry mix that has been prepared is no longer dry.
  const forms = words.has('prepared') ? [] : [...otherForms].filter(form => words.has(form))

  const matches: Match[] = []
  for (const row of rowsWithFirstWordOf(words)) {
    if (!row.words.every(word => words.has(word))) continue
    const match = placeOf(row, segments)
    if (match) matches.push(match)
  }
  matches.sort(
    (a, b) =>
      a.segment - b.segment ||
      b.position - a.position ||
      namedWords(b.row) - namedWords(a.row) ||
      b.row.states - a.row.states ||
      depthOf(a.row, name) - depthOf(b.row, name),
  )
  const [best] = matches
  if (best === undefined || !forms.every(form => best.row.words.includes(form))) return undefined
  const behind = segments[best.segment]?.slice(best.position + 1) ?? []
  return behind.every(word => trailing.has(word) || best.row.words.includes(word) || /\d/.test(word))
    ? best.row
    : undefined
}

/** "Macaroni and cheese, cooked" is macaroni cheese rather than cooked macaroni. */
const namedWords = ({ words, states }: Row): number => words.length - states

/** "Bread, pita, white" is pita bread rather than white bread: what comes first says more. */
function depthOf({ words }: Row, { all }: NameWords): number {
  const order = [...all]
  return Math.max(...words.map(word => order.indexOf(word)))
}

/** Where the name mentions the food: its last word, or any other if that one is only in a later part. */
function placeOf(row: Row, segments: string[][]): Match | undefined {
  for (const [segment, words] of segments.entries()) {
    const last = words.lastIndexOf(row.words.at(-1) ?? '')
    if (last !== -1) return { row, segment, position: last }
    const any = Math.max(
      ...row.words.filter(word => !stateWords.has(word)).map(word => words.lastIndexOf(word)),
    )
    if (any !== -1) return { row, segment, position: any }
  }
  return undefined
}

/** For tests and documentation. */
export const weighedFoods = (): FoodWeights[] => rows().filter(({ grams }) => grams.size > 0)
