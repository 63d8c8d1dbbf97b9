// A path of /auth or /billing: for account keys alone, and for what is their account's own (decision 15).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor } from '../accounts/audit-log.ts'
import { parseBody, validateBody } from './body.ts'
import { hasProperties, noParameters, rejectOtherMethods } from './data-route.ts'
import { ApiError, unauthorized } from './errors.ts'
import { accountResponses } from './openapi.ts'
import { parseParameters, type ValidationIssue } from './parameters.ts'

/** Whose key it is, and what the audit will say of who did it. */
interface Owner {
  accountId: number
  by: Actor
}

interface OperationParts<Path extends TObject, Query extends TObject, Body extends TObject> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  operationId: string
  summary: string
  description: string
  path?: Path
  query?: Query
  body?: Body
  /** Schema of the answer; without one it is 204 and has no body. */
  response?: TSchema
  responseDescription: string
  /** For what is made anew. */
  status?: 201
  /** What else it may answer, and when. */
  errors?: Record<number, string>
  answer: (owner: Owner, parameters: Static<Path> & Static<Query>, body: Static<Body>) => Promise<unknown>
}

/** One method of a path, with its types forgotten: ready to be added. */
export interface Operation {
  method: string
  schema: object
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

export function accountOperation<
  Path extends TObject = typeof noParameters,
  Query extends TObject = typeof noParameters,
  Body extends TObject = typeof noParameters,
>(deps: OperationParts<Path, Query, Body>): Operation {
  const path = deps.path ?? noParameters
  const query = deps.query ?? noParameters
  const body = deps.body ?? noParameters
  const success = deps.response === undefined ? 204 : (deps.status ?? 200)
  return {
    method: deps.method,
    schema: {
      operationId: deps.operationId,
      summary: deps.summary,
      description: deps.description,
      ...(hasProperties(path) && { params: path }),
      ...(hasProperties(query) && { querystring: query }),
      ...(hasProperties(body) && { body }),
      security: [{ accountKey: [] }],
      response: accountResponses({
        success,
        description: deps.responseDescription,
        schema: deps.response,
        validated: [path, query, body].some(hasProperties),
        takesBody: hasProperties(body),
        errors: deps.errors ?? {},
      }),
    },
    handler: async (request, reply) => {
      const issues: ValidationIssue[] = []
      const fromPath = parseParameters(path, 'path', request.params as Record<string, string>, issues)
      const fromQuery = parseParameters(query, 'query', request.query as Record<string, string>, issues)
      const sent = hasProperties(body) ? parseBody(request.body as Buffer | undefined) : {}
      const fromBody = validateBody(body, sent, issues)
      if (issues.length > 0) throw new ApiError(422, issues)
      const answer = await deps.answer(
        ownerOf(request),
        { ...fromPath, ...fromQuery } as Static<Path> & Static<Query>,
        fromBody as Static<Body>,
      )
      return reply.code(success).send(success === 204 ? undefined : answer)
    },
  }
}

function ownerOf({ caller }: FastifyRequest): Owner {
  if (caller?.principal === undefined) throw unauthorized() // `admit` lets nobody else in
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
  for (const { method, schema, handler } of operations) {
    app.route({ url, method, config, schema: { ...schema, tags: [tag] }, handler })
  }
  rejectOtherMethods(app, url, config)
}
