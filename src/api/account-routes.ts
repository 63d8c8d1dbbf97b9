// Registers the routes under /auth and /billing.
import type { FastifyInstance } from 'fastify'
import type { Billing } from '../accounts/billing/billing.ts'
import type { AccountContext } from '../accounts/context.ts'
import { acceptBodies } from './body.ts'
import { unauthorized } from './errors.ts'
import type { LoadShedder } from './load-shedding.ts'
import { type Limits, limitsByPlan } from './rate-limits.ts'
import { addOwnAccountRoutes } from './routes/account/account.ts'
import { addAuditAndUsageRoutes } from './routes/account/audit-and-usage.ts'
import { addKeyRoutes } from './routes/account/keys.ts'
import { addBillingRoutes } from './routes/billing/plans.ts'
import { addWebhookRoute } from './routes/billing/webhooks.ts'

export interface AccountApiDeps extends AccountContext {
  /** Undefined when billing is disabled. */
  billing: Billing | undefined
}

export async function addAccountRoutes(
  app: FastifyInstance,
  deps: AccountApiDeps,
  limits: Limits,
  loadShedder: Pick<LoadShedder, 'enter'>,
): Promise<void> {
  await app.register(async routes => {
    acceptBodies(routes, loadShedder)
    addOwnAccountRoutes(routes, deps, limits)
    addKeyRoutes(routes, { ...deps, requestsPerMinute: limitsByPlan(limits) })
    addAuditAndUsageRoutes(routes, deps.database)
    addBillingRoutes(routes, { ...deps, limits })
    addWebhookRoute(routes, deps.billing)
    for (const path of ['/auth', '/billing']) addUnknownPaths(routes, path)
  })
}

/** Named keys get the same answer on all paths below `path`, so that they cannot find out which of them exist. */
function addUnknownPaths(app: FastifyInstance, path: string): void {
  for (const url of [path, `${path}/*`]) {
    app.route({
      url,
      method: [...app.supportedMethods],
      config: { kind: 'unknown-account-path' },
      schema: { hide: true },
      handler: () => Promise.reject(unauthorized()),
    })
  }
}
