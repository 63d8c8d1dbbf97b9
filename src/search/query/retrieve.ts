import { foodColumns } from '../../food/food-row.ts'
import { filterCondition } from '../filters.ts'

/** Foods examined per candidate query; more changes the answer little and takes longer. */
export const maxHitsPerCandidate = 100

// Of the first ten results the likeliest candidate gets seven and every other likely one gets one, so that a wrong
// guess does not hide what was meant.
const resultsOfFirstCandidate = 7
const resultsOfOtherCandidates = 1
/** In log-likelihood: candidates that are e³ times less likely than the best are shown last. */
export const scoreMargin = 3
/** The maximum `limit` of a search (spec 2.2). */
export const maxResults = 50

/**
 * $1 limit, $2 filters as jsonb, $3 barcodes, $4 the normalized query, $5 candidates as tsqueries, the likeliest first,
 * $6 their scores, $7 their maximum scores, $8 the generic food that each candidate names, or null.
 *
 * A candidate's score grows with the number of foods that it finds.
 */
export const retrieveFoods = `
  with found as (
    select null::integer as candidate, null::float8 as score, 0 as match, id, group_key, static_rank, popularity
      from foods
      where id in (select id from foods where barcode = any($3)
                   union all
                   select food_id from superseded_records where barcode = any($3))
        and ${filterCondition('$2::jsonb')}
    union all
    (select null, null, 1, id, group_key, static_rank, popularity
      from foods
      where left(normalized_name, 400) = left($4, 400) and ${filterCondition('$2::jsonb')}
        and (is_group_best or $2::jsonb <> '{}')
      order by static_rank desc, id limit $1)
    union all
    select candidate, score, case when is_generic then 2 else 3 end, id, group_key, static_rank, popularity
      from search_foods(
        $5::tsquery[], $6::float8[], $7::float8[], $8::text[], $2::jsonb,
        $1::integer, ${maxHitsPerCandidate}, ${scoreMargin})
  ),
  ranked_candidates as (
    select candidate, row_number() over (order by score desc, candidate) as rank,
           score > max(score) over () - ${scoreMargin} as is_likely
      from (select candidate, max(score) + ln(count(*)) as score from found where match = 3 group by candidate) as scored
  ),
  -- Each food once, at its best: by its barcode or whole name, otherwise by its likeliest candidate.
  best as (
    select distinct on (id) id, group_key, static_rank, popularity, match,
           coalesce(rank, 1) as rank, coalesce(is_likely, true) as is_likely
      from found left join ranked_candidates using (candidate)
      order by id, coalesce(rank, 0), match
  ),
  -- Of foods that a reader cannot tell apart, all but the best come after all distinct foods.
  grouped as (
    select *,
           row_number() over (partition by group_key order by rank, match, static_rank desc, popularity desc, id) > 1
             as is_repeat
      from best
  ),
  positioned as (
    select id, rank, is_likely, is_repeat,
           row_number() over (
             partition by rank, is_repeat order by match, static_rank desc, popularity desc, id) as position
      from grouped
  ),
  chosen as (
    select id, rank, position, is_repeat,
           not is_likely
             or position > case when rank = 1 then ${resultsOfFirstCandidate} else ${resultsOfOtherCandidates} end
             as is_deferred
      from positioned
      order by is_repeat, is_deferred, rank, position
      limit $1
  )
  select ${foodColumns}
    from chosen join foods using (id)
    order by is_repeat, is_deferred, rank, position`
