import type { Database } from '../database/pool.ts'
import { foldedWords } from '../food/fold.ts'
import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from './row.ts'

export interface SearchRequest {
  q: string
  limit: number
  source: 'off' | 'ai_estimate' | undefined
}

const codePointsUsed = 200
const wordsUsed = 12

/** Foods whose name and brand hold the typed words, best first. */
export async function searchFoods(database: Database, request: SearchRequest): Promise<Food[]> {
  // Only the first 200 code points count (decision 4).
  const typed = foldedWords(Array.from(request.q).slice(0, codePointsUsed).join(''))
  const words = [...new Set(typed)].slice(0, wordsUsed)
  if (words.length === 0) return []
  const corrections = await correctWords(database, words)
  const { rows } = await database.query<FoodRow>({
    name: 'search-foods',
    text: `
      select ${foodColumns}
        from foods
        where words @@ $4::tsquery and ($5::text is null or source = $5)
        order by
          -- How well the words match comes first: decision 30.
          case when folded_name = $1 then 0
               when words @@ $2::tsquery then 1
               when words @@ $3::tsquery then 2
               else 3 end,
          -- Label data that is complete, then sparse, then estimates.
          case when source = 'ai_estimate' then 2
               when num_nulls(calories_kcal, protein_g, fat_g, carbs_g) > 0 then 1
               else 0 end,
          image_url is null,
          confidence desc,
          popularity desc,
          id
        limit $6`,
    values: [
      typed.join(' '),
      allOf(words.map(lexeme)),
      allOf(words.map((word, place) => (place === words.length - 1 ? prefix(word) : lexeme(word)))),
      allOf(
        words.map((word, place) =>
          anyOf([
            place === words.length - 1 ? prefix(word) : lexeme(word),
            ...(corrections.get(word) ?? []).map(lexeme),
          ]),
        ),
      ),
      request.source ?? null,
      request.limit,
    ],
  })
  return rows.map(toFood)
}

/** For each word that no food holds, the words of the catalog that look most like it. */
async function correctWords(database: Database, words: string[]): Promise<Map<string, string[]>> {
  const { rows } = await database.query<{ typed: string; corrections: string[] }>({
    name: 'correct-words',
    text: `
      select typed, array(
          select word
            from lexicon
            where word % typed
            order by similarity(word, typed) desc, foods desc, word collate "C"
            limit 3
        ) as corrections
        from unnest($1::text[]) as typed
        where length(typed) >= 4
          and not exists (select from lexicon where word = typed)`,
    values: [words],
  })
  return new Map(rows.map(row => [row.typed, row.corrections]))
}

// Folded words hold letters and digits only, so quoting them needs no escape.
const lexeme = (word: string) => `'${word}'`
const prefix = (word: string) => `'${word}':*`
const anyOf = (terms: string[]) => `(${terms.join(' | ')})`
const allOf = (terms: string[]) => terms.join(' & ')
