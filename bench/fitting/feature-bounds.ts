// What the weights must satisfy, whatever the queries of the set say.
import { type FeatureName, featureNames } from '../../src/search/ranking/features.ts'
import type { Bound, Bounds } from './pairwise.ts'

const helps: Bound = { min: 0 }
const harms: Bound = { max: 0 }

const bounds: Partial<Record<FeatureName, Bound>> = {
  // The spelling queries of the large catalog need this much: `npm run bench:search` measures them.
  likelihood: { min: 6 },
  typed: helps,
  // Fewer words left out come first, except for small differences.
  kept: { min: 10 },
  // A synonym ranks a little below the typed word.
  synonym: { max: -1.5 },
  named: helps,
  named_exactly: helps,
  laboratory: helps,
  named_laboratory: helps,
  exact_forms: { min: 0.5 },
  coverage: helps,
  phrase: helps,
  category: helps,
  preference_met: { min: 1 },
  preference_missed: { max: -1 },
  // Among equal foods, one with a picture comes first (decision 30).
  image: { min: 0.5 },
  confidence: helps,
  popularity: { min: 1 },
  extra_words: harms,
  extra_states: harms,
  energy_distance: harms,
  energy_differs: harms,
  unusual_energy: harms,
}

/** By index of the feature. */
export function featureBounds(): Bounds {
  return new Map(
    featureNames.flatMap((name, index) => {
      const bound = bounds[name]
      return bound === undefined ? [] : [[index, bound] as const]
    }),
  )
}
