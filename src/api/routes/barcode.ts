import Type from 'typebox'
import type { FoodLookup } from '../../catalog/lookup.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import { FoodSchema } from '../../food/food.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const path = Type.Object({
  code: Type.String({
    description: 'EAN-13, UPC-A with or without its leading zero, EAN-8, GTIN-14 or UPC-E',
    examples: ['051500255162'],
  }),
})

export const barcodeRoute = (
  lookup: FoodLookup,
  apiFormat: ApiFormat,
): DataRoute<typeof path, typeof noParameters, { barcodes: string[] }> => ({
  url: '/barcode/:code',
  operationId: 'getFoodByBarcode',
  summary: 'Get a food by barcode',
  description:
    'Spaces and hyphens are ignored, and UPC-A, EAN-13 and GTIN-14 of one product find the same food. Anything that is not a barcode is 404.',
  path,
  query: noParameters,
  response: FoodSchema,
  responseDescription: 'The food with this barcode',
  notFound: 'Barcode not found',
  inputOf: ({ code }) => ({ barcodes: barcodeCandidates(code) }),
  async handle({ barcodes }) {
    const food = await lookup.byBarcode(barcodes)
    if (food === undefined) return undefined
    return { body: apiFormat.toApi(food), foods: [food] }
  },
})
