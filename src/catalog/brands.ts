import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import type { Database } from '../platform/database/pool.ts'

export interface BrandCount {
  /** Its most frequent spelling. */
  name: string
  /** Foods with the same name and brand count once. */
  count: number
}

/** Brands with fewer foods are mostly misspellings and are not listed. */
export const minFoodsPerBrand = 5

export interface BrandPage {
  limit: number
  offset: number
}

/** The largest first. */
export async function listBrands(
  database: Database,
  { limit, offset }: BrandPage,
): Promise<{ brands: BrandCount[]; total: number }> {
  const [{ rows: brands }, { rows: totals }] = await Promise.all([
    database.query<BrandCount>({
      name: 'list-brands',
      text: `
        select name, count from brand_counts
          where count >= ${minFoodsPerBrand}
          order by count desc, normalized_brand
          limit $1 offset $2`,
      values: [limit, offset],
    }),
    database.query<{ total: number }>({
      name: 'number-of-brands',
      text: `select count(*) as total from brand_counts where count >= ${minFoodsPerBrand}`,
    }),
  ])
  return { brands, total: totals[0]?.total ?? 0 }
}

/** The largest whose words start with these. Reads listed brands, of which there are some ten thousand, until enough match. */
export async function findBrands(
  database: Database,
  prefixes: string[],
  limit: number,
): Promise<BrandCount[]> {
  const { rows } = await database.query<BrandCount>({
    name: 'find-brands',
    text: `
      select name, count from brand_counts
        where count >= ${minFoodsPerBrand}
          and ' ' || normalized_brand like all($1::text[])
        order by count desc, normalized_brand
        limit $2`,
    values: [prefixes.map(prefix => `% ${prefix.replace(/[\\%_]/g, '\\$&')}%`), limit],
  })
  return rows
}

/** A brand in any spelling, also one with few foods. */
export async function findBrand(
  database: Database,
  normalizedBrand: string,
): Promise<BrandCount | undefined> {
  const { rows } = await database.query<BrandCount>({
    name: 'find-brand',
    text: 'select name, count from brand_counts where normalized_brand = $1',
    values: [normalizedBrand],
  })
  return rows[0]
}

/** A page of its foods by popularity, one per group. */
export async function foodsOfBrand(
  database: Database,
  normalizedBrand: string,
  { limit, offset }: BrandPage,
): Promise<Food[]> {
  const { rows } = await database.query<FoodRow>({
    name: 'foods-of-brand',
    text: `
      with page as materialized (
        select id, popular_order
          from foods
          where normalized_brand = $1 and normalized_brand <> '' and is_group_best
          order by popular_order, id
          limit $2 offset $3
      )
      select ${foodColumns}
        from page
        join foods using (id)
        order by page.popular_order, id`,
    values: [normalizedBrand, limit, offset],
  })
  return rows.map(toFood)
}
