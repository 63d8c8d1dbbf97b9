import Type from 'typebox'
import type { FoodBatchLookup } from '../../catalog/lookup.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import { exampleFood } from '../../food/food.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const maxKeys = 50

export const BatchEntrySchema = Type.Object(
  {
    key: Type.String({ description: 'The id or barcode that was asked for' }),
    food: Type.Union([Type.Unsafe({ $ref: '#/components/schemas/Food' }), Type.Null()], {
      description: 'The food as a lookup of this id or barcode returns it; null if there is none',
    }),
  },
  { $id: 'BatchEntry', title: 'BatchEntry', examples: [{ key: '2', food: exampleFood() }] },
)

const query = Type.Object({
  ids: Type.Optional(
    Type.Array(Type.Unsafe<number | bigint>(Type.Integer()), {
      minItems: 1,
      maxItems: maxKeys,
      description: `Food ids, separated by commas, at most ${maxKeys}. Instead of barcodes`,
      examples: [[2, 3]],
    }),
  ),
  barcodes: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: maxKeys,
      description: `Barcodes in any form that /barcode accepts, separated by commas, at most ${maxKeys}. Instead of ids`,
    }),
  ),
})

interface BatchInput {
  /** In digits. */
  ids: string[] | undefined
  barcodes: string[] | undefined
}

/** No food has an id below 1 or above 2^53. */
const idOf = (digits: string) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : 0)

export const batchRoute = (
  lookup: FoodBatchLookup,
  { toApi }: ApiFormat,
): DataRoute<typeof noParameters, typeof query, BatchInput> => ({
  url: '/foods/batch',
  operationId: 'getFoods',
  summary: 'Get several foods by id or barcode',
  description: `An extension: clients of the interface never need it. Up to ${maxKeys} foods in one request, which counts once. The response has one entry for each id or barcode, in the order asked, duplicates included; food is null where /food or /barcode would answer 404.`,
  path: noParameters,
  query,
  response: Type.Array(BatchEntrySchema),
  responseDescription: 'One entry for each id or barcode, in the order asked',
  inputOf: ({ ids, barcodes }) => ({ ids: ids?.map(String), barcodes }),
  check({ ids, barcodes }) {
    if ((ids === undefined) !== (barcodes === undefined)) return undefined
    return {
      parameter: ids === undefined ? 'ids' : 'barcodes',
      message: `give either ids or barcodes, 1 to ${maxKeys} of them, separated by commas`,
    }
  },
  async handle({ ids = [], barcodes }) {
    const found = barcodes
      ? await lookup.byBarcodes(barcodes.map(barcodeCandidates))
      : await lookup.byIds(ids.map(idOf))
    return {
      body: (barcodes ?? ids).map((key, index) => {
        const food = found[index]
        return { key, food: food ? toApi(food) : null }
      }),
      foods: found.filter(food => food !== undefined),
    }
  },
})
