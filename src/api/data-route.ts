// Data endpoints: their parameters are validated, and requests with equal inputs share a cached response.
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { creditHeaders, sourcesOf } from '../food/credits.ts'
import type { Food } from '../food/food.ts'
import { jsonBody } from '../platform/http/response-body.ts'
import { type CacheInput, cacheKey, type ResponseCache } from '../platform/http/response-cache.ts'
import { type ApiRequest, type Respond, type Route, readMethods } from './api-request.ts'
import { ApiError, NotFound } from './errors.ts'
import {
  type DescribedError,
  type DescribedOperation,
  dataResponses,
  openapiPath,
} from './openapi-responses.ts'
import { hasProperties, parseParameters, type ValidationIssue } from './parameters.ts'
import { queryParameters } from './url.ts'

export interface DataRoute<Path extends TObject, Query extends TObject, Input extends CacheInput<Input>> {
  url: string
  summary: string
  description: string
  operationId: string
  path: Path
  query: Query
  /** Schema of the 200 response. */
  response: TSchema
  responseDescription: string
  /** Headers of its own. */
  responseHeaders?: Record<string, TSchema>
  /** The message of the 404 response, if the endpoint can return one. */
  notFound?: string
  /** Which query parameter does not fit the others, and why. Called with parameters that are valid one by one. */
  check?: (parameters: Static<Path> & Static<Query>) => ParameterConflict | undefined
  /** Further errors of the endpoint, by status. */
  errors?: Record<number, DescribedError>
  /** How long clients may cache the response, if not as long as others. */
  maxAgeSeconds?: number
  /** All that the handler gets, so that requests with equal inputs can share a response. */
  inputOf: (parameters: Static<Path> & Static<Query>, headers: IncomingHttpHeaders) => Input
  /** Whether the input depends on headers, too. */
  readsHeaders?: true
  handle: (input: Input) => Promise<DataResult | undefined>
  /** False while responses must not be cached. */
  isCacheable?: () => boolean
}

interface ParameterConflict {
  parameter: string
  message: string
}

export interface DataResult {
  body: unknown
  /** The foods in it or counted in it, whose sources are credited. */
  foods: readonly Pick<Food, 'source'>[]
  /** Headers of the endpoint. */
  headers?: Record<string, string>
}

// Longer URLs are seldom asked for twice.
const maxUrlLength = 200
// The memory for them is not part of RESPONSE_CACHE_MB, so anybody can fill it: a few megabytes for a route.
const maxUrlsPerRoute = 2_000

export const noParameters = Type.Object({})

export function dataRoute<Path extends TObject, Query extends TObject, Input extends CacheInput<Input>>(
  cache: ResponseCache,
  route: DataRoute<Path, Query, Input>,
): Route {
  // Parsing the parameters of a search costs a quarter of its cached response.
  const readUrls = new LRUCache<string, Respond>({ max: maxUrlsPerRoute })

  /** Without a ticket, no cache may keep the response. */
  async function make(input: Input, ticket: string | undefined) {
    const result = await route.handle(input)
    const isShareable = ticket !== undefined && ticket === cache.ticket()
    if (result === undefined) throw new NotFound(route.notFound ?? 'Not found', isShareable)
    const { body, foods, headers } = result
    return {
      body: jsonBody(body),
      headers: Object.entries({ ...creditHeaders(sourcesOf(foods)), ...headers }).flat(),
      isShareable,
    }
  }

  return {
    url: route.url,
    kind: 'data',
    endpoint: openapiPath(route.url),
    allow: readMethods,
    maxAgeSeconds: route.maxAgeSeconds,
    operations: [
      {
        method: 'GET',
        description: describe(route),
        prepare(request) {
          const known = readUrls.get(request.url)
          if (known !== undefined) return known
          const input = route.inputOf(parseAllParameters(route, request), request.headers)
          const key = cacheKey('api', route.url, input)
          const respond: Respond = () =>
            route.isCacheable?.() === false
              ? make(input, undefined)
              : cache.respond(key, () => make(input, cache.ticket()))
          if (!route.readsHeaders && request.url.length <= maxUrlLength) readUrls.set(request.url, respond)
          return respond
        },
      },
    ],
  }
}

const describe = (
  route: Omit<DataRoute<TObject, TObject, Record<never, never>>, 'check' | 'inputOf' | 'handle'>,
): DescribedOperation => ({
  operationId: route.operationId,
  summary: route.summary,
  description: route.description,
  tag: 'Foods',
  path: route.path,
  query: route.query,
  security: [{}, { apiKey: [] }],
  responses: dataResponses({
    description: route.responseDescription,
    schema: route.response,
    headers: route.responseHeaders ?? {},
    validated: hasProperties(route.path) || hasProperties(route.query),
    notFound: route.notFound === undefined ? undefined : new ApiError(404, route.notFound),
    errors: route.errors ?? {},
    allow: readMethods,
  }),
})

/** Reports all issues together, path parameters first (rule validation-order). */
function parseAllParameters<Path extends TObject, Query extends TObject>(
  {
    path: pathSchema,
    query: querySchema,
    check,
  }: {
    path: Path
    query: Query
    check?: (parameters: Static<Path> & Static<Query>) => ParameterConflict | undefined
  },
  request: ApiRequest,
): Static<Path> & Static<Query> {
  const issues: ValidationIssue[] = []
  const given = queryParameters(request.query)
  const path = parseParameters(pathSchema, 'path', request.pathParameters, issues)
  const query = parseParameters(querySchema, 'query', given, issues)
  const parameters = { ...path, ...query }
  const conflict = issues.length === 0 ? check?.(parameters) : undefined
  if (conflict !== undefined) {
    const { parameter, message } = conflict
    const msg = `Value error, ${message}`
    issues.push({ type: 'value_error', loc: ['query', parameter], msg, input: given[parameter] ?? null })
  }
  if (issues.length > 0) throw new ApiError(422, issues)
  return parameters
}
