// How a query may be meant, the likeliest first. A reading is a query of its own; foods are shown in the order of the
// readings that find them. All scores are logarithms of likelihoods.
import { otherForms } from '../../food/words/forms.ts'
import { distance, errorsForgiven } from '../../food/words/nearness.ts'
import { costOfErrors } from '../../food/words/typing-errors.ts'
import { candidatesOfReading, isLikelyWithin, mostShown } from './find-foods.ts'
import { type Lexicon, splitsOf } from './lexicon.ts'
import type { TypedWord } from './typed.ts'

export interface Reading {
  /** A tsquery. */
  query: string
  /** The words it consists of; of several that would do the likeliest. */
  words: string[]
  score: number
  /** What the score becomes when it finds as many foods as it can. */
  ceiling: number
}

/** What may stand for a typed word: any of `words`, together with all of `and`. */
interface Option {
  words: string[]
  and?: string[]
  score: number
  /** How many foods hold it, at most. */
  foods: number
  /** How many are gone through for it; of two words those of both. */
  goneThrough?: number
}

interface Combination {
  parts: Option[]
  score: number
}

const mostReadings = 6
// Frequent words that never stand together cost most: the foods of each are gone through. So six of a query's words
// are looked up, the rarest, and further readings only as long as they have so many foods together (about 20 ms).
const wordsLookedUp = 6
const mostFoodsGoneThrough = 1_000_000
const mostOptions = 8
const mostCorrections = 4
const mostCompletions = 6
const mostSplits = 3

// The costs were chosen on the queries of `npm run bench:search`; docs/explanation/search.md shows what they do.
const asTyped = 1.5
// How much the number of foods that hold a word says about it: the foods of all words together are counted later.
const frequency = 0.8
const threeLettersOnly = 1
// A word of so many foods is no typing error of another, or only of one that is very much more frequent.
const surelyAWord = 20
const unfinished = 1
const correctedWhereUnfinished = 0.7
const otherForm = 3
const formOfFinished = 1.2
const split = 2
const fewestFoodsOfPart = 5
const joined = 1
// Two words of which one is none, and that are a word together, are hardly anything else.
const joinedFromNothing = -6

/** The likeliest first. */
export function readingsOf(typed: TypedWord[], lexicon: Lexicon): Reading[] {
  const combinations = [{ words: typed, score: 0 }, ...joinedSequences(typed, lexicon)].flatMap(
    ({ words, score }) =>
      combined(
        words.map((word, place) => optionsFor(word, place === words.length - 1, lexicon)),
        score,
      ),
  )
  const readings = new Map<string, Reading>()
  let gone = 0
  for (const combination of withoutHopeless(combinations.sort(byScore))) {
    const asked = rarest(combination.parts)
    const query = asked.map(term).join(' & ')
    if (readings.has(query)) continue
    gone += asked.reduce((sum, { foods, goneThrough = foods }) => sum + goneThrough, 0)
    if (readings.size === mostReadings || (readings.size > 0 && gone > mostFoodsGoneThrough)) break
    readings.set(query, {
      query,
      words: combination.parts.flatMap(({ words, and = [] }) => [...words.slice(0, 1), ...and]),
      score: combination.score,
      ceiling: ceilingOf(combination),
    })
  }
  return [...readings.values()]
}

function rarest(parts: Option[]): Option[] {
  const few = parts.toSorted((one, other) => one.foods - other.foods).slice(0, wordsLookedUp)
  return parts.filter(part => few.includes(part))
}

const rarestOf = ({ parts }: Combination) => Math.min(...parts.map(({ foods }) => foods))
/** No more foods than hold its rarest word. */
const mostFoodsOf = (combination: Combination) => Math.min(candidatesOfReading, rarestOf(combination))
const ceilingOf = (combination: Combination) =>
  combination.score + Math.log(Math.max(1, mostFoodsOf(combination)))

/** Of a single word it is known beforehand how many foods it finds, so that readings that would not show are not asked. */
function withoutHopeless(combinations: Combination[]): Combination[] {
  if (combinations.some(({ parts }) => parts.length > 1)) return combinations
  const best = Math.max(...combinations.map(ceilingOf))
  let enough = mostShown
  return combinations.filter(combination => {
    const isShown = ceilingOf(combination) > best - isLikelyWithin || enough > 0
    if (isShown) enough -= mostFoodsOf(combination)
    return isShown
  })
}

const byScore = (one: { score: number }, other: { score: number }) => other.score - one.score

