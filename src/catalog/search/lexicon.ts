// What the catalog knows about typed words: itself, words that are nearly the same, words that begin with it.
import type { Database } from '../../database/pool.ts'
import { otherForms } from '../../food/words/forms.ts'
import { errorsForgiven, restsOf } from '../../food/words/nearness.ts'
import type { TypedWord } from './typed.ts'

interface LexiconWord {
  word: string
  /** How many foods hold it. */
  foods: number
}

export interface Lexicon {
  /** Foods of a word; 0 when the catalog does not have it. */
  foodsOf(word: string): number
  /** Words that share a rest with the typed one. */
  nearTo(typed: string): LexiconWord[]
  /** The most frequent words that begin with the last one. */
  longer: LexiconWord[]
}

const mostNear = 3_000
// No other word is so much more frequent than one of so many foods that it could be an error for it.
const neverMistyped = 200
const mostLonger = 40
const shortestPrefix = 2

export async function lookUp(database: Database, typed: TypedWord[]): Promise<Lexicon> {
  const forgiven = typed.filter(({ isQuoted }) => !isQuoted).map(({ word }) => word)
  const rests = forgiven
    .filter(word => errorsForgiven(word) > 0)
    .flatMap(word => restsOf(word, errorsForgiven(word)).map(rest => ({ rest, word })))
  const last = typed.at(-1)
  const prefix = last && !last.isQuoted && last.word.length >= shortestPrefix ? last.word : null
  const { rows } = await database.query<LexiconWord & { how: string; typed: string | null }>({
    name: `look-up-${prefix === null ? 'none' : Math.min(prefix.length, 4)}`,
    text: `
      select 'known' as how, null as typed, word, foods from lexicon where word = any($1)
      union all
      (select distinct 'near', asked.typed, near.word, near.foods
        from unnest($2::text[], $3::text[]) as asked (rest, typed)
        join lexicon_rests as near on near.rest = asked.rest
        where asked.typed not in (select word from lexicon where word = any($1) and foods >= ${neverMistyped})
        limit ${mostNear})
      union all
      ${longerWords(prefix)}`,
    values: [
      [...new Set([...typed.map(({ word }) => word), ...wordsInside(forgiven)])],
      rests.map(({ rest }) => rest),
      rests.map(({ word }) => word),
      prefix,
    ],
  })
  const words = (how: string) => rows.filter(row => row.how === how)
  const known = new Map(words('known').map(({ word, foods }) => [word, foods]))
  const near = Map.groupBy(words('near'), row => row.typed)
  return {
    foodsOf: word => known.get(word) ?? 0,
    nearTo: typed => near.get(typed) ?? [],
    longer: words('longer'),
  }
}

/** Short beginnings have too many words to sort, so indexes hold them in order. */
function longerWords(prefix: string | null): string {
  return `(select 'longer', null, word, foods from lexicon
        where ${beginsWith(prefix)} order by foods desc, word limit ${mostLonger})`
}

function beginsWith(prefix: string | null): string {
  if (prefix === null) return 'false and $4::text is null'
  if (prefix.length <= 3) return `left(word, ${prefix.length}) = $4`
  return `word > $4 and word < $4 || U&'\\+10FFFF'`
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
