// The engines that can answer a search's candidate queries instead of PostgreSQL, each loaded from a catalog of Larder.
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { type Candidate, maxHitsCounted, maxHitsOf, scoreMargin } from '../../src/search/query/candidates.ts'
import { maxHitsPerKey, type Retrieved, type RetrieveFoods } from '../../src/search/query/retrieve/engine.ts'
import { parseFoundFood } from '../../src/search/ranking/found-food.ts'

export interface Engine {
  retrieveFoods: RetrieveFoods
  /** CPU time of its servers so far, without the node. */
  cpuSeconds(): Promise<number>
  /** Of all files that searches read. */
  bytes: number
  stop(): Promise<void>
}

/** Builds the index and starts the servers. */
export type StartEngine = (databaseUrl: string, folder: string) => Promise<Engine>

/** One statement of an engine that has no function to run all candidates: the lines of the foods that match, best first. */
export interface WordQuery {
  /** Terms of names and brands: quoted words, `&`, `|` and parentheses. */
  words?: string
  /** One of them names the food. */
  keys?: string[]
  /** What the name starts with. */
  namePrefix?: string
  limit: number
}

const nutrients = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g', 'sugar_g', 'fiber_g', 'sodium_mg']

/** Stands for the tabs of a line in formats that use tabs themselves. */
const separator = '\x1f'

/**
 * The foods in the order in which searches examine them: position, id, whether it is the best of its group, terms, hashed name keys,
 * name, and the line that the ranking reads, with all nutrients instead of the preferred one.
 */
const foodsInOrder = (condition: string) => `
  select row_number() over (order by rank_tier, static_rank desc, id), id, is_group_best::integer,
         normalized_name || ' ' || normalized_brand,
         coalesce((select string_agg('k' || left(md5(key), 15), ' ') from unnest(name_keys) as key), ''),
         normalized_name,
         translate(search_line(id, source, static_rank, calories_kcal, category, name_keys, normalized_name, normalized_brand, null),
           e'\\t', e'\\x1f') || concat_ws('|', ${nutrients.map(name => `coalesce(${name}::text, '')`).join(', ')})
    from foods where ${condition} order by 1`

export const copyFoods = (condition = 'true') => `copy (${foodsInOrder(condition)}) to stdout;`

/** One line for each food, its values separated by tabs. */
export function readFoods(databaseUrl: string, condition?: string): Readable {
  return spawn('psql', ['-XqAt', databaseUrl, '-c', copyFoods(condition)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  }).stdout
}

export const hashedKey = (key: string, md5: (text: string) => string) => `k${md5(key).slice(0, 15)}`

/** The same rules as those of `search_foods`, for an engine that answers one statement at a time. */
export function retrieveOneByOne(
  version: string,
  find: (query: WordQuery) => Promise<string[]>,
): RetrieveFoods {
  return async (_database, { queries, named, filters }) => {
    if (filters !== null) throw new Error('the engines are compared without filters')
    const nutrient = preferredNutrient([...queries, ...named])
    const retrieved: Retrieved = { version, foods: new Map(), ids: queries.map(() => []), byKey: [] }
    const keep = (lines: string[], ids: number[]) => {
      for (const line of lines) {
        const food = parseFoundFood(withPreferred(line, nutrient))
        retrieved.foods.set(food.id, food)
        ids.push(food.id)
      }
    }
    const limit = maxHitsPerKey
    const plain = named.map(({ keys }) => keys.plain)
    const inState = named.flatMap(({ keys }) => keys.inState ?? [])
    const states = [...new Set(inState.flatMap(({ states }) => states))]
    const starting = queries.findIndex(({ namePrefix }) => namePrefix !== null)
    const namePrefix = queries[starting]?.namePrefix
    await Promise.all([
      plain.length > 0 &&
        find({ keys: [...new Set(plain)], limit }).then(lines => keep(lines, retrieved.byKey)),
      states.length > 0 &&
        find({
          keys: [...new Set(inState.map(({ key }) => key))],
          words: states.map(state => `'${state}'`).join(' | '),
          limit,
        }).then(lines => keep(lines, retrieved.byKey)),
      namePrefix && find({ namePrefix, limit }).then(lines => keep(lines, retrieved.ids[starting] ?? [])),
    ])
    let best = Number.NEGATIVE_INFINITY
    let maxHits = 0
    for (const [index, candidate] of queries.entries()) {
      const margin = scoreMargin * (maxHits >= maxHitsCounted ? 1 : 2)
      if (candidate.maxScore <= best - margin) continue
      const lines = await find({ words: candidate.tsquery, limit: maxHitsOf(candidate, index) })
      if (lines.length === 0) continue
      keep(lines, retrieved.ids[index] ?? [])
      best = Math.max(best, candidate.score + Math.log(Math.min(lines.length, maxHitsCounted)))
      maxHits = Math.max(maxHits, lines.length)
    }
    return retrieved
  }
}

const preferredNutrient = (candidates: Candidate[]) =>
  candidates.flatMap(({ reading }) => reading.preferences).find(({ nutrient }) => nutrient !== null)
    ?.nutrient ?? null

function withPreferred(line: string, nutrient: string | null): string {
  const fields = line.split(separator)
  const values = fields.pop()?.split('|') ?? []
  return [...fields, nutrient === null ? '' : (values[nutrients.indexOf(nutrient)] ?? '')].join('\t')
}
