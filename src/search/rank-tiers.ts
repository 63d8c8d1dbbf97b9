// Foods are divided into tiers by static rank, so that a search reads the best ones first. Each tier has a separate partial
// index, and `search_foods` reads them in order; a test compares the migrated schema with this file.

const tierCount = 6
// The last tier has three quarters of the foods, and each better tier three quarters of the rest.
const shareOfBetterTiers = 0.25

/** Best first. */
export const rankTiers: readonly number[] = Array.from({ length: tierCount }, (_, tier) => tier)

/** Also holds every food that is not the best of its group, so that a search finds distinct foods first. */
export const lastTier = tierCount - 1

/** The percentiles of `rank_tier_thresholds`, ascending: the share of foods below each tier except the last. */
export const tierPercentiles: readonly number[] = rankTiers
  .slice(1)
  .map(tiersBelow => 1 - shareOfBetterTiers ** tiersBelow)
