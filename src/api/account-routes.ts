// The routes of /auth and /billing in order.
import type { FastifyInstance } from 'fastify'
import type { Billing } from '../accounts/billing/billing.ts'
import type { AccountParts } from '../accounts/context.ts'
import { addOwnAccountRoutes } from './routes/account/account.ts'
import { addKeyRoutes } from './routes/account/keys.ts'
import { addRecordRoutes } from './routes/account/audit-and-usage.ts'
import { addMessageRoute } from './routes/billing/webhooks.ts'
import { addBillingRoutes } from './routes/billing/plans.ts'
import type { Limits } from './rate-limits.ts'

export interface AccountApiParts extends AccountParts {
  /** Undefined: switched off. */
  billing: Billing | undefined
}

export async function addAccountRoutes(
  app: FastifyInstance,
  parts: AccountApiParts,
  limits: Limits,
): Promise<void> {
  await app.register(async routes => {
    // Bodies as bytes, whatever they are said to be: JSON is read where its faults can be told, and signatures
    // are over bytes.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    addOwnAccountRoutes(routes, parts, limits)
    addKeyRoutes(routes, parts.database, parts.secret)
    addRecordRoutes(routes, parts.database)
    addBillingRoutes(routes, { ...parts, limits })
    addMessageRoute(routes, parts.billing)
  })
}
