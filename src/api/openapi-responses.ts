// What the OpenAPI description says about operations and their responses, with headers and an example each.
import Type, { type TObject, type TSchema } from 'typebox'
import { creditHeaders } from '../food/credits.ts'
import { catalogSource, usdaSource } from '../food/sources.ts'
import {
  ApiError,
  accountKeyNeeded,
  bodyTooLarge,
  methodNotAllowed,
  overloaded,
  shuttingDown,
  tooManyRequests,
  unauthorized,
} from './errors.ts'
import { ErrorSchema, ReceivedSchema, ValidationErrorSchema } from './response-schemas.ts'

type Headers = Record<string, TSchema>

export interface DescribedResponse {
  description: string
  headers: Headers
  content?: { 'application/json': { schema: object; example: unknown } }
}

/** What is said about a method of a path. */
export interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  tag: 'Foods' | 'Account' | 'Billing' | 'Service'
  path?: TObject
  query?: TObject
  body?: TObject
  security: object[]
  responses: Record<number, DescribedResponse>
}

/** Converts `/food/:food_id` to `/food/{food_id}`. */
export function openapiPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/** On every response. */
const commonHeaders: Headers = {
  'X-Request-Id': Type.String({ description: 'Identifies the request in the log of the server' }),
}

const exampleCredit = creditHeaders([catalogSource, usdaSource])

const attribution: Headers = {
  Link: Type.String({
    description:
      'The licences of the foods in the response, each as rel="license". Absent if there are no foods or none of their sources has one',
    examples: [exampleCredit['Link']],
  }),
  'X-Attribution': Type.String({
    description:
      'The sources of the foods in the response, to credit wherever they are shown. Absent if there are no foods',
    examples: [exampleCredit['X-Attribution']],
  }),
}

const quota: Headers = {
  'X-RateLimit-Limit': Type.Integer({ description: 'With a key: limit of the tightest rate-limit window' }),
  'X-RateLimit-Remaining': Type.Integer({ description: 'With a key: requests remaining in that window' }),
  'X-RateLimit-Reset': Type.Integer({
    format: 'int64',
    description: 'With a key: when that window ends, Unix time in seconds',
  }),
}

const retryAfter: Headers = {
  'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds to wait before retrying' }),
}

const entityTag: Headers = {
  ETag: Type.String({
    description: 'Send it as If-None-Match: while the response has not changed, the API answers 304',
  }),
}

const cacheLifetime: Headers = {
  'Cache-Control': Type.String({
    description:
      'How long the response may be cached: by the client, and without a key also by a shared cache where the operator allows it',
    examples: ['private, max-age=60'],
  }),
}

const noStore: Headers = {
  'Cache-Control': Type.String({
    description: 'no-store: not to be cached by anyone',
    examples: ['no-store'],
  }),
}

const challenge: Headers = {
  'WWW-Authenticate': Type.String({ description: 'The scheme of API keys: Bearer', examples: ['Bearer'] }),
}

const allowed: Headers = {
  Allow: Type.String({ description: 'The methods that the path accepts', examples: ['GET, HEAD'] }),
}

const refTo = (schema: TSchema): object => {
  const { $id } = schema as { $id?: string }
  return { $ref: `#/components/schemas/${$id}` }
}

/** Without an example, that of the schema is shown. */
function jsonResponse(
  description: string,
  schema: TSchema,
  headers: Headers,
  example?: unknown,
): DescribedResponse {
  const { items } = schema as { items?: TSchema }
  const body = items === undefined ? refTo(schema) : { type: 'array', items: refTo(items) }
  const shown = example ?? (items === undefined ? exampleOf(schema) : [exampleOf(items)])
  return {
    description,
    headers: { ...headers, ...commonHeaders },
    content: { 'application/json': { schema: body, example: shown } },
  }
}

const exampleOf = (schema: TSchema): unknown => (schema as { examples?: unknown[] }).examples?.[0]

const errorResponse = (description: string, { detail }: ApiError, headers: Headers = {}) =>
  jsonResponse(description, ErrorSchema, headers, { detail })

const emptyResponse = (description: string, headers: Headers) => ({
  description,
  headers: { ...headers, ...commonHeaders },
})

const notModified = (headers: Headers) =>
  emptyResponse('Not changed since the response with the ETag that was sent as If-None-Match', {
    ...headers,
    ...entityTag,
  })

const wrongMethod = (allow: readonly string[], headers: Headers = {}) =>
  errorResponse(`The path accepts ${allow.join(', ')} only`, methodNotAllowed(allow), {
    ...allowed,
    ...headers,
  })

