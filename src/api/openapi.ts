import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type, { type TSchema } from 'typebox'
import { HealthSchema } from '../catalog/catalog-stats.ts'
import { CategoryCountSchema } from '../catalog/categories.ts'
import { FoodSchema } from '../food/food.ts'
import type { SourceNames } from '../food/source-names.ts'
import { catalogCredit, catalogLicence } from '../food/sources.ts'
import { accountSchemas } from './account-schemas.ts'

const about = `Nutrition data for foods: typo-tolerant search, lookup by id and barcode, popular foods and categories.

- All nutrient values are per 100 g. **\`null\` means unknown, never zero.** For a portion: value × grams ÷ 100.
- An API key is optional: send it as \`Authorization: Bearer KEY\`. Without one, requests are rate-limited by IP address.
- When the rate limit is exceeded, the response is 429 with a \`Retry-After\` header in seconds. With a key, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time) report the remaining quota.
- Errors are \`{"detail": …}\`: a message, or for 422 a list of invalid parameters. Unknown paths return 401.
- Show this attribution where you show the data: *Data: ${catalogCredit.text}*, with a link to ${catalogCredit.url}.
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
          description: 'Optional: applies the rate limits of your plan',
        },
        accountKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The account key, which starts with larder_account: manages API keys, usage and billing',
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
          type: Type.String({ description: 'Error type, such as string_too_short or int_parsing' }),
          loc: Type.Array(Type.String(), {
            description: 'path, query or body, then the name of the parameter or field',
          }),
          msg: Type.String(),
          input: Type.Unknown({
            description:
              'The value as sent: a string for parameters, any JSON for body fields, null when missing',
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

/** Schemas listed under components, so that generated clients have named types. */
export const namedSchemas = (sourceNames: SourceNames) => [
  sourceNames.describe(FoodSchema),
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
  'X-RateLimit-Limit': Type.Integer({ description: 'With a key: limit of the tightest rate-limit window' }),
  'X-RateLimit-Remaining': Type.Integer({ description: 'With a key: requests remaining in that window' }),
  'X-RateLimit-Reset': Type.Integer({
    description: 'With a key: when that window ends, Unix time in seconds',
  }),
}

export const retryHeader = {
  'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds to wait before retrying' }),
}

const rateLimited = jsonResponse('Rate limit exceeded: wait for the time in Retry-After', ErrorSchema, {
  ...retryHeader,
  ...limitHeaders,
})

interface DataResponseOptions {
  description: string
  schema: TSchema
  /** Whether the endpoint has parameters to validate. */
  validated: boolean
  notFound: string | undefined
}

export function dataResponses({
  description,
  schema,
  validated,
  notFound,
}: DataResponseOptions): Record<number, object> {
  return {
    200: jsonResponse(description, schema, { ...limitHeaders, ETag: Type.String() }),
    401: jsonResponse('The API key is invalid, or the path does not exist', ErrorSchema),
    ...(notFound !== undefined && { 404: jsonResponse(notFound, ErrorSchema, limitHeaders) }),
    ...(validated && { 422: jsonResponse('A parameter is invalid', ValidationErrorSchema, limitHeaders) }),
    429: rateLimited,
    503: jsonResponse('Temporarily unavailable: try again', ErrorSchema, retryHeader),
  }
}

interface AccountResponseOptions {
  success: number
  description: string
  schema: TSchema | undefined
  validated: boolean
  takesBody: boolean
  errors: Record<number, string>
}

export function accountResponses(operation: AccountResponseOptions): Record<number, object> {
  const { success, description, schema, validated, takesBody, errors } = operation
  const errorResponses = Object.entries(errors).map(([status, reason]) => [
    status,
    jsonResponse(reason, ErrorSchema),
  ])
  return {
    [success]:
      schema === undefined
        ? { description, headers: limitHeaders, type: 'null' }
        : jsonResponse(description, schema, limitHeaders),
    401: jsonResponse('The API key is missing or invalid, or the path does not exist', ErrorSchema),
    403: jsonResponse('The account key is required; named keys are not accepted', ErrorSchema),
    ...Object.fromEntries(errorResponses),
    ...(takesBody && { 413: jsonResponse('The body is too large', ErrorSchema) }),
    ...(validated && { 422: jsonResponse('The request is invalid', ValidationErrorSchema) }),
    429: rateLimited,
    503: jsonResponse('Temporarily unavailable: try again', ErrorSchema, retryHeader),
  }
}

export const webhookResponses = {
  200: jsonResponse('The event was accepted', ReceivedSchema),
  400: jsonResponse('The signature is missing, invalid or too old', ErrorSchema),
  503: jsonResponse('Temporarily unavailable: send the event again', ErrorSchema, retryHeader),
}
