// A food as the search function returns it: what the ranking needs to know.
import { estimateSource, isMeasuredSource } from '../../food/sources.ts'
import { parseStaticRank, type StaticRank } from './static-rank.ts'

export interface FoundFood extends StaticRank {
  id: number
  isLaboratory: boolean
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

export function parseFoundFood(line: string): FoundFood {
  const [id, source = '', rank, calories, category = '', keys, name = '', brand = '', preferred] =
    line.split('\t')
  const { dataClass, hasImage, confidence, popularity } = parseStaticRank(Number(rank))
  return {
    id: Number(id),
    dataClass: source === estimateSource ? 'estimate' : dataClass,
    hasImage,
    confidence,
    popularity,
    isLaboratory: brand === '' && isMeasuredSource(source),
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
