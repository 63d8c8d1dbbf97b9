// Foods are cut into tiers by their static_rank, so that a search looks at the best of them first. Each tier has a partial
// index of its own, and `search_foods` asks one after the other: a test holds the migrated schema against this.

const tierCount = 6
// The last tier has three quarters of the foods, and each one before it three quarters of what is left.
const shareOfBetterTiers = 0.25

/** The best first. */
export const rankTiers: readonly number[] = Array.from({ length: tierCount }, (_, tier) => tier)

/** The share of foods that lie below each tier but the last, ascending: what `rank_tier_thresholds` are the percentiles of. */
export const tierPercentiles: readonly number[] = rankTiers
  .slice(1)
  .map(tiersBelow => 1 - shareOfBetterTiers ** tiersBelow)
