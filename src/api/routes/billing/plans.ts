import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import type { Billing } from '../../../accounts/billing/billing.ts'
import { plans, planTable } from '../../../accounts/plans.ts'
import type { DatabasePool } from '../../../platform/database/pool.ts'
import { accountOperation, addAccountPath } from '../../account-route.ts'
import { PlanSchema, RedirectUrlSchema, SubscriptionSchema } from '../../account-schemas.ts'
import { ApiError, toApiError, unauthorized } from '../../errors.ts'
import { type Limits, requestsPerMinute } from '../../rate-limits.ts'

const checkoutBody = Type.Object({
  plan: Type.Enum(['pro', 'scale'], { type: 'string', description: 'The plan to pay for' }),
})

const billingIsOff = () =>
  new ApiError(409, 'Billing is switched off here: the operator of this service sets plans. Ask them.')

export interface BillingDeps {
  database: DatabasePool
  /** Undefined: switched off. */
  billing: Billing | undefined
  limits: Limits
  /** Where the payment service sends people back to. */
  websiteUrl: string
}

export function addBillingRoutes(app: FastifyInstance, deps: BillingDeps): void {
  const { database, billing, limits } = deps
  const returnUrl = `${deps.websiteUrl}/account`

  addAccountPath(app, 'Billing', '/billing/plans', [
    accountOperation({
      method: 'GET',
      operationId: 'listPlans',
      summary: 'Plans',
      description: 'What each plan allows here, and what it costs. There are no overage charges.',
      response: Type.Array(PlanSchema),
      responseDescription: 'The plans, the smallest first',
      answer: async () =>
        plans.map(plan => ({
          plan,
          name: planTable[plan].name,
          requests_per_minute: requestsPerMinute(plan, limits),
          rate_limit_scope: planTable[plan].rateLimitScope,
          fairness_delay: planTable[plan].fairnessDelay && limits.fairnessDelayMs > 0,
          usd_cents_per_month: planTable[plan].usdCentsPerMonth,
          available: billing !== undefined && plan !== 'starter',
        })),
    }),
  ])

  addAccountPath(app, 'Billing', '/billing/subscription', [
    accountOperation({
      method: 'GET',
      operationId: 'getSubscription',
      summary: 'The plan of the account, and how it is paid',
      description: 'A failed payment leaves the plan for some days; then the account is on Starter.',
      response: SubscriptionSchema,
      responseDescription: 'Plan and subscription',
      async answer({ accountId }) {
        const account = await findOwnAccount(database, accountId)
        if (account === undefined) throw unauthorized() // deleted since its key was found
        const subscription = await billing?.getSubscription(accountId)
        return {
          plan: account.plan,
          plan_until: subscription?.planExpiresAt ?? null,
          status: subscription?.status ?? null,
          current_period_end: subscription?.currentPeriodEnd ?? null,
          cancel_at_period_end: subscription?.cancelAtPeriodEnd ?? false,
          past_due_since: subscription?.pastDueSince ?? null,
        }
      },
    }),
  ])

  addAccountPath(app, 'Billing', '/billing/checkout', [
    accountOperation({
      method: 'POST',
      operationId: 'startCheckout',
      summary: 'Pay for a plan',
      description: 'Answers the page of the payment service where the plan is paid.',
      body: checkoutBody,
      response: RedirectUrlSchema,
      responseDescription: 'Where to pay',
      errors: { 409: 'Billing is switched off, or there is a subscription already' },
      async answer({ accountId }, _parameters, { plan }) {
        if (billing === undefined) throw billingIsOff()
        const account = await findOwnAccount(database, accountId)
        if (account === undefined) throw unauthorized() // deleted since its key was found
        return pageOf(await billing.checkout(account, plan, returnUrl))
      },
    }),
  ])

  addAccountPath(app, 'Billing', '/billing/portal', [
    accountOperation({
      method: 'POST',
      operationId: 'openPortal',
      summary: 'Manage the subscription',
      description:
        'Answers the page of the payment service for changing plan or card, invoices, and cancelling.',
      response: RedirectUrlSchema,
      responseDescription: 'Where to manage it',
      errors: { 409: 'Billing is switched off, or there was never a subscription' },
      async answer({ accountId }) {
        if (billing === undefined) throw billingIsOff()
        return pageOf(await billing.portal({ id: accountId }, returnUrl))
      },
    }),
  ])
}

type Page = Exclude<Awaited<ReturnType<Billing['portal']>>, { error: unknown }>

function pageOf(outcome: Awaited<ReturnType<Billing['checkout' | 'portal']>>): Page {
  if ('error' in outcome) throw toApiError(outcome)
  return outcome
}
