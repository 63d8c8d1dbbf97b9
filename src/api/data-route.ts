// A data endpoint: its parameters, their checking, the fairness delay, and then its own answer.
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Caller } from './caller.ts'
import { ApiError, methodNotAllowed } from './errors.ts'
import { dataResponses } from './openapi.ts'
import { parseParameters, type ValidationIssue } from './parameters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * data: limited and credited; health: open to all, whatever they send; account: for account keys alone;
     * message: signed by its sender, who has no key. Others are open but not limited.
     */
    kind?: 'data' | 'health' | 'account' | 'webhook'
    /** The methods of the path; GET and HEAD when not given. */
    allow?: readonly string[]
    /** The path as the description writes it: what usage is counted under. */
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
  /** Schema of the 200. */
  response: TSchema
  responseDescription: string
  /** When the endpoint can answer 404: its text. */
  notFound?: string
  answer: (parameters: Static<Path> & Static<Query>) => Promise<unknown>
}

export const noParameters = Type.Object({})

export function addDataRoute<Path extends TObject, Query extends TObject>(
  app: FastifyInstance,
  beforeAnswer: (request: FastifyRequest) => Promise<void>,
  route: DataRoute<Path, Query>,
): void {
  app.get(route.url, {
    config: { kind: 'data', endpoint: describedPath(route.url) },
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
      const parameters = readAll(route, request)
      await beforeAnswer(request)
      const answer = await route.answer(parameters)
      if (answer === undefined) throw new ApiError(404, route.notFound ?? 'Not found')
      return answer
    },
  })
  rejectOtherMethods(app, route.url, { kind: 'data', endpoint: describedPath(route.url) })
}

/** Makes the path known whatever the method, so that `admit` can tell each caller why not (decision 14). */
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

/** `/food/:food_id` as OpenAPI writes it. */
function describedPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/** All issues are reported together, those of the path first (decision 1). */
function readAll<Path extends TObject, Query extends TObject>(
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
