// What was done and what was used: usage, audit and sessions.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { listAuditEvents } from '../../../accounts/audit-log.ts'
import { deleteSession, listSessions } from '../../../accounts/sign-in/sessions.ts'
import { maxUsageDays, readUsage } from '../../../accounts/usage/read.ts'
import type { DatabasePool } from '../../../platform/database/pool.ts'
import { accountOperation, addAccountPath } from '../../account-route.ts'
import { AuditEntrySchema, SessionSchema, UsageSchema } from '../../account-schemas.ts'
import { ApiError } from '../../errors.ts'

const usageQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxUsageDays,
      default: 30,
      description: 'So many days, today included',
    }),
  ),
})

const auditQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many entries at most' }),
  ),
  before: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only older ones: the id of the last entry of the page before' }),
  ),
})

const sessionPath = Type.Object({ session_id: Type.Integer({ description: 'The id of the session' }) })

export function addAuditAndUsageRoutes(app: FastifyInstance, database: DatabasePool): void {
  addAccountPath(app, 'Account', '/auth/usage', [
    accountOperation({
      method: 'GET',
      operationId: 'getUsage',
      summary: 'Usage',
      description: `Requests to the data endpoints by day (UTC), endpoint, status and key, for up to ${maxUsageDays} days. A request shows within some ten seconds.`,
      query: usageQuery,
      response: UsageSchema,
      responseDescription: 'The newest day first',
      async answer({ accountId }, { days = 30 }) {
        const usage = await readUsage(database, accountId, days)
        return { days, requests: usage.reduce((sum, { requests }) => sum + requests, 0), usage }
      },
    }),
  ])

  addAccountPath(app, 'Account', '/auth/audit', [
    accountOperation({
      method: 'GET',
      operationId: 'listAudit',
      summary: 'Audit',
      description: 'Who did what to the account, its keys and its plan, when and from where.',
      query: auditQuery,
      response: Type.Array(AuditEntrySchema),
      responseDescription: 'The newest first',
      answer: ({ accountId }, { limit = 100, before }) => listAuditEvents(database, accountId, limit, before),
    }),
  ])

  addAccountPath(app, 'Account', '/auth/sessions', [
    accountOperation({
      method: 'GET',
      operationId: 'listSessions',
      summary: 'Sessions',
      description: 'The browsers that are signed in to the website.',
      response: Type.Array(SessionSchema),
      responseDescription: 'The last used first',
      answer: ({ accountId }) => listSessions(database, accountId),
    }),
  ])

  addAccountPath(app, 'Account', '/auth/sessions/:session_id', [
    accountOperation({
      method: 'DELETE',
      operationId: 'endSession',
      summary: 'Sign a browser out',
      description: 'It has to sign in again.',
      path: sessionPath,
      responseDescription: 'It is signed out',
      errors: { 404: 'Session not found' },
      async answer({ accountId, by }, { session_id }) {
        if (!(await deleteSession(database, accountId, session_id, by)))
          throw new ApiError(404, 'Session not found')
      },
    }),
  ])
}
