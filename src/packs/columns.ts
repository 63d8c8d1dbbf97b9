// The columns of a pack: their types and values.

import type { Nutrient } from '../food/nutrients.ts'
import { nutrients } from '../food/nutrients.ts'
import { pagePath } from '../food/page-path.ts'
import type { PackFields } from './pack.ts'
import type { CatalogRow } from './read-catalog.ts'

export interface PackColumn {
  name: string
  kind: 'integer' | 'real' | 'text' | 'barcode' | 'boolean' | 'json'
  isNullable: boolean
  /** Whether only packs with all fields have it. */
  isFullOnly: boolean
  valueOf(row: CatalogRow): unknown
}

/** Few labels state them, and most trackers do not show them. */
const fullOnlyNutrients: readonly Nutrient[] = ['cholesterol_mg', 'potassium_mg']

const column = (
  name: keyof CatalogRow & string,
  kind: PackColumn['kind'],
  { isNullable = true, isFullOnly = false } = {},
): PackColumn => ({ name, kind, isNullable, isFullOnly, valueOf: row => row[name] })

const required = { isNullable: false }
const fullOnly = { isFullOnly: true }

/** `popularity_rank` is the first: 1 is the most popular food. */
const columns: readonly PackColumn[] = [
  column('popularity_rank', 'integer', required),
  column('id', 'integer', required),
  column('name', 'text', required),
  column('brand', 'text'),
  column('barcode', 'barcode'),
  column('category', 'text'),
  column('serving_size_g', 'real'),
  column('serving_desc', 'text'),
  ...nutrients.map(nutrient =>
    column(nutrient, 'real', { isFullOnly: fullOnlyNutrients.includes(nutrient) }),
  ),
  column('image_url', 'text', fullOnly),
  column('image_thumb_url', 'text', fullOnly),
  column('source', 'text', required),
  column('confidence', 'real', required),
  {
    name: 'static_url',
    kind: 'text',
    isNullable: false,
    isFullOnly: true,
    valueOf: ({ id, name }) => pagePath(id, name),
  },
  column('popularity', 'integer', required),
  column('everyday_popularity', 'integer'),
  column('is_group_best', 'boolean', required),
  column('details', 'json', fullOnly),
]

export const columnsOf = (fields: PackFields): readonly PackColumn[] =>
  fields === 'full' ? columns : columns.filter(({ isFullOnly }) => !isFullOnly)
