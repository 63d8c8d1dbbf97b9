// Routes under /auth and /billing: only account keys are accepted, and only for their own account (decision
// 15).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor } from '../accounts/audit-log.ts'
import { parseBody, validateBody } from './body.ts'
import { hasProperties, noParameters, rejectOtherMethods } from './data-route.ts'
import { ApiError, unauthorized } from './errors.ts'
import { accountResponses, type DescribedError } from './openapi-responses.ts'
import { parseParameters, type ValidationIssue } from './parameters.ts'

/** The account of the key, and the actor for the audit log. */
interface Owner {
  accountId: number
  by: Actor
}

interface OperationOptions<Path extends TObject, Query extends TObject, Body extends TObject> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  operationId: string
  summary: string
  description: string
  path?: Path
  query?: Query
  body?: Body
  /** Schema of the response body; without one the response is 204. */
  response?: TSchema
  responseDescription: string
  /** For operations that create something. */
  status?: 201
  /** Further error responses by status. */
  errors?: Record<number, DescribedError>
  handle: (owner: Owner, parameters: Static<Path> & Static<Query>, body: Static<Body>) => Promise<unknown>
}

/** One method of a path without its type parameters, ready to be registered. */
export interface Operation {
  method: string
  /** `allow`: the methods of the path. */
  describe: (allow: readonly string[]) => object
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

export function accountOperation<
  Path extends TObject = typeof noParameters,
  Query extends TObject = typeof noParameters,
  Body extends TObject = typeof noParameters,
>(options: OperationOptions<Path, Query, Body>): Operation {
  const path = options.path ?? noParameters
  const query = options.query ?? noParameters
  const body = options.body ?? noParameters
  const success = options.response === undefined ? 204 : (options.status ?? 200)
  return {
    method: options.method,
    describe: allow => ({
      operationId: options.operationId,
      summary: options.summary,
      description: options.description,
      ...(hasProperties(path) && { params: path }),
      ...(hasProperties(query) && { querystring: query }),
      ...(hasProperties(body) && { body }),
      security: [{ accountKey: [] }],
      response: accountResponses({
        method: options.method,
        allow,
        success,
        description: options.responseDescription,
        schema: options.response,
        validated: [path, query, body].some(hasProperties),
        takesBody: hasProperties(body),
        errors: options.errors ?? {},
      }),
    }),
    handler: async (request, reply) => {
      const issues: ValidationIssue[] = []
      const fromPath = parseParameters(path, 'path', request.params as Record<string, string>, issues)
      const fromQuery = parseParameters(query, 'query', request.query as Record<string, string>, issues)
      const sent = hasProperties(body) ? parseBody(request.body as Buffer | undefined) : {}
      const fromBody = validateBody(body, sent, issues)
      if (issues.length > 0) throw new ApiError(422, issues)
      const result = await options.handle(
        ownerOf(request),
        { ...fromPath, ...fromQuery } as Static<Path> & Static<Query>,
        fromBody as Static<Body>,
      )
      return reply.code(success).send(success === 204 ? undefined : result)
    },
  }
}

function ownerOf({ caller }: FastifyRequest): Owner {
  if (caller?.principal === undefined) throw unauthorized() // the pipeline rejects all other callers
  return { accountId: caller.principal.accountId, by: { actor: 'account key', ipAddress: caller.ipAddress } }
}

export function addAccountPath(
  app: FastifyInstance,
  tag: 'Account' | 'Billing',
  url: string,
  operations: Operation[],
): void {
  const allow = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const config = { kind: 'account' as const, allow }
  for (const { method, describe, handler } of operations) {
    app.route({ url, method, config, schema: { ...describe(allow), tags: [tag] }, handler })
  }
  rejectOtherMethods(app, url, config)
}