const rateLimited = (headers: Headers) =>
  errorResponse('Rate limit exceeded: wait for the time in Retry-After', tooManyRequests(12), {
    ...retryAfter,
    ...headers,
  })

const unavailable = (description: string, example: ApiError, headers: Headers = {}) =>
  errorResponse(description, example, { ...retryAfter, ...headers })

interface DataResponseOptions {
  description: string
  schema: TSchema
  /** Those of the endpoint. */
  headers: Headers
  /** Whether the endpoint has parameters to validate. */
  validated: boolean
  notFound: ApiError | undefined
  errors: Record<number, DescribedError>
  /** The methods of the path, for 405. */
  allow: readonly string[]
}

export function dataResponses({
  description,
  schema,
  headers,
  validated,
  notFound,
  errors,
  allow,
}: DataResponseOptions): Record<number, DescribedResponse> {
  const cacheable = { ...quota, ...attribution, ...headers, ...cacheLifetime }
  const uncached = { ...quota, ...noStore }
  const invalidKey = 'The API key is invalid, or the path does not exist'
  return {
    200: jsonResponse(description, schema, { ...cacheable, ...entityTag }),
    304: notModified(cacheable),
    401: errorResponse(invalidKey, unauthorized(), { ...challenge, ...noStore }),
    ...(notFound !== undefined && { 404: errorResponse(notFound.message, notFound, uncached) }),
    405: wrongMethod(allow, noStore),
    ...describedErrors(errors, uncached),
    ...(validated && { 422: jsonResponse('A parameter is invalid', ValidationErrorSchema, uncached) }),
    429: rateLimited(uncached),
    503: unavailable('Temporarily unavailable: try again', overloaded(), noStore),
  }
}

export const healthResponses = (
  schema: TSchema,
  allow: readonly string[],
): Record<number, DescribedResponse> => ({
  200: jsonResponse('The node is running', schema, entityTag),
  304: notModified({}),
  405: wrongMethod(allow),
  503: unavailable('The node is shutting down: use another one', shuttingDown()),
})

/** A further error of one operation: when it is returned, and one of the errors that are. */
export interface DescribedError {
  description: string
  example: ApiError
}

const describedErrors = (
  errors: Record<number, DescribedError>,
  headers: Headers,
): Record<string, DescribedResponse> =>
  Object.fromEntries(
    Object.entries(errors).map(([status, { description, example }]) => [
      status,
      errorResponse(description, example, headers),
    ]),
  )

interface AccountResponseOptions {
  method: string
  /** The methods of the path, for 405. */
  allow: readonly string[]
  success: number
  description: string
  schema: TSchema | undefined
  validated: boolean
  takesBody: boolean
  errors: Record<number, DescribedError>
}

const namedKeyForbidden = 'The account key is required; named keys are not accepted'

export function accountResponses(operation: AccountResponseOptions): Record<number, DescribedResponse> {
  const { method, allow, success, description, schema, validated, takesBody, errors } = operation
  const counted = { ...quota, ...noStore }
  const isRead = method === 'GET'
  return {
    [success]:
      schema === undefined
        ? emptyResponse(description, counted)
        : jsonResponse(description, schema, { ...counted, ...(isRead && entityTag) }),
    ...(isRead && { 304: notModified(counted) }),
    401: errorResponse('The API key is missing or invalid, or the path does not exist', unauthorized(), {
      ...challenge,
      ...noStore,
    }),
    403: errorResponse(namedKeyForbidden, accountKeyNeeded(), noStore),
    405: wrongMethod(allow, noStore),
    ...describedErrors(errors, counted),
    ...(takesBody && { 413: errorResponse('The body is too large', bodyTooLarge(), counted) }),
    ...(validated && { 422: jsonResponse('The request is invalid', ValidationErrorSchema, counted) }),
    429: rateLimited(counted),
    503: unavailable('Temporarily unavailable: try again', overloaded(), noStore),
  }
}

const invalidSignature = new ApiError(400, 'The signature does not fit this message.')

export const webhookResponses = (allow: readonly string[]) => ({
  200: jsonResponse('The event was accepted', ReceivedSchema, noStore),
  400: errorResponse('The signature is missing, invalid or too old', invalidSignature, noStore),
  401: errorResponse('Billing is disabled', unauthorized(), { ...challenge, ...noStore }),
  405: wrongMethod(allow, noStore),
  413: errorResponse('The body is too large', bodyTooLarge(), noStore),
  503: unavailable('Temporarily unavailable: send the event again', overloaded(), noStore),
})
