// What the catalog knows about typed words: itself, words that are nearly the same, words that begin with it.
import type { Database } from '../../database/pool.ts'
import { otherForms } from '../../food/words/forms.ts'
import { errorsForgiven, restsOf } from '../../food/words/nearness.ts'
import type { TypedWord } from './typed.ts'

export interface LexiconWord {
  word: string
  /** How many foods hold it. */
  foods: number
}

export interface Lexicon {
  /** Foods of a word; 0 when the catalog does not have it. */
  foodsOf(word: string): number
  /** Words that share a rest with a typed one. */
  near: LexiconWord[]
  /** The most frequent words that begin with the last one. */
  longer: LexiconWord[]
}

const mostNear = 3_000
const mostLonger = 40
const shortestPrefix = 2

export async function lookUp(database: Database, typed: TypedWord[]): Promise<Lexicon> {
  const forgiven = typed.filter(({ isQuoted }) => !isQuoted).map(({ word }) => word)
  const last = typed.at(-1)
  const prefix = last && !last.isQuoted && last.word.length >= shortestPrefix ? last.word : null
  const { rows } = await database.query<LexiconWord & { how: string }>({
    name: `look-up-${prefix === null ? 'none' : Math.min(prefix.length, 4)}`,
    text: `
      select 'known' as how, word, foods from lexicon where word = any($1)
      union all
      (select distinct 'near', word, foods from lexicon_rests where rest = any($2) limit ${mostNear})
      union all
      ${longerWords(prefix)}`,
    values: [
      [...new Set([...typed.map(({ word }) => word), ...wordsInside(forgiven)])],
      [
        ...new Set(
          forgiven.flatMap(word => (errorsForgiven(word) === 0 ? [] : restsOf(word, errorsForgiven(word)))),
        ),
      ],
      prefix,
    ],
  })
  const words = (how: string) => rows.filter(row => row.how === how)
  const known = new Map(words('known').map(({ word, foods }) => [word, foods]))
  return { foodsOf: word => known.get(word) ?? 0, near: words('near'), longer: words('longer') }
}

/** Short beginnings have too many words to sort, so indexes hold them in order. */
function longerWords(prefix: string | null): string {
  const begin =
    prefix === null
      ? 'false and $3::text is null'
      : prefix.length === 2
        ? 'left(word, 2) = $3'
        : prefix.length === 3
          ? 'left(word, 3) = $3'
          : `word > $3 and word < $3 || U&'\\+10FFFF'`
  return `(select 'longer', word, foods from lexicon where ${begin} order by foods desc, word limit ${mostLonger})`
}

const shortestPart = 2

/** Two typed words that may be one, parts of a word that may be two, and other forms of a word. */
function wordsInside(words: string[]): string[] {
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`)
  const parts = words.flatMap(word => splitsOf(word).flat())
  return [...joined, ...parts, ...words.flatMap(otherForms)]
}

export function splitsOf(word: string): [string, string][] {
  const splits: [string, string][] = []
  for (let at = shortestPart; at <= word.length - shortestPart; at++)
    splits.push([word.slice(0, at), word.slice(at)])
  return word.length < 2 * shortestPart + 1 ? [] : splits
}
