// Counts what people search for, what they open then and what finds nothing: evidence for the ranking. A
// query is stored only if several callers made it on a day.
import type { Redis } from 'ioredis'
import type { Database } from '../../platform/database/pool.ts'
import type { CountedKind } from './record.ts'
import { itemsPerStatement, storeDays } from './store-days.ts'

/** The items are queries, and what became of them. About 6 MB of Redis at most. */
export const searches: CountedKind = {
  subject: '{searches}',
  maxItemsPerCaller: 300,
  maxItemsPerDay: 50_000,
}

export interface CountedSearch {
  query: string
  /** The foods in the response, best first. */
  foodIds: readonly number[]
}

/** A query never contains the separator. */
export const searchItems = {
  asked: (query: string) => query,
  foundNothing: (query: string) => `${query}\t`,
  opened: (query: string, foodId: number) => `${query}\t${foodId}`,
}

const maxLength = 60
const maxDigits = 5
// No @, slash, colon or dot within a word: neither e-mail addresses nor links.
const countedText = /^(?:[\p{L}\p{M}\p{N} '’"&%,+()-]|\.(?=[ \d]|$))+$/u

/** Undefined if a normalized query is not counted, because it may be a personal detail, such as an address or a phone number, or a barcode. */
export function countedQuery(query: string): string | undefined {
  if (query.length > maxLength || !countedText.test(query)) return undefined
  return (query.match(/\p{N}/gu)?.length ?? 0) > maxDigits ? undefined : query
}

interface StoredSearch {
  query: string
  callers: number
  found_nothing: number
  opened: Record<string, number>
}

/** Queries of fewer callers on a day may say something about one of them. */
const minCallers = 5

export function storeSearches(redis: Redis, database: Database): Promise<void> {
  return storeDays(redis, searches, async (day, parts) => {
    const byQuery = new Map<string, StoredSearch>()
    for await (const part of parts) {
      for (const [item, callers] of part) {
        const [query = '', outcome] = item.split('\t')
        const search = byQuery.get(query) ?? { query, callers: 0, found_nothing: 0, opened: {} }
        byQuery.set(query, search)
        if (outcome === undefined) search.callers = callers
        else if (outcome === '') search.found_nothing = callers
        else search.opened[outcome] = callers
      }
    }
    const stored = [...byQuery.values()].filter(({ callers }) => callers >= minCallers)
    for (let start = 0; start < stored.length; start += itemsPerStatement)
      await storePart(database, day, stored.slice(start, start + itemsPerStatement))
  })
}

/** Fewer callers than stored are those of a Redis that has lost its data. */
async function storePart(database: Database, day: number, part: StoredSearch[]): Promise<void> {
  await database.query({
    name: 'store-searches',
    text: `
      insert into searches_by_day as stored (day, query, callers, found_nothing, opened)
        select date '1970-01-01' + $1::integer, query, callers, found_nothing, opened
          from jsonb_to_recordset($2::jsonb)
            as counted (query text, callers integer, found_nothing integer, opened jsonb)
          order by query
        on conflict (day, query) do update
          set (callers, found_nothing, opened) = (excluded.callers, excluded.found_nothing, excluded.opened)
          where excluded.callers >= stored.callers
            and (excluded.callers, excluded.found_nothing, excluded.opened)
                is distinct from (stored.callers, stored.found_nothing, stored.opened)`,
    values: [day, JSON.stringify(part)],
  })
}
