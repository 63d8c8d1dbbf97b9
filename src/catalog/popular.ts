import { categoryWithDescendants } from '../food/categories.ts'
import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import type { Database } from '../platform/database/pool.ts'
import { anyTerm, filterColumns, passesTheseFilters, type SearchFilters } from '../search/filters.ts'
import { rankTiers } from '../search/rank-tiers.ts'

export interface PopularPage {
  limit: number
  offset: number
  /** Empty: foods of all categories. */
  category: string
  /** Only foods with an image. */
  withImage: boolean
  /** Null: no others. */
  filters?: SearchFilters | null
}

/** A page of the popular foods, one per group (rule popular-order). */
export function popularFoods(database: Database, page: PopularPage): Promise<Food[]> {
  return page.filters ? filteredFoods(database, page, page.filters) : foodsOfList(database, page)
}

/**
 * Read between two anchors, so deep pages are fast. The foods of popular_places are the first ones of every list, only in another order:
 * a page has as many of them as of the plain order.
 */
async function foodsOfList(database: Database, page: PopularPage): Promise<Food[]> {
  const { category, withImage, offset, limit } = page
  const isAll = category === ''
  const { rows } = await database.query<FoodRow>({
    name: `popular-foods-${withImage}-${isAll}`,
    text: `
      with ${anchors}, listed as (
        select listed.id, listed.popular_order
          from ${foodsBetweenAnchors(page, '$5', 'id, popular_order')} as listed
          order by listed.popular_order, listed.id
          offset $3 - (select position from start)
          limit $4
      ), page as materialized (
        (select food_id as id, place, null::bigint as popular_order
           from popular_places
           where true${withImage ? ' and has_image' : ''}${isAll ? '' : ' and category = any($5)'}
           order by place
           offset $3
           limit $4)
        union all
        select id, null, popular_order
          from listed
          where not exists (select from popular_places where food_id = listed.id)
      )
      select ${foodColumns}
        from page
        join foods using (id)
        ${withImage ? 'where image_url is not null' : ''}
        order by page.place, page.popular_order, id`,
    values: [category, withImage, offset, limit, ...(isAll ? [] : [categoryWithDescendants(category)])],
  })
  return rows.map(toFood)
}

/** So that a filter that few foods pass does not read the whole catalog (rule filtered-popular-foods). */
export const maxFoodsCompared = 10_000

const comparedColumns = [...new Set(['id', 'popular_order', ...Object.keys(filterColumns)])].join(', ')

/** There are too many combinations of filters for anchors of each, so every page compares foods from the first one on. */
async function filteredFoods(database: Database, page: PopularPage, filters: SearchFilters): Promise<Food[]> {
  const { category, withImage, offset, limit } = page
  const isAll = category === ''
  const conditions = ['$5::jsonb is not null', passesTheseFilters('$5::jsonb', filters)]
  const compared = filters.terms.length > 0 ? foodsWithTerms(page, filters) : foodsByPopularity(page)
  const { rows } = await database.query<FoodRow>({
    // The filters are mentioned because PostgreSQL rejects a parameter without any use.
    text: `
      with ${anchors}, page as materialized (
        select id, (select place from popular_places where food_id = compared.id), popular_order
          from (${compared} limit $4) as compared
          where ${conditions.filter(Boolean).join(' and ')}
          order by place, popular_order, id
          offset $6
          limit $7
      )
      select ${foodColumns}
        from page
        join foods using (id)
        order by page.place, page.popular_order, id`,
    values: [
      category,
      withImage,
      0,
      maxFoodsCompared,
      JSON.stringify(filters.sql),
      offset,
      limit,
      ...(isAll ? [] : [categoryWithDescendants(category)]),
    ],
  })
  return rows.map(toFood)
}

const foodsByPopularity = (page: PopularPage) => `
  select *
    from ${foodsBetweenAnchors(page, '$8', comparedColumns)} as listed
    order by popular_order, id`

/** Those of the best static rank. Terms consist of letters and digits, so they need no escaping. */
const foodsWithTerms = ({ category, withImage }: PopularPage, { terms }: SearchFilters) =>
  rankTiers
    .map(
      tier => `
        select ${comparedColumns}
          from foods
          where rank_tier = ${tier}
            and search_vector @@ $$${terms.map(anyTerm).join(' & ')}$$::tsquery
            and is_group_best${imageCondition(withImage)}${category === '' ? '' : ' and category = any($8)'}`,
    )
    .join(' union all ')

const imageCondition = (withImage: boolean) => (withImage ? ' and image_url is not null' : '')

/** The last anchor before position $3 of the list of category $1, and the first one $4 positions later. */
const anchors = `
  start as materialized (
    select position, popular_order, food_id
      from popular_page_anchors
      where category = $1 and has_image = $2 and position <= $3
      order by position desc
      limit 1
  ), stop as materialized (
    select popular_order, food_id
      from popular_page_anchors
      where category = $1 and has_image = $2 and position >= $3 + $4
      order by position
      limit 1
  )`

/** `categories` is the parameter with the category and its descendants. */
function foodsBetweenAnchors(
  { category, withImage }: PopularPage,
  categories: string,
  columns: string,
): string {
  const foods = (filter = '') => `
    (select ${columns}
       from foods
       where ${filter}is_group_best${imageCondition(withImage)}
         and (popular_order, id) >= ((select popular_order from start), (select food_id from start))
         and (popular_order, id) < (coalesce((select popular_order from stop), ${maxBigint}),
                                    coalesce((select food_id from stop), ${maxBigint}))
       order by popular_order, id)`
  if (category === '') return foods()
  // One index scan per category, because a single one over all of them would have to sort every food in them.
  return `
    (select listed.*
       from unnest(${categories}::text[]) as member (name)
       cross join lateral ${foods('category = member.name and ')} as listed)`
}

const maxBigint = '9223372036854775807'
