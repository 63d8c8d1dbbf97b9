import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type, { type TSchema } from 'typebox'
import { HealthSchema } from '../catalog/catalog-stats.ts'
import { CategoryCountSchema } from '../catalog/categories.ts'
import { FoodSchema } from '../food/food.ts'
import { catalogCredit, catalogLicence } from '../food/sources.ts'
import { accountSchemas } from './account-schemas.ts'

const about = `Foods with their nutrition data: search with typing errors forgiven, lookup by id and barcode, popular foods and categories.

- All nutrient values are per 100 g. **\`null\` is unknown, never zero.** For a portion: value × grams ÷ 100.
- A key is optional: send it as \`Authorization: Bearer KEY\`. Without one, calls are limited by address.
- Over the limit the answer is 429; \`Retry-After\` says how many seconds to wait. With a key, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time) tell what is left.
- Errors are \`{"detail": …}\`: a text, or for 422 a list of what is wrong with which parameter. A path that does not exist answers 401.
- Show the credit where you show the data: *Data: ${catalogCredit.text}*, with a link to ${catalogCredit.url}.
`

export const openapiOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1.0.0',
      description: about,
      license: { name: `Data: ${catalogCredit.text}`, identifier: catalogLicence.spdxId },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Optional: raises the limits to those of your plan',
        },
        accountKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The account key, which begins with larder_account: manages keys, usage and plan',
        },
      },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [{ name: 'Foods' }, { name: 'Account' }, { name: 'Billing' }, { name: 'Service' }],
  },
  hideUntagged: true,
  refResolver: { buildLocalReference: schema => String(schema.$id) },
}

export const ErrorSchema = Type.Object(
  { detail: Type.String() },
  { $id: 'Error', title: 'Error', additionalProperties: false },
)

const ValidationErrorSchema = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'Kind of issue, such as string_too_short or int_parsing' }),
          loc: Type.Array(Type.String(), {
            description: 'path, query or body, then the name of the parameter or field',
          }),
          msg: Type.String(),
          input: Type.Unknown({
            description: 'The value as it was sent: a string, in a body any JSON; null when it is missing',
          }),
          ctx: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'ValidationError', title: 'ValidationError', additionalProperties: false },
)

const ReceivedSchema = Type.Object(
  { received: Type.Boolean() },
  { $id: 'Received', title: 'Received', additionalProperties: false },
)

/** What the description names under components, so that clients made from it have names for their types. */
export const namedSchemas = [
  FoodSchema,
  CategoryCountSchema,
  HealthSchema,
  ErrorSchema,
  ValidationErrorSchema,
  ReceivedSchema,
  ...accountSchemas,
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

export const retryHeader = { 'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds to wait' }) }

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
      ...retryHeader,
      ...limitHeaders,
    }),
    503: jsonResponse('The database cannot be reached: try again', ErrorSchema, retryHeader),
  }
}

interface DescribedOperation {
  success: number
  description: string
  schema: TSchema | undefined
  validated: boolean
  takesBody: boolean
  errors: Record<number, string>
}

/** All responses of an account or billing route. */
export function accountResponses(operation: DescribedOperation): Record<number, object> {
  const { success, description, schema, validated, takesBody, errors } = operation
  const refused = Object.entries(errors).map(([status, why]) => [status, jsonResponse(why, ErrorSchema)])
  return {
    [success]: schema === undefined ? { description, type: 'null' } : jsonResponse(description, schema),
    401: jsonResponse('There is no valid key, or the path does not exist', ErrorSchema),
    403: jsonResponse('A named key was sent: use the account key', ErrorSchema),
    ...Object.fromEntries(refused),
    ...(takesBody && { 413: jsonResponse('The body is too large', ErrorSchema) }),
    ...(validated && { 422: jsonResponse('What was sent is not valid', ValidationErrorSchema) }),
    429: jsonResponse('Too many requests: wait as long as Retry-After says', ErrorSchema, retryHeader),
    503: jsonResponse('A part that is needed does not answer: try again', ErrorSchema, retryHeader),
  }
}

/** The responses of the address that the payment service sends to. */
export const webhookResponses = {
  200: jsonResponse('Taken', ReceivedSchema),
  400: jsonResponse('The signature is missing, wrong or too old', ErrorSchema),
  503: jsonResponse('It could not be taken now: send it again', ErrorSchema, retryHeader),
}
