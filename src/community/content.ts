// The content of a community record and of a contribution: fields of a food, in the format of `larder import jsonl`.
import type { Food } from '../food/food.ts'
import { nutrients } from '../food/nutrients.ts'
import type { Database } from '../platform/database/pool.ts'

/** The fields that people can propose. */
export const proposableFields = [
  'name',
  'brand',
  'barcode',
  'category',
  'serving_size_g',
  'serving_desc',
  ...nutrients,
] as const satisfies readonly (keyof Food)[]

export type ProposableField = (typeof proposableFields)[number]

export const isProposable = (field: string): field is ProposableField =>
  proposableFields.some(each => each === field)

export type ProposedFields = { [Field in ProposableField]?: Food[Field] }

/** Everything that a record needs to stand in for the food that it corrects. */
export interface RecordContent extends ProposedFields {
  name: string
  image_url?: string | null
  image_thumb_url?: string | null
  popularity?: number
  /** Of a product without a barcode, so that the record remains part of it. */
  product_key?: string | null
  details?: unknown
}

/** A food as it is shown, as the content of a record that corrects it. */
export async function contentOfFood(
  database: Database,
  foodId: number,
): Promise<{ id: number; source: string; source_id: string; content: RecordContent } | undefined> {
  const { rows } = await database.query<{
    id: number
    source: string
    source_id: string
    content: RecordContent
  }>({
    name: 'content-of-food',
    text: `
      select foods.id, source, source_id, jsonb_build_object(${[
        ...proposableFields,
        'image_url',
        'image_thumb_url',
        'popularity',
      ]
        .map(field => `'${field}', foods.${field}`)
        .join(', ')}, 'product_key', product_key::text, 'details', food_details.details) as content
        from foods left join food_details on food_details.food_id = foods.id
        where foods.id = coalesce((select merged_into_food_id from merged_food_ids where food_id = $1), $1)`,
    values: [foodId],
  })
  return rows[0]
}

/** The values of the fields that a proposal names. */
export const fieldsOf = (content: ProposedFields, names: readonly ProposableField[]): ProposedFields =>
  Object.fromEntries(names.map(name => [name, content[name] ?? null]))

export const proposedNames = (proposed: ProposedFields): ProposableField[] =>
  proposableFields.filter(field => field in proposed)

/** Of the `source_id` of community records in the catalog. */
export const sourceIdPrefix = 'contribution:'

export const sourceIdOf = (recordId: number): string => `${sourceIdPrefix}${recordId}`

export const recordIdOf = (sourceId: string | undefined): number | null =>
  sourceId?.startsWith(sourceIdPrefix) ? Number(sourceId.slice(sourceIdPrefix.length)) : null
