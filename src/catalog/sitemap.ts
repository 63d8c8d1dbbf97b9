// All foods in parts of at most as many as a sitemap may list, by ranges of their ids.

import { pagePath } from '../food/page-path.ts'
import type { Database } from '../platform/database/pool.ts'

/** https://www.sitemaps.org/protocol.html: no sitemap has more. */
const foodsOfPart = 50_000

// Small enough that other requests get their turn in between.
const foodsOfChunk = 2_500

export interface ListedPage {
  path: string
  updatedAt: Date
}

/** The numbers of the parts that hold a food, from 1. */
export async function listParts(database: Database): Promise<number[]> {
  const { rows } = await database.query<{ part: number }>({
    name: 'sitemap-parts',
    text: `
      select part
        from generate_series(1::bigint, (select max(id) / $1::bigint + 1 from foods)) as part,
             lateral (
               select from foods where id > (part - 1) * $1 and id <= part * $1 order by id limit 1
             ) as first_food
        order by part`,
    values: [foodsOfPart],
  })
  return rows.map(({ part }) => part)
}

/** The foods of one part in the order of their ids, a chunk at a time. */
export async function* listPages(database: Database, part: number): AsyncGenerator<ListedPage[]> {
  const last = part * foodsOfPart
  for (let after = last - foodsOfPart; after < last; after += foodsOfChunk) {
    const { rows } = await database.query<{ id: number; name: string; updated_at: Date }>({
      name: 'sitemap-pages',
      text: 'select id, name, updated_at from foods where id > $1 and id <= $2 order by id',
      values: [after, Math.min(last, after + foodsOfChunk)],
    })
    if (rows.length > 0) {
      yield rows.map(({ id, name, updated_at }) => ({ path: pagePath(id, name), updatedAt: updated_at }))
    }
  }
}
