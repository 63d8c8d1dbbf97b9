// Data endpoints: parameter validation, the fairness delay and the response.
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Caller } from './caller.ts'
import { ApiError, methodNotAllowed } from './errors.ts'
import { dataResponses } from './openapi.ts'
import { parseParameters, type ValidationIssue } from './parameters.ts'

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
}

export const noParameters = Type.Object({})

export function addDataRoute<Path extends TObject, Query extends TObject>(
  app: FastifyInstance,
  beforeHandle: (request: FastifyRequest) => Promise<void>,
  route: DataRoute<Path, Query>,
): void {
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
        notFound: route.notFound,
      }),
    },
    handler: async request => {
      const parameters = parseAllParameters(route, request)
      await beforeHandle(request)
      const result = await route.handle(parameters)
      if (result === undefined) throw new ApiError(404, route.notFound ?? 'Not found')
      return result
    },
  })
  rejectOtherMethods(app, route.url, { kind: 'data', endpoint: openapiPath(route.url) })
}

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
