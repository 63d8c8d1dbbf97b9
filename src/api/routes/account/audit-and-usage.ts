// Usage, audit log and sessions.
import Type from 'typebox'
import { listAuditEvents } from '../../../accounts/audit-log.ts'
import { deleteSession, listSessions } from '../../../accounts/sign-in/sessions.ts'
import { maxUsageDays, readUsage } from '../../../accounts/usage/read.ts'
import type { DatabasePool } from '../../../platform/database/pool.ts'
import { accountOperation, accountRoute } from '../../account-route.ts'
import { AuditEntrySchema, SessionSchema, UsageSchema } from '../../account-schemas.ts'
import type { Route } from '../../api-request.ts'
import { ApiError } from '../../errors.ts'

const usageQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxUsageDays,
      default: 30,
      description: 'Number of days, including today',
    }),
  ),
})

const auditQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of entries' }),
  ),
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Return only older entries: the id of the last entry on the previous page',
    }),
  ),
})

const sessionPath = Type.Object({
  session_id: Type.Integer({ description: 'Session id', examples: [55] }),
})

const sessionNotFound = () => new ApiError(404, 'Session not found')

export function auditAndUsageRoutes(database: DatabasePool): Route[] {
  return [
    accountRoute('Account', '/auth/usage', [
      accountOperation({
        method: 'GET',
        operationId: 'getUsage',
        summary: 'Get usage',
        description: `Requests to the data endpoints by day (UTC), endpoint, status and key, for up to ${maxUsageDays} days. Requests appear after about ten seconds.`,
        query: usageQuery,
        response: UsageSchema,
        responseDescription: 'Usage, newest day first',
        async handle({ accountId }, { days = 30 }) {
          const usage = await readUsage(database, accountId, days)
          return { days, requests: usage.reduce((sum, { requests }) => sum + requests, 0), usage }
        },
      }),
    ]),
    accountRoute('Account', '/auth/audit', [
      accountOperation({
        method: 'GET',
        operationId: 'listAuditLog',
        summary: 'List the audit log',
        description: 'Changes to the account, its keys and its plan, with actor, time and IP address.',
        query: auditQuery,
        response: Type.Array(AuditEntrySchema),
        responseDescription: 'Audit entries, newest first',
        handle: ({ accountId }, { limit = 100, before }) =>
          listAuditEvents(database, accountId, limit, before),
      }),
    ]),
    accountRoute('Account', '/auth/sessions', [
      accountOperation({
        method: 'GET',
        operationId: 'listSessions',
        summary: 'List sessions',
        description: 'Browser sessions that are signed in to the website.',
        response: Type.Array(SessionSchema),
        responseDescription: 'Sessions, most recently used first',
        handle: ({ accountId }) => listSessions(database, accountId),
      }),
    ]),
    accountRoute('Account', '/auth/sessions/:session_id', [
      accountOperation({
        method: 'DELETE',
        operationId: 'endSession',
        summary: 'Sign out a session',
        description: 'The browser has to sign in again.',
        path: sessionPath,
        responseDescription: 'The session was signed out',
        errors: { 404: { description: 'Session not found', example: sessionNotFound() } },
        async handle({ accountId, by }, { session_id }) {
          if (!(await deleteSession(database, accountId, session_id, by))) throw sessionNotFound()
        },
      }),
    ]),
  ]
}
