// The static rank of a food, as one number: data class, photo, confidence, popularity, from the most to the least significant
// (rule data-order). sql/functions/compute_static_rank.sql is generated from here; `parseStaticRank` is its inverse.
import { estimateSource, isMeasuredSql } from '../../food/sources.ts'
import { classes } from '../../quality/confidence/classes.ts'

/** Complete checked data, usable sparse data, sparse data without usable nutrition, AI estimates (rule data-order). */
export type DataClass = 'complete' | 'usable' | 'unusable' | 'estimate'

/** By their number in the static rank. */
const dataClasses: readonly DataClass[] = ['estimate', 'unusable', 'usable', 'complete']
const numberOf = (dataClass: DataClass): number => dataClasses.indexOf(dataClass)

/** With or without a photo. */
const photoSteps = 2
const confidenceScale = 1000
const confidenceSteps = confidenceScale + 1
const popularitySteps = 64
/** Popularity counts in steps of half a power of two. */
const stepsPerDoubling = 2

export interface StaticRank {
  dataClass: DataClass
  hasImage: boolean
  /** 0 to 1. */
  confidence: number
  /** 0 to 1, logarithmic. */
  popularity: number
}

export function parseStaticRank(rank: number): StaticRank {
  const withoutPopularity = Math.floor(rank / popularitySteps)
  const classAndPhoto = Math.floor(withoutPopularity / confidenceSteps)
  return {
    dataClass: dataClasses[Math.floor(classAndPhoto / photoSteps)] ?? 'unusable',
    hasImage: classAndPhoto % photoSteps === 1,
    confidence: (withoutPopularity % confidenceSteps) / confidenceScale,
    popularity: (rank % popularitySteps) / popularitySteps,
  }
}

/** An SQL expression of `source`, `confidence`, `has_image`, `popularity` and `is_usable`. */
export const staticRankSql = `(
    (case when source = '${estimateSource}' then ${numberOf('estimate')}
          when confidence >= ${classes.complete.floor} then ${numberOf('complete')}
          when is_usable then ${numberOf('usable')}
          else ${numberOf('unusable')} end * ${photoSteps} + (has_image or ${isMeasuredSql})::integer)
      * ${confidenceSteps} + (confidence * ${confidenceScale})::integer
  ) * ${popularitySteps} + least(${popularitySteps - 1}, floor(${stepsPerDoubling} * ln(popularity::float8 + 1) / ln(2::float8)))::integer`
