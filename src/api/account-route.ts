// Routes under /auth and /billing: only account keys are accepted, and only for their own account.
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor } from '../accounts/audit-log.ts'
import { jsonBody } from '../platform/http/response-body.ts'
import type { ApiRequest, Operation, Route } from './api-request.ts'
import { parseBody, readBody, validateBody } from './body.ts'
import { noParameters } from './data-route.ts'
import { ApiError, unauthorized } from './errors.ts'
import { accountResponses, type DescribedError, type DescribedOperation } from './openapi-responses.ts'
import { hasProperties, parseParameters, type ValidationIssue } from './parameters.ts'
import { queryParameters } from './url.ts'

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

type Tag = 'Account' | 'Billing'

/** One method of a path without its type parameters. */
interface AccountOperation extends Omit<Operation, 'description'> {
  /** `allow`: the methods of the path. */
  describe: (tag: Tag, allow: readonly string[]) => DescribedOperation
}

export function accountOperation<
  Path extends TObject = typeof noParameters,
  Query extends TObject = typeof noParameters,
  Body extends TObject = typeof noParameters,
>(options: OperationOptions<Path, Query, Body>): AccountOperation {
  const path = options.path ?? noParameters
  const query = options.query ?? noParameters
  const body = options.body ?? noParameters
  const success = options.response === undefined ? 204 : (options.status ?? 200)
  return {
    method: options.method,
    describe: (tag, allow) => ({
      operationId: options.operationId,
      summary: options.summary,
      description: options.description,
      tag,
      path,
      query,
      body,
      security: [{ accountKey: [] }],
      responses: accountResponses({
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
    async prepare(request) {
      const sent = hasProperties(body) ? parseBody(await readBody(request)) : {}
      const issues: ValidationIssue[] = []
      const fromPath = parseParameters(path, 'path', request.pathParameters, issues)
      const fromQuery = parseParameters(query, 'query', queryParameters(request.query), issues)
      const fromBody = validateBody(body, sent, issues)
      if (issues.length > 0) throw new ApiError(422, issues)
      const parameters = { ...fromPath, ...fromQuery } as Static<Path> & Static<Query>
      return async () => {
        const result = await options.handle(ownerOf(request), parameters, fromBody as Static<Body>)
        return { status: success, headers: [], body: success === 204 ? undefined : jsonBody(result) }
      }
    },
  }
}

function ownerOf({ caller }: ApiRequest): Owner {
  if (caller?.principal === undefined) throw unauthorized() // `admit` rejects all other callers
  return { accountId: caller.principal.accountId, by: { actor: 'account key', ipAddress: caller.ipAddress } }
}

export function accountRoute(tag: Tag, url: string, operations: AccountOperation[]): Route {
  const allow = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return {
    url,
    kind: 'account',
    allow,
    operations: operations.map(({ describe, ...operation }) => ({
      ...operation,
      description: describe(tag, allow),
    })),
  }
}
