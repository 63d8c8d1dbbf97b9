import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type, { type TSchema } from 'typebox'
import { CategoryCountSchema } from '../catalog/categories.ts'
import { HealthSchema } from '../catalog/figures.ts'
import { FoodSchema } from '../food/food.ts'

const about = `Foods with their nutrition data: search with typing errors forgiven, lookup by id and barcode, popular foods and categories.

- All nutrient values are per 100 g. **\`null\` is unknown, never zero.** For a portion: value × grams ÷ 100.
- A key is optional: send it as \`Authorization: Bearer KEY\`. Without one, calls are limited by address.
- Over the limit the answer is 429; \`Retry-After\` says how many seconds to wait. With a key, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time) tell what is left.
- Errors are \`{"detail": …}\`: a text, or for 422 a list of what is wrong with which parameter. A path that does not exist answers 401.
- Show the credit where you show the data: *Data: Open Food Facts contributors, ODbL*, with a link to https://openfoodfacts.org.
`

export const openapiOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1.0.0',
      description: about,
      license: { name: 'Data: ODbL 1.0, Open Food Facts contributors', identifier: 'ODbL-1.0' },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Optional: raises the limits to those of your plan',
        },
      },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [{ name: 'Foods' }, { name: 'Service' }],
  },
  hideUntagged: true,
  refResolver: { buildLocalReference: schema => String(schema.$id) },
}

const ErrorSchema = Type.Object(
  { detail: Type.String() },
  { $id: 'Error', title: 'Error', additionalProperties: false },
)

const ValidationErrorSchema = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'Kind of fault, such as string_too_short or int_parsing' }),
          loc: Type.Array(Type.String(), { description: 'path or query, then the name of the parameter' }),
          msg: Type.String(),
          input: Type.Union([Type.String(), Type.Null()], { description: 'The value as it was sent' }),
          ctx: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'ValidationError', title: 'ValidationError', additionalProperties: false },
)

/** What the description names under components, so that clients made from it have names for their types. */
export const namedSchemas = [
  FoodSchema,
  CategoryCountSchema,
  HealthSchema,
  ErrorSchema,
  ValidationErrorSchema,
]

const refTo = (schema: TSchema): object => {
  const { $id } = schema as { $id?: string }
  return { $ref: `${$id}#` }
}

/** A response as OpenAPI describes it: what it means and the schema of its body. */
export function jsonResponse(
  description: string,
  schema: TSchema,
  headers: Record<string, TSchema> = {},
): object {
  const { items } = schema as { items?: TSchema }
  const body = items === undefined ? refTo(schema) : { type: 'array', items: refTo(items) }
  return { description, headers, content: { 'application/json': { schema: body } } }
}

const limitHeaders = {
  'X-RateLimit-Limit': Type.Integer({ description: 'With a key: requests in the tightest window' }),
  'X-RateLimit-Remaining': Type.Integer({ description: 'With a key: requests left in it' }),
  'X-RateLimit-Reset': Type.Integer({ description: 'With a key: when it ends, Unix time in seconds' }),
}

interface Described {
  description: string
  schema: TSchema
  /** Whether it has parameters, which can be wrong. */
  validated: boolean
  notFound: string | undefined
}

/** All responses of a data endpoint. */
export function dataResponses({
  description,
  schema,
  validated,
  notFound,
}: Described): Record<number, object> {
  return {
    200: jsonResponse(description, schema, { ...limitHeaders, ETag: Type.String() }),
    401: jsonResponse('The key is wrong, or the path does not exist', ErrorSchema),
    ...(notFound !== undefined && { 404: jsonResponse(notFound, ErrorSchema, limitHeaders) }),
    ...(validated && { 422: jsonResponse('A parameter is not valid', ValidationErrorSchema, limitHeaders) }),
    429: jsonResponse('The limit is used up: wait as long as Retry-After says', ErrorSchema, {
      'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds to wait' }),
      ...limitHeaders,
    }),
    503: jsonResponse('The database cannot be reached: try again', ErrorSchema, {
      'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds to wait' }),
    }),
  }
}
