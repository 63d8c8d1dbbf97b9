// The catalog as a file of JSON lines that recreates the same catalog, including ids: a header, the excluded records, the
// ids of merged foods, the superseded records, then the foods. docs/how-to/snapshots.md describes it.
import {
  catalogCredit,
  catalogLicence,
  communitySource,
  estimateSource,
  sourceFacts,
} from '../../food/sources.ts'
import { importedColumns } from '../copy-line.ts'
import type { LoadedCatalog } from '../stored-scope.ts'

export const version = 2

export interface Header {
  larder_snapshot: number
  made_at: string
  licence: typeof licence
  foods: number
  excluded_records: number
  superseded_records: number
  /** How far each source was synced, in Unix seconds. */
  sync_cursors: Record<string, number>
  /** The scope that later syncs keep to; absent if the catalog has none. */
  loaded_catalog?: LoadedCatalog
}

export const licence = {
  name: `${catalogLicence.name}, contents under the Database Contents License 1.0`,
  url: catalogLicence.url,
  attribution: `${catalogCredit.text}, ${catalogCredit.url}`,
  notice: `Made with Larder from ${catalogCredit.label}; ${otherSources()}Use, change and share it under the same licence and with this attribution.`,
}

/** The other sources that a snapshot may contain, with their licences. */
function otherSources(): string {
  return Object.values(sourceFacts)
    .flatMap(({ label, licence }) =>
      licence === null || label === catalogCredit.label
        ? []
        : `it may contain foods of ${label} (${licence.name}). `,
    )
    .join('')
}

// Recomputed from the names.
const derived = new Set<string>([
  'normalized_name',
  'normalized_brand',
  'generic_name',
  'name_keys',
  'product_key',
])
export const recordFields: readonly string[] = importedColumns.filter(column => !derived.has(column))

/** Corrections and estimates belong to the product of another record. As text, because numbers of JSON would round it. */
export const statedProductKey = `
  case when source in ('${communitySource}', '${estimateSource}') then product_key::text end as stated_product_key`

export const excludedRecordFields = ['source', 'source_id', 'reason', 'food_id', 'was_shown_last']
