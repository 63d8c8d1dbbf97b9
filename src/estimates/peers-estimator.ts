// The estimator `peers` over a catalog.
import type { Client } from 'pg'
import { createFoodIndex, type DescribedFood } from './comparable-foods.ts'
import { calibratedEstimate, peerQuantiles, peersVersion } from './estimate-from-peers.ts'
import type { Estimator } from './make-estimates.ts'
import { countKnownFoods, maxKnownFoods, readKnownFoods } from './read-catalog.ts'
import type { Target } from './targets.ts'

/** Reads the foods to compare with into memory. */
export async function createPeersEstimator(client: Client): Promise<Estimator & { knownFoods: number }> {
  const total = await countKnownFoods(client)
  // A sample of a larger catalog is a little larger or smaller than expected.
  const index = createFoodIndex(Math.ceil(Math.min(total, maxKnownFoods) * 1.02) + 1_000)
  for await (const foods of readKnownFoods(client, total)) {
    for (const food of foods) index.add(food, food.values)
  }
  index.build()
  return {
    name: 'peers',
    version: peersVersion,
    knownFoods: index.foods,
    estimate(target) {
      const found = peerQuantiles(index, describe(target))
      if (found === null) return { abstention: 'few-peers' }
      const estimate = calibratedEstimate(found)
      return estimate === null ? { abstention: 'wide-range' } : { ...estimate, inputs: inputsOf(target) }
    },
  }
}

const describe = ({ words, normalizedBrand, record }: Target): DescribedFood => ({
  words,
  brand: normalizedBrand,
  category: record.category,
  language: record.details?.language ?? null,
})

function inputsOf({ record: { name, brand, category, details } }: Target) {
  return {
    name,
    ...(brand !== null && { brand }),
    ...(category !== null && { category }),
    ...(details?.language !== undefined && { language: details.language }),
  }
}
