// Foods that a reader cannot tell apart, because their name and brand are the same, are a group. Search and lists show
// the best food of a group once (rule equal-entries).
import { lastTier } from '../search/rank-tiers.ts'

/** An everyday food is the best of its group: others of its name have the same values, but nobody chose them. */
export const groupRank = (foods: string) =>
  `row_number() over (partition by ${foods}.group_key
                      order by ${foods}.everyday_popularity desc nulls last, ${foods}.static_rank desc, ${foods}.id)`

export const tierOf = (
  isBest: string,
  staticRank: string,
  thresholds = '(select rank_tier_thresholds from catalog_stats)',
) => `
  (case when ${isBest} then rank_tier_of(${staticRank}, ${thresholds})
        else ${lastTier} end)::smallint`
