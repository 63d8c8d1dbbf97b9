// Data endpoints: parameter validation, the fairness delay and the response.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { creditHeaders, sourcesOf } from '../food/credits.ts'
import type { Food } from '../food/food.ts'
import { ResponseBody } from '../platform/http/response-body.ts'
import {
  type CachedResponse,
  type CacheInput,
  cacheKey,
  type ResponseCache,
} from '../platform/http/response-cache.ts'
import { type ApiRequest, readMethods, type SendResponse } from './api-request.ts'
import type { CachedReads } from './cached-reads.ts'
import { ApiError, methodNotAllowed } from './errors.ts'
import { type DescribedError, dataResponses } from './openapi-responses.ts'
import { parseParameters, type ValidationIssue } from './parameters.ts'

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

export interface DataRouteDeps {
  /** Runs after the parameters are checked, before the response is made or taken from the cache. */
  beforeHandle: (request: ApiRequest) => Promise<void> | undefined
  cache: ResponseCache
  cachedReads: Pick<CachedReads, 'remember'>
  send: SendResponse
}

export const noParameters = Type.Object({})

export function addDataRoute<Path extends TObject, Query extends TObject, Input extends CacheInput<Input>>(
  app: FastifyInstance,
  { beforeHandle, cache, cachedReads, send }: DataRouteDeps,
  route: DataRoute<Path, Query, Input>,
): void {
  const notFound = () => new ApiError(404, route.notFound ?? 'Not found')
  const { maxAgeSeconds } = route
  const config = { kind: 'data', endpoint: openapiPath(route.url) } as const
  app.get(route.url, {
    config: { ...config, ...(maxAgeSeconds !== undefined && { maxAgeSeconds }) },
    schema: {
      operationId: route.operationId,
      summary: route.summary,
      description: route.description,
      tags: ['Foods'],
      ...(hasProperties(route.path) && { params: route.path }),
      ...(hasProperties(route.query) && { querystring: route.query }),
      security: [{}, { apiKey: [] }],
      response: dataResponses({
        description: route.responseDescription,
        schema: route.response,
        headers: route.responseHeaders ?? {},
        validated: hasProperties(route.path) || hasProperties(route.query),
        notFound: route.notFound === undefined ? undefined : notFound(),
        errors: route.errors ?? {},
        allow: readMethods,
      }),
    },
    handler: async (request, reply) => {
      const parameters = parseAllParameters(route, request)
      const delay = beforeHandle(request)
      if (delay !== undefined) await delay
      const input = route.inputOf(parameters, request.headers)
      const isCacheable = route.isCacheable?.() ?? true
      const ticket = isCacheable ? cache.ticket() : undefined
      const isCurrent = () => ticket !== undefined && ticket === cache.ticket()
      const make = async (): Promise<CachedResponse | undefined> => {
        const result = await route.handle(input)
        if (result === undefined) return undefined
        return {
          body: jsonBody(result.body),
          headers: Object.entries({ ...creditHeaders(sourcesOf(result.foods)), ...result.headers }).flat(),
          isShareable: isCurrent(),
        }
      }
      const key = cacheKey('api', route.url, input)
      const cached = isCacheable ? cache.respond(key, make) : make()
      const response = cached instanceof Promise ? await cached : cached
      if (response === undefined) {
        request.isShareable = isCurrent()
        throw notFound()
      }
      // Remembered reads are found by their URL, so responses that depend on a header are not among them.
      const isSameForAll = !response.headers.includes('vary')
      if (isCacheable && isSameForAll) cachedReads.remember(request, key)
      // Fastify's way through its hooks costs as much as the rest of the response.
      send(request, reply.hijack(), response)
      return reply
    },
  })
  rejectOtherMethods(app, route.url, config)
}

const jsonBody = (value: unknown) =>
  new ResponseBody(JSON.stringify(value), 'application/json; charset=utf-8')

/** Registers the path for all methods, so that the pipeline can choose the right error (rule other-methods). */
export function rejectOtherMethods(app: FastifyInstance, url: string, config: FastifyContextConfig): void {
  const allow = config.allow ?? readMethods
  app.route({
    url,
    method: app.supportedMethods.filter(method => !allow.includes(method)),
    config,
    schema: { hide: true },
    handler: () => Promise.reject(methodNotAllowed(allow)),
  })
}

/** Converts `/food/:food_id` to `/food/{food_id}`. */
function openapiPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

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
  request: FastifyRequest,
): Static<Path> & Static<Query> {
  const issues: ValidationIssue[] = []
  const given = request.query as Record<string, string>
  const path = parseParameters(pathSchema, 'path', request.params as Record<string, string>, issues)
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

export function hasProperties(schema: TObject): boolean {
  return Object.keys(schema.properties).length > 0
}
