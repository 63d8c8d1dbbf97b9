// One search in a straight line: the typed words, what the catalog knows about them, how they may be meant, and the
// foods that each reading finds, best first. docs/explanation/search.md draws it.
import type { Database } from '../../database/pool.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { plainWords } from '../../food/words/plain-name.ts'
import { type FoodRow, toFood } from '../row.ts'
import { findFoods } from './find-foods.ts'
import { lookUp } from './lexicon.ts'
import { readingsOf } from './readings.ts'
import { typedWords, wholeQuery } from './typed.ts'

export interface SearchRequest {
  q: string
  limit: number
  source: 'off' | 'ai_estimate' | undefined
}

/** Runs a phase of the search and looks at how long it takes. */
export type WatchSearch = <T>(phase: 'lexicon' | 'readings' | 'foods', work: () => T) => T

/** Foods whose name and brand hold the typed words, best first. */
export async function searchFoods(
  database: Database,
  request: SearchRequest,
  watch: WatchSearch = (_phase, work) => work(),
): Promise<Food[]> {
  const { q, limit, source } = request
  const typed = typedWords(q)
  if (typed.length === 0) return []
  const lexicon = await watch('lexicon', () => lookUp(database, typed))
  const readings = watch('readings', () => readingsOf(typed, lexicon))
  const { rows } = await watch('foods', () =>
    database.query<FoodRow>({
      name: 'find-foods',
      text: findFoods,
      values: [
        limit,
        source ?? null,
        barcodesIn(q),
        wholeQuery(q),
        // Few foods are estimates, so the index looks for them; of the many others a look at each is cheaper.
        readings.map(({ query }) => (source === 'ai_estimate' ? `${query} & '@${source}'` : query)),
        readings.map(({ score }) => score),
        readings.map(({ ceiling }) => ceiling),
        readings.map(({ words }) => plainWords(words)),
      ],
    }),
  )
  return rows.map(toFood)
}

const barcodesIn = (q: string): string[] => (/^[\d\s-]{8,20}$/.test(q.trim()) ? barcodeCandidates(q) : [])
