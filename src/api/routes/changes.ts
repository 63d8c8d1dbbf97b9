import Type from 'typebox'
import { readChanges } from '../../catalog/changes.ts'
import { nullable } from '../../food/food.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type DataRoute, noParameters } from '../data-route.ts'
import { ApiError } from '../errors.ts'

export const FoodChangeSchema = Type.Object(
  {
    food_id: Type.Integer({ description: 'The food' }),
    change: Type.String({
      description:
        'created: the food is new, or back; changed: a value changed; merged: the id now finds another food; removed: the id is unknown now',
    }),
    merged_into_food_id: nullable(
      Type.Integer({ description: 'If it was merged: the food that the id finds now' }),
    ),
    changed_at: Type.String({ format: 'date-time', description: 'When the import was made' }),
  },
  { $id: 'FoodChange', title: 'FoodChange', examples: [exampleChange()] },
)

export const FoodChangesSchema = Type.Object(
  {
    changes: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/FoodChange' }), {
      maxItems: 500,
      description: 'Oldest first, in the order of imports, each food once per import',
    }),
    next: Type.String({ description: 'Cursor after these changes: send it as since with the next request' }),
    has_more: Type.Boolean({ description: 'Whether there are further changes already' }),
  },
  {
    $id: 'FoodChanges',
    title: 'FoodChanges',
    examples: [{ changes: [exampleChange()], next: 'MjAyNi0xMS0xN1QwNDoxMjowOS4xODQyMDVa', has_more: false }],
  },
)

function exampleChange() {
  return {
    food_id: 17,
    change: 'merged',
    merged_into_food_id: 2,
    changed_at: '2026-11-17T04:12:09.184205Z',
  }
}

const query = Type.Object({
  since: Type.Optional(
    Type.String({
      format: 'cursor',
      description:
        'The cursor of the previous response, or a time in UTC such as the catalog_version of a pack. Without it, the response has no changes, and the cursor for changes from now on',
    }),
  ),
})

const cursorTooOld = () =>
  new ApiError(
    410,
    'Changes since this cursor are no longer known. Load all foods again, for example from a pack, and go on with its catalog_version as since.',
  )

/** A client that asks every minute gets new changes then. */
const maxAgeSeconds = 10

export const changesRoute = (
  database: Database,
): DataRoute<typeof noParameters, typeof query, { since: string | undefined }> => ({
  url: '/changes',
  operationId: 'listChanges',
  summary: 'List changed foods',
  description:
    'An extension: clients of the interface never need it. The foods that were created, changed, merged or removed since a cursor, oldest first, 500 at a time, for programs that keep a copy of foods. Changes are known for 90 days. The first import into an empty catalog is not listed.',
  path: noParameters,
  query,
  response: FoodChangesSchema,
  responseDescription: 'The changes after the cursor, and the next cursor',
  errors: {
    410: { description: 'Changes since this cursor are no longer known', example: cursorTooOld() },
  },
  maxAgeSeconds,
  inputOf: ({ since }) => ({ since }),
  async handle({ since }) {
    const page = await readChanges(database, since)
    if (page === undefined) throw cursorTooOld()
    const { changes, next, hasMore } = page
    return { body: { changes, next, has_more: hasMore }, foods: [] }
  },
})
