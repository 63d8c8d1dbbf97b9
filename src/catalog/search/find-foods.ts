import { foodColumns } from '../row.ts'

// As in migrations/0004_search.sql.
const tiers = Array.from({ length: 12 }, (_, tier) => tier)

/** What one reading, and what all of them, look at; more changes the answer little and takes longer. */
export const candidatesOfReading = 100
const candidates = 300

// Of the first ten, the likeliest reading has seven places and each other likely one has one, so that a guess that is
// wrong does not hide what was meant.
const placesOfFirst = 7
const placesOfOthers = 1
/** As logarithms: a reading that is e³ times less likely than the best one waits. */
export const isLikelyWithin = 3
/** No answer has more (spec 2.2). */
export const mostShown = 50

/**
 * With a source there is a statement of its own: one for both would be planned anew each time.
 *
 * $1 limit, $2 source or null, $3 barcodes, $4 the whole query, $5 the plain food it names or null, $6 all words as
 * typed, $7 readings as tsqueries, the likeliest first, $8 their scores.
 *
 * A reading counts for more the more foods it finds. The foods of a tier lie in the order of their standing, and tiers
 * are visited from the best until a reading has enough.
 */
const statement = (hasSource: boolean): string => `
  with found as (
    (select 0 as reading, 0 as score, id, standing, popularity from foods
      where barcode = any($3) and ${hasSource ? 'source = $2' : '$2::text is null'})
    union all
    (select 1, 0, id, standing, popularity from foods
      where left(folded_name, 400) = left($4, 400)${hasSource ? ' and source = $2' : ''}
      order by standing desc, id limit $1)
    union all
    (select 2, 0, id, standing, popularity from foods
      where plain_name = $5 and words @@ $6::tsquery${hasSource ? ' and source = $2' : ''}
      order by standing desc, id limit $1)
    union all
    (select 2 + readings.reading, readings.score, matching.id, matching.standing, matching.popularity
      from unnest($7::tsquery[], $8::float8[]) with ordinality as readings (query, score, reading)
      cross join lateral (
        ${tiers
          .map(
            tier =>
              `(select id, standing, popularity from foods where tier = ${tier} and words @@ readings.query${hasSource ? ' and source = $2' : ''})`,
          )
          .join('\n        union all ')}
        limit ${candidatesOfReading}
      ) as matching
      limit ${candidates})
  ),
  ranked_readings as (
    select reading, row_number() over (order by score desc, reading) as rank,
           score > max(score) over () - ${isLikelyWithin} as is_likely
      from (select reading, max(score) + ln(count(*)) as score from found where reading > 2 group by reading) as scored
  ),
  -- Each food once, where it stands best: by its barcode, its whole name or its plain name, or by a reading.
  best as (
    select distinct on (id) id, standing, popularity, least(reading, 3) as match,
           coalesce(rank, 1) as rank, coalesce(is_likely, true) as is_likely
      from found left join ranked_readings using (reading)
      order by id, coalesce(rank, 0), reading
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

export const findFoods = statement(false)
export const findFoodsOfSource = statement(true)
