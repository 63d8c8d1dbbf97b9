// What sitemaps list: foods, each file covering a range of their ids, and categories.

import { categoryTrail } from '../food/categories.ts'
import { pagePath } from '../food/page-path.ts'
import type { Database } from '../platform/database/pool.ts'

/** The maximum of https://www.sitemaps.org/protocol.html. */
const foodsPerSitemap = 50_000

// Takes about as long as rendering two pages.
const foodsPerChunk = 500

/** The list of a category begins with its most popular foods; a change of any of these changes the page. */
const foodsOnFirstPage = 24

interface ListedCategory {
  name: string
  /** When one of its most popular foods last changed. */
  updatedAt: Date
}

export interface ListedPage {
  path: string
  updatedAt: Date
}

/** The numbers of the sitemaps that contain a food, from 1. */
export async function listSitemaps(database: Database): Promise<number[]> {
  const { rows } = await database.query<{ part: number }>({
    name: 'sitemap-parts',
    text: `
      select part
        from generate_series(1::bigint, (select max(id) / $1::bigint + 1 from foods)) as part,
             lateral (
               select from foods where id > (part - 1) * $1 and id <= part * $1 order by id limit 1
             ) as first_food
        order by part`,
    values: [foodsPerSitemap],
  })
  return rows.map(({ part }) => part)
}

/** The foods of one sitemap by id, one chunk at a time. */
export async function* listPages(database: Database, part: number): AsyncGenerator<ListedPage[]> {
  const last = part * foodsPerSitemap
  for (let after = last - foodsPerSitemap; after < last; after += foodsPerChunk) {
    const { rows } = await database.query<{ id: number; name: string; updated_at: Date }>({
      name: 'sitemap-pages',
      text: 'select id, name, updated_at from foods where id > $1 and id <= $2 order by id',
      values: [after, Math.min(last, after + foodsPerChunk)],
    })
    if (rows.length > 0) {
      yield rows.map(({ id, name, updated_at }) => ({ path: pagePath(id, name), updatedAt: updated_at }))
    }
  }
}

/** Every category that lists foods, the largest first. */
export async function listCategories(database: Database): Promise<ListedCategory[]> {
  const { rows } = await database.query<{ name: string; updatedAt: Date | null }>({
    name: 'sitemap-categories',
    text: `
      select counted.category as name,
             (select max(updated_at)
                from (select updated_at from foods
                        where category = counted.category and is_group_best
                        order by popular_order, id limit ${foodsOnFirstPage}) as first_foods) as "updatedAt"
        from category_counts as counted
        order by counted.count desc, counted.category collate "C"`,
  })
  const newest = new Map<string, Date>()
  // The list of a category contains the foods of the categories below it.
  for (const { name, updatedAt } of rows) {
    if (updatedAt === null) continue
    for (const above of [name, ...categoryTrail(name)]) {
      const known = newest.get(above)
      if (known === undefined || known < updatedAt) newest.set(above, updatedAt)
    }
  }
  return rows.flatMap(({ name }) => {
    const updatedAt = newest.get(name)
    return updatedAt === undefined ? [] : { name, updatedAt }
  })
}
