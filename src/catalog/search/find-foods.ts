import { foodColumns } from '../row.ts'

/** What one reading looks at; more changes the answer little and takes longer. */
export const candidatesOfReading = 100

// Of the first ten, the likeliest reading has seven places and each other likely one has one, so that a guess that is
// wrong does not hide what was meant.
const placesOfFirst = 7
const placesOfOthers = 1
/** As logarithms: a reading that is e³ times less likely than the best one waits. */
export const isLikelyWithin = 3
/** No answer has more (spec 2.2). */
export const mostShown = 50

/**
 * $1 limit, $2 source or null, $3 barcodes, $4 the whole query, $5 readings as tsqueries, the likeliest first, $6 their
 * scores, $7 the most these can become, $8 the plain food that each reading names, or null.
 *
 * A reading counts for more the more foods it finds.
 */
export const findFoods = `
  with found as (
    select null::integer as reading, null::float8 as score, 0 as match, id, standing, popularity
      from foods
      where barcode = any($3) and ($2::text is null or source = $2)
    union all
    (select null, null, 1, id, standing, popularity
      from foods
      where left(folded_name, 400) = left($4, 400) and ($2::text is null or source = $2)
      order by standing desc, id limit $1)
    union all
    select reading, score, case when is_plain then 2 else 3 end, id, standing, popularity
      from foods_of_readings(
        $5::tsquery[], $6::float8[], $7::float8[], $8::text[], $2,
        $1::integer, ${candidatesOfReading}, ${isLikelyWithin})
  ),
  ranked_readings as (
    select reading, row_number() over (order by score desc, reading) as rank,
           score > max(score) over () - ${isLikelyWithin} as is_likely
      from (select reading, max(score) + ln(count(*)) as score from found where match = 3 group by reading) as scored
  ),
  -- Each food once, where it stands best: by its barcode or its whole name, or else by its likeliest reading.
  best as (
    select distinct on (id) id, standing, popularity, match,
           coalesce(rank, 1) as rank, coalesce(is_likely, true) as is_likely
      from found left join ranked_readings using (reading)
      order by id, coalesce(rank, 0), match
  ),
  placed as (
    select id, rank, is_likely,
           row_number() over (partition by rank order by match, standing desc, popularity desc, id) as place
      from best
  ),
  chosen as (
    select id, rank, place,
           not is_likely or place > case when rank = 1 then ${placesOfFirst} else ${placesOfOthers} end as is_later
      from placed
      order by is_later, rank, place
      limit $1
  )
  select ${foodColumns}
    from chosen join foods using (id)
    order by is_later, rank, place`
