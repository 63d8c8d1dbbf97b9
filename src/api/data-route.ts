// Data endpoints: parameter validation, the fairness delay and the response.
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { ResponseBody, sendBody } from '../platform/http/response-body.ts'
import type { CachedResponse, ResponseCache } from '../platform/http/response-cache.ts'
import type { Caller } from './caller.ts'
import { ApiError, methodNotAllowed } from './errors.ts'
import { dataResponses } from './openapi-responses.ts'
import { parseParameters, type ValidationIssue } from './parameters.ts'
import type { HeadersOf } from './response-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * data: rate-limited, with attribution headers; health: always open; account: account keys only; webhook:
     * signed by the sender, without a key. Other routes are open and not rate-limited.
     */
    kind?: 'data' | 'health' | 'account' | 'webhook'
    /** Allowed methods; GET and HEAD by default. */
    allow?: readonly string[]
    /** The OpenAPI path, under which usage is counted. */
    endpoint?: string
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** The same as `routeOptions.config`, which Fastify copies whenever it is read. */
    route: FastifyContextConfig & { url?: string }
  }
}

export interface DataRoute<Path extends TObject, Query extends TObject> {
  url: string
  summary: string
  description: string
  operationId: string
  path: Path
  query: Query
  /** Schema of the 200 response. */
  response: TSchema
  responseDescription: string
  /** The message of the 404 response, if the endpoint can return one. */
  notFound?: string
  handle: (parameters: Static<Path> & Static<Query>) => Promise<unknown>
  /** Equal for requests with equal responses; undefined if the response must not be cached now. */
  cacheKey: (parameters: Static<Path> & Static<Query>) => string | undefined
}

export interface DataRouteDeps {
  /** Runs after the parameters are checked, before the response is made or taken from the cache. */
  beforeHandle: (request: FastifyRequest) => Promise<void> | undefined
  cache: ResponseCache
  headersOf: HeadersOf
}

export const noParameters = Type.Object({})

export function addDataRoute<Path extends TObject, Query extends TObject>(
  app: FastifyInstance,
  { beforeHandle, cache, headersOf }: DataRouteDeps,
  route: DataRoute<Path, Query>,
): void {
  const notFound = () => new ApiError(404, route.notFound ?? 'Not found')
  app.get(route.url, {
    config: { kind: 'data', endpoint: openapiPath(route.url) },
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
        validated: hasProperties(route.path) || hasProperties(route.query),
        notFound: route.notFound === undefined ? undefined : notFound(),
        allow: readMethods,
      }),
    },
    handler: async (request, reply) => {
      const parameters = parseAllParameters(route, request)
      const delay = beforeHandle(request)
      if (delay !== undefined) await delay
      const key = route.cacheKey(parameters)
      const make = async (): Promise<CachedResponse | undefined> => {
        const result = await route.handle(parameters)
        return result === undefined ? undefined : { body: jsonBody(result), headers: {} }
      }
      const cached = key === undefined ? make() : cache.respond(key, make)
      const response = cached instanceof Promise ? await cached : cached
      if (response === undefined) throw notFound()
      return sendBody(request, reply, response.body, headersOf(request))
    },
  })
  rejectOtherMethods(app, route.url, { kind: 'data', endpoint: openapiPath(route.url) })
}

const jsonBody = (value: unknown) =>
  new ResponseBody(JSON.stringify(value), 'application/json; charset=utf-8')

/** Registers the path for all methods, so that the pipeline can choose the right error (decision 14). */
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

export const readMethods: readonly string[] = ['GET', 'HEAD']

/** Converts `/food/:food_id` to `/food/{food_id}`. */
function openapiPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/** Reports all issues together, path parameters first (decision 1). */
function parseAllParameters<Path extends TObject, Query extends TObject>(
  route: DataRoute<Path, Query>,
  request: FastifyRequest,
): Static<Path> & Static<Query> {
  const issues: ValidationIssue[] = []
  const path = parseParameters(route.path, 'path', request.params as Record<string, string>, issues)
  const query = parseParameters(route.query, 'query', request.query as Record<string, string>, issues)
  if (issues.length > 0) throw new ApiError(422, issues)
  return { ...path, ...query }
}

export function hasProperties(schema: TObject): boolean {
  return Object.keys(schema.properties).length > 0
}
