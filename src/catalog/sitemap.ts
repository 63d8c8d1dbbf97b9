// What sitemaps list: foods, each file covering a range of their ids, categories and brands.

import { categoryTrail } from '../food/categories.ts'
import { pagePath } from '../food/page-path.ts'
import type { Database } from '../platform/database/pool.ts'
import { minFoodsPerBrand } from './brands.ts'

/** The maximum of https://www.sitemaps.org/protocol.html. */
const foodsPerSitemap = 50_000

// Takes about as long as rendering two pages.
const foodsPerChunk = 500

/** The lists of a category or brand begin with its most popular foods; a change of any of these changes the page. */
const foodsOnFirstPage = 24

const brandsPerChunk = 200
/** Far below the 50,000 addresses that a sitemap may list. */
const maxBrands = 10_000

/** A category or brand. */
export interface ListedName {
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
export async function listCategories(database: Database): Promise<ListedName[]> {
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

/** The largest brands first, one chunk at a time. */
export async function* listBrandNames(database: Database): AsyncGenerator<ListedName[]> {
  for (let offset = 0; offset < maxBrands; offset += brandsPerChunk) {
    const { rows } = await database.query<{ name: string; updatedAt: Date | null }>({
      name: 'sitemap-brands',
      text: `
        select brand.name, newest.updated_at as "updatedAt"
          from (select name, normalized_brand, count from brand_counts
                  where count >= ${minFoodsPerBrand}
                  order by count desc, normalized_brand
                  limit $1 offset $2) as brand,
               lateral (
                 select max(updated_at) as updated_at
                   from (select updated_at from foods
                           where normalized_brand = brand.normalized_brand and normalized_brand <> '' and is_group_best
                           order by popular_order, id limit ${foodsOnFirstPage}) as first_foods
               ) as newest
          order by brand.count desc, brand.normalized_brand`,
      values: [brandsPerChunk, offset],
    })
    const listed = rows.flatMap(({ name, updatedAt }) => (updatedAt === null ? [] : { name, updatedAt }))
    if (listed.length > 0) yield listed
    if (rows.length < brandsPerChunk) return
  }
}
