// Runs queries in process and keeps every food that the search ranked, with its features and whether it is right.
import { type FoodRow, foodColumns } from '../../src/food/food-row.ts'
import type { Database } from '../../src/platform/database/pool.ts'
import { rankedSearch } from '../../src/search/query/search.ts'
import { featureNames } from '../../src/search/ranking/features.ts'
import { createVocabularyCache } from '../../src/search/vocabulary/vocabulary-cache.ts'
import type { RankedQuery } from './ranked-queries.ts'

const resultsPerPage = 10
const maxFoodsPerQuery = 250

export interface FittedQuery extends Omit<RankedQuery, 'foods'> {
  isRight(food: FoodRow): boolean
}

export async function runQueries(database: Database, queries: FittedQuery[]): Promise<RankedQuery[]> {
  const vocabularies = createVocabularyCache(database)
  const results: RankedQuery[] = []
  for (const { query, kind, group, isRight } of queries) {
    const { ranked } = await rankedSearch(database, { q: query, limit: resultsPerPage }, { vocabularies })
    const shown = ranked.filter(({ isRepeat }) => !isRepeat).slice(0, maxFoodsPerQuery)
    const { rows } = await database.query<FoodRow>({
      text: `select ${foodColumns} from foods where id = any($1)`,
      values: [shown.map(({ food }) => food.id)],
    })
    const foods = new Map(rows.map(row => [row.id, row]))
    results.push({
      query,
      kind,
      group,
      foods: shown.map(({ food, level, features }) => {
        const row = foods.get(food.id)
        return {
          features: featureNames.map(name => features[name]),
          level,
          right: row !== undefined && isRight(row),
        }
      }),
    })
  }
  return results
}