function optionsFor({ word, isQuoted }: TypedWord, isLast: boolean, lexicon: Lexicon): Option[] {
  const foods = lexicon.foodsOf(word)
  const itself = foods > 0 || isQuoted ? [{ words: [word], score: asTyped, foods }] : []
  if (isQuoted) return itself
  const forms = otherForms(word).filter(form => lexicon.foodsOf(form) > 0)
  const completions = isLast ? completionsOf(word, foods, lexicon) : []
  const others = [
    ...completions,
    ...correctionsOf(word, foods, completions.length > 0, lexicon),
    ...(foods < fewestFoodsOfPart ? splitsInto(word, lexicon) : []),
    ...(forms.length > 0
      ? [{ words: forms, score: -otherForm, foods: Math.max(...forms.map(lexicon.foodsOf)) }]
      : []),
  ]
  return [...itself, ...others.sort(byScore)].slice(0, mostOptions)
}

/** How much likelier another word is than the typed one, by how many foods hold each. */
const gain = (other: number, typed: number) => frequency * Math.log(other / Math.max(1, typed))

function completionsOf(word: string, foods: number, lexicon: Lexicon): Option[] {
  // The plural of a finished word is another form of it, not what was meant to follow.
  const forms = foods > 0 ? otherForms(word) : []
  const cost = (longer: string) => (foods === 0 ? unfinished : forms.includes(longer) ? formOfFinished : 0)
  return lexicon.longer
    .filter(longer => longer.word.startsWith(word) && longer.word !== word)
    .slice(0, mostCompletions)
    .map(longer => ({
      words: [longer.word],
      score: gain(longer.foods, foods) - cost(longer.word),
      foods: longer.foods,
    }))
}

function correctionsOf(word: string, foods: number, mayBeUnfinished: boolean, lexicon: Lexicon): Option[] {
  const forgiven = errorsForgiven(word)
  if (forgiven === 0) return []
  const certainty = foods > surelyAWord ? Math.log(foods / surelyAWord) : 0
  // Three letters leave little to go by.
  const base =
    certainty + (mayBeUnfinished ? correctedWhereUnfinished : 0) + (word.length === 3 ? threeLettersOnly : 0)
  return lexicon
    .nearTo(word)
    .filter(near => near.word !== word && distance(word, near.word, forgiven) <= forgiven)
    .map(near => ({
      words: [near.word],
      score: gain(near.foods, foods) - base - costOfErrors(word, near.word),
      foods: near.foods,
    }))
    .sort(byScore)
    .slice(0, mostCorrections)
}

/** Two words that were typed as one: `organicpancake`. */
function splitsInto(word: string, lexicon: Lexicon): Option[] {
  return splitsOf(word)
    .map(([first, second]) => {
      const of = [lexicon.foodsOf(first), lexicon.foodsOf(second)]
      const foods = Math.min(...of)
      const score = Math.log(foods) - split
      return { words: [first], and: [second], score, foods, goneThrough: Math.max(...of) + foods }
    })
    .filter(({ foods }) => foods >= fewestFoodsOfPart)
    .sort(byScore)
    .slice(0, mostSplits)
}

/** One word that was typed as two: `made leine`. */
function joinedSequences(typed: TypedWord[], lexicon: Lexicon): { words: TypedWord[]; score: number }[] {
  return typed.slice(1).flatMap((second, at) => {
    const first = typed[at]
    if (first === undefined || first.isQuoted || second.isQuoted) return []
    const word = first.word + second.word
    const foods = lexicon.foodsOf(word)
    if (foods === 0) return []
    const apart = Math.min(lexicon.foodsOf(first.word), lexicon.foodsOf(second.word))
    const words = [...typed.slice(0, at), { word, isQuoted: true }, ...typed.slice(at + 2)]
    return [{ words, score: gain(foods, apart) - (apart === 0 ? joinedFromNothing : joined) }]
  })
}

/** The likeliest combinations of one option for each word. */
function combined(options: Option[][], start: number): Combination[] {
  let combinations: Combination[] = [{ parts: [], score: start }]
  for (const choices of options) {
    combinations = combinations
      .flatMap(({ parts, score }) =>
        choices.map(option => ({ parts: [...parts, option], score: score + option.score })),
      )
      .sort(byScore)
      .slice(0, mostReadings)
  }
  return combinations
}

// Folded words hold letters and digits only, so quoting them needs no escape.
function term({ words, and = [] }: Option): string {
  const any = words.map(word => `'${word}'`).join(' | ')
  return [words.length > 1 ? `(${any})` : any, ...and.map(word => `'${word}'`)].join(' & ')
}
