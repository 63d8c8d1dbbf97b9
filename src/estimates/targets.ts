// What is estimated: products of the catalog with a name and a category but without any value.
import type { Client } from 'pg'
import type { EstimatorName, FoodDetails } from '../food/food-details.ts'
import { estimateSource } from '../food/sources.ts'
import { estimatedNutrients } from './comparable-foods.ts'
import { readBatches } from './read-catalog.ts'

/** What the estimate takes over from the record that it stands in for. */
const copiedColumns = [
  ...['name', 'brand', 'category', 'serving_size_g', 'serving_desc', 'image_url', 'image_thumb_url'],
  'popularity',
] as const

export interface EstimatedRecord {
  name: string
  brand: string | null
  category: string | null
  serving_size_g: number | null
  serving_desc: string | null
  image_url: string | null
  image_thumb_url: string | null
  popularity: number
  details: FoodDetails | null
}

export interface Target {
  /** Such as off:3017620422003. */
  key: string
  record: EstimatedRecord
  /** Normalized. */
  words: string[]
  normalizedBrand: string
  /** The version of the estimate that the catalog has; null if it has none, or one of another description. */
  madeByVersion: string | null
  isInCatalog: boolean
}

interface TargetRow extends EstimatedRecord {
  source: string
  source_id: string
  normalized_name: string
  normalized_brand: string
  is_estimated: boolean
  version: string | null
}

const isWithoutValues = (table: string) =>
  `num_nonnulls(${estimatedNutrients.map(nutrient => `${table}.${nutrient}`).join(', ')}) = 0`

const columnsOf = (table: string) => copiedColumns.map(column => `${table}.${column}`).join(', ')

// Popularity changes with every scan, and is no reason to make an estimate again.
const comparedOf = (table: string) =>
  copiedColumns
    .filter(column => column !== 'popularity')
    .map(column => `${table}.${column}`)
    .join(', ')

/** The most popular first. */
export async function* readTargets(client: Client, estimator: EstimatorName): AsyncGenerator<Target[]> {
  const batches = readBatches<TargetRow>(
    client,
    `select * from (
       select foods.source, foods.source_id, foods.normalized_name, foods.normalized_brand, ${columnsOf('foods')},
              food_details.details, false as is_estimated, null as version
         from foods left join food_details on food_details.food_id = foods.id
         where foods.source <> '${estimateSource}' and foods.category is not null and ${isWithoutValues('foods')}
       union all
       select records.source, records.source_id, records.normalized_name, records.normalized_brand, ${columnsOf('records')},
              records.details, true,
              case when (${comparedOf('records')}) is not distinct from (${comparedOf('estimates')})
                then estimate_details.details->'estimate'->>'version' end
         from foods as estimates
         join superseded_records as records on records.food_id = estimates.id
           and records.source || ':' || records.source_id = estimates.alternate_id
         left join food_details as estimate_details on estimate_details.food_id = estimates.id
         where estimates.source = '${estimateSource}' and estimates.source_id like '${estimator}:%'
     ) as targets
     order by popularity desc, source, source_id`,
  )
  for await (const rows of batches) yield rows.map(targetOf)
}

function targetOf(row: TargetRow): Target {
  const { source, source_id, normalized_name, normalized_brand, is_estimated, version, ...record } = row
  return {
    key: `${source}:${source_id}`,
    record,
    words: normalized_name.split(' '),
    normalizedBrand: normalized_brand,
    madeByVersion: version,
    isInCatalog: is_estimated,
  }
}
