// The brands and how many foods each has. Like every list, they count only the best food of a group.
import type { Client } from 'pg'

const hasBrand = `is_group_best and brand is not null and normalized_brand <> ''`

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshBrandCounts(client: Client, foods: string): Promise<void> {
  await client.query('delete from brand_counts')
  await client.query(`
    insert into brand_counts (normalized_brand, name, count)
      select distinct on (normalized_brand) normalized_brand, brand, sum(foods) over (partition by normalized_brand)
        from (select normalized_brand, brand, count(*) as foods
                from ${foods}
                where ${hasBrand}
                group by normalized_brand, brand) as spellings
        order by normalized_brand, foods desc, brand collate "C"`)
}

/** After a small change, by the difference between the affected foods before and after it. Brands keep their spelling. */
export async function updateBrandCounts(client: Client): Promise<void> {
  await client.query(`
    insert into brand_counts (normalized_brand, name, count)
      select normalized_brand, min(brand collate "C"), sum(difference)
        from touched_foods
        where ${hasBrand}
        group by normalized_brand
        having sum(difference) <> 0
      on conflict (normalized_brand) do update set count = brand_counts.count + excluded.count;
    delete from brand_counts
      where count <= 0 and normalized_brand in (select normalized_brand from touched_foods)`)
}
