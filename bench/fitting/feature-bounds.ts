// What the weights must satisfy, whatever the queries of the set say.
import { type FeatureName, featureNames } from '../../src/search/ranking/features.ts'
import type { Bound, Bounds } from './pairwise.ts'

const helps: Bound = { min: 0 }
const harms: Bound = { max: 0 }

const bounds: Partial<Record<FeatureName, Bound>> = {
  // The spelling queries of the large catalog need this much: `npm run bench -- search` measures them.
  likelihood: { min: 6 },
  // A misspelt name in the catalog must not hide the food: how likely the typed words are is in `likelihood`.
  typed: { min: 0, max: 0.3 },
  // Fewer words left out come first, except for small differences.
  kept: { min: 10 },
  // A synonym ranks a little below the typed word.
  synonym: { max: -1.5 },
  named: helps,
  // "Bananas" before "Banana bread", also for `banana`: more than `exact_forms` can be worth.
  named_in_other_form: { min: 3 },
  named_exactly: { min: 2 },
  laboratory: helps,
  named_laboratory: { min: 1.3 },
  named_by_trademark: { max: -8 },
  // The names in other languages are as good as the one shown.
  other_name: { min: -0.5, max: 0 },
  exact_forms: { min: 0, max: 2.7 },
  linking_words: helps,
  coverage: { min: 1.6 },
  phrase: helps,
  category: helps,
  preference_met: { min: 1 },
  preference_missed: { max: -1 },
  constraint_met: { min: 1 },
  main_food: { max: -0.5 },
  // Among equal foods, one with a picture comes first (rule data-order).
  image: { min: 0.5 },
  confidence: helps,
  // Everyday foods come first for the words that people say: the queries of the sets have too few of them.
  popularity: { min: 11 },
  in_name: helps,
  unasked_brand: harms,
  extra_words: harms,
  extra_states: harms,
  // What the people queries alone ask for: the spelling queries know nothing of energy and would dilute it.
  energy_distance: { max: -3.8 },
  energy_differs: { max: -0.75 },
  unusual_energy: { max: -1.7 },
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
