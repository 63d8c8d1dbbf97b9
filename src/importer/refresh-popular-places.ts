// Merges everyday foods and products at the beginning of the popular order, because an estimate of how often people eat a food and the
// scans of a product cannot be compared (rule popular-order).
import type { Client } from 'pg'

/** They are the first foods of the popular order, so that the lists are the same after them. */
const maxPlaces = 5_000
const everydayFoodsPerProduct = 2

/** That of a food that people can log, sure and of no popularity (see foods.popular_order): others follow in the plain order. */
const popularOrderWithoutPopularity = '-4398046512104'

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshPopularPlaces(client: Client, foods: string): Promise<void> {
  await client.query(`
    delete from popular_places;
    insert into popular_places (place, food_id, category, has_image)
      select row_number() over (order by merged), id, category, image_url is not null
        from (select id, category, image_url,
                     case when is_everyday then number + (number - 1) / ${everydayFoodsPerProduct}
                          else number * ${everydayFoodsPerProduct + 1} end as merged
                from (select id, category, image_url, everyday_popularity is not null as is_everyday,
                             row_number() over (
                               partition by everyday_popularity is not null order by popular_order, id) as number
                        from (select * from ${foods}
                                where is_group_best and popular_order < ${popularOrderWithoutPopularity}
                                order by popular_order, id
                                limit ${maxPlaces}) as first_foods) as numbered) as merged_foods`)
}
