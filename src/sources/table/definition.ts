// How a food composition table is laid out and how it writes values: the contents of data/ID.yaml.
import type { Micronutrient } from '../../food/micronutrients.ts'
import type { SourceNutrient } from '../../food/nutrients.ts'
import type { FoodTableId } from '../../food/sources.ts'
import { readYaml } from '../../language/read-yaml.ts'

/**
 * Headers of columns, in order of preference. Case and spaces do not matter; `*` stands for any text. `Sheet!Header` is a
 * column of one sheet.
 */
export type Columns = string[]

export interface TableDefinition {
  /** Sheets of other foods: a regular expression on their names. */
  skipped_sheets?: string
  code: Columns
  /** By language. The first name that a food has is its name. */
  names: Record<string, Columns>
  /** The columns of tables with one value per row: the name of the column where others have it, and the value. */
  values?: { column: string; value: string }
  /** Cells that mean unknown, and cells that mean an amount too small to measure. */
  missing: string[]
  traces: string[]
  /** Columns in which 0 means unknown too. */
  zero_is_unknown?: Columns
  /** Amounts stated as monosaccharides, of which sugar has 105 g. */
  monosaccharides?: SourceNutrient[]
  /** Foods whose cell matches the pattern have values per 100 ml. */
  per_100_ml?: { columns: Columns; pattern: string }
  /** In grams per millilitre. */
  density?: Columns
  /** Each with the unit of its columns. */
  amounts: Partial<Record<SourceNutrient | Micronutrient, Record<string, Columns>>>
  group: Columns
  /** Canonical categories by the start of the group; the longest start counts. */
  categories: Record<string, string>
}

const folder = new URL('./data/', import.meta.url)

export const readDefinition = (id: FoodTableId): TableDefinition =>
  readYaml(new URL(`${id}.yaml`, folder)) as TableDefinition
