// A food as the search function returns it: what the ranking needs to know.
import { estimateSource, isMeasuredSource } from '../../food/sources.ts'

/** Complete checked data, usable sparse data, sparse data without usable nutrition, AI estimates (decision 30). */
export type DataClass = 'complete' | 'usable' | 'unusable' | 'estimate'

export interface FoundFood {
  id: number
  dataClass: DataClass
  isLaboratory: boolean
  hasImage: boolean
  /** 0 to 1. */
  confidence: number
  /** 0 to 1, logarithmic. */
  popularity: number
  calories: number | null
  category: string
  nameKeys: string[]
  /** Normalized. */
  name: string
  brand: string
  nameWords: string[]
  brandWords: string[]
  /** The value of the nutrient for which the query states a preference. */
  preferredValue: number | null
}

// By the class in the static rank (sql/functions/compute_static_rank.sql).
const dataClasses: readonly DataClass[] = ['estimate', 'unusable', 'usable', 'complete']
const popularitySteps = 64
const confidenceSteps = 1001

export function parseFoundFood(line: string): FoundFood {
  const [id, source, rank, calories, category = '', keys, name = '', brand = '', preferred] = line.split('\t')
  const staticRank = Number(rank)
  const withoutPopularity = Math.floor(staticRank / popularitySteps)
  const classAndImage = Math.floor(withoutPopularity / confidenceSteps)
  return {
    id: Number(id),
    dataClass: source === estimateSource ? 'estimate' : (dataClasses[classAndImage >> 1] ?? 'unusable'),
    isLaboratory: brand === '' && isMeasuredSource(source ?? ''),
    hasImage: (classAndImage & 1) === 1,
    confidence: (withoutPopularity % confidenceSteps) / 1000,
    popularity: (staticRank % popularitySteps) / popularitySteps,
    calories: calories ? Number(calories) : null,
    category,
    nameKeys: keys ? keys.split('|') : [],
    name,
    brand,
    nameWords: name.split(' '),
    brandWords: brand === '' ? [] : brand.split(' '),
    preferredValue: preferred ? Number(preferred) : null,
  }
}
