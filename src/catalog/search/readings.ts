// How a query may be meant, the likeliest first. A reading is a query of its own; foods are shown in the order of the
// readings that find them. All scores are logarithms of likelihoods.
import { otherForms } from '../../food/words/forms.ts'
import { distance, errorsForgiven } from '../../food/words/nearness.ts'
import { candidatesOfReading, isLikelyWithin, mostShown } from './find-foods.ts'
import { type Lexicon, type LexiconWord, splitsOf } from './lexicon.ts'
import type { TypedWord } from './typed.ts'

export interface Reading {
  /** A tsquery. */
  query: string
  score: number
}

/** What may stand for a typed word: any of `words`, together with all of `and`. */
interface Option {
  words: string[]
  and?: string[]
  score: number
  /** How many foods hold it. */
  foods: number
}

interface Combination {
  parts: Option[]
  score: number
}

const mostReadings = 8
// Many words leave little doubt about each, and cost much together.
const manyWords = 6
const mostReadingsOfMany = 3
const mostOptions = 8
const mostCorrections = 4
const mostCompletions = 6
const mostSplits = 3

// The costs were chosen on the queries of `npm run bench:search`; docs/search.md shows what they do.
const asTyped = 1.3
// A word twenty times as frequent is as likely as one with an error less: the catalog has typing errors too.
const error = Math.log(20)
const swappedLetters = -1.5
const otherFirstLetter = 1.2
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
  const readings = new Map<string, number>()
  for (const { parts, score } of withoutHopeless(combinations.sort(byScore))) {
    const query = parts.map(term).join(' & ')
    if (!readings.has(query)) readings.set(query, score)
  }
  const most = typed.length < manyWords ? mostReadings : mostReadingsOfMany
  return [...readings].slice(0, most).map(([query, score]) => ({ query, score }))
}

/** Of a single word it is known beforehand how many foods it finds, so that readings that would not show are not asked. */
function withoutHopeless(combinations: Combination[]): Combination[] {
  const found = ({ parts }: Combination) => Math.min(candidatesOfReading, parts[0]?.foods ?? 0)
  if (combinations.some(({ parts }) => parts.length > 1)) return combinations
  const likelihood = (combination: Combination) =>
    combination.score + Math.log(Math.max(1, found(combination)))
  const best = Math.max(...combinations.map(likelihood))
  let enough = mostShown
  return combinations.filter(combination => {
    const isShown = likelihood(combination) > best - isLikelyWithin || enough > 0
    if (isShown) enough -= found(combination)
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
const gain = (other: number, typed: number) => Math.log(other) - (typed > 0 ? Math.log(typed) : 0)

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
  const base = certainty + (mayBeUnfinished ? correctedWhereUnfinished : 0)
  return lexicon.near
    .map(near => ({ near, errors: near.word === word ? Infinity : distance(word, near.word, forgiven) }))
    .filter(({ errors }) => errors <= forgiven)
    .map(({ near, errors }) => ({
      words: [near.word],
      score: gain(near.foods, foods) - base - costOfErrors(word, near, errors),
      foods: near.foods,
    }))
    .sort(byScore)
    .slice(0, mostCorrections)
}

/** Letters change places easily; the first one is seldom wrong; three letters leave little to go by. */
function costOfErrors(typed: string, { word }: LexiconWord, errors: number): number {
  return (
    errors * error +
    (errors === 1 && sorted(typed) === sorted(word) ? swappedLetters : 0) +
    (typed[0] === word[0] ? 0 : otherFirstLetter) +
    (typed.length === 3 ? threeLettersOnly : 0)
  )
}

const sorted = (word: string) => [...word].sort().join('')

/** Two words that were typed as one: `organicpancake`. */
function splitsInto(word: string, lexicon: Lexicon): Option[] {
  return splitsOf(word)
    .map(([first, second]) => ({
      words: [first],
      and: [second],
      foods: Math.min(lexicon.foodsOf(first), lexicon.foodsOf(second)),
    }))
    .filter(({ foods }) => foods >= fewestFoodsOfPart)
    .map(({ words, and, foods }) => ({ words, and, foods, score: Math.log(foods) - split }))
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
