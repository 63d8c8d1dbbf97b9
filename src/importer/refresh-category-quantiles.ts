// Rebuilds the quantiles of nutrients by category. Small syncs keep them: a few foods hardly move a quantile, and computing
// them takes a scan of the catalog.
import type { Client } from 'pg'
import { categories, categoryTrail } from '../food/categories.ts'
import { rankedNutrients } from '../food/category-rank.ts'
import { estimateSource } from '../food/sources.ts'

/** A rank among fewer foods is chance. */
const minFoods = 20

const trails = categories.flatMap(({ name }) =>
  categoryTrail(name).map((list, depth) => ({ category: name, list, depth })),
)

// Categories that are not canonical may remain from earlier imports; they are compared with themselves only.
const comparedWith = `(select * from unnest($1::text[], $2::text[], $3::int[]) as trails (category, list, depth))`
const comparedWithValues = [
  trails.map(({ category }) => category),
  trails.map(({ list }) => list),
  trails.map(({ depth }) => depth),
]

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshCategoryQuantiles(client: Client, foods: string): Promise<void> {
  await client.query('delete from category_quantiles')
  await client.query(
    `with compared_with as materialized ${comparedWith},
     quantiles as materialized (
       select coalesce(list, category) as list, nutrient, count(*) as foods,
              percentile_disc((select array_agg(percent / 100.0 order by percent) from generate_series(0, 100) as percent))
                within group (order by value) as quantiles
         from ${foods}
         left join compared_with using (category)
         cross join lateral (values ${rankedNutrients.map(nutrient => `('${nutrient}', ${nutrient})`).join(', ')})
           as each (nutrient, value)
         where is_group_best and category is not null and source <> '${estimateSource}' and value is not null
         group by 1, 2
         having count(*) >= ${minFoods}
     )
     insert into category_quantiles (category, nutrient, compared_category, foods, quantiles)
       select distinct on (category, nutrient) category, nutrient, list, foods, quantiles
         from (select category, list, depth from compared_with
               union all
               select list, list, 0 from quantiles where list not in (select category from compared_with)) as lists
         join quantiles using (list)
         order by category, nutrient, depth desc`,
    comparedWithValues,
  )
}
