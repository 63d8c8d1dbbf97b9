import Type from 'typebox'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import type { Billing } from '../../../accounts/billing/billing.ts'
import type { StripePrice } from '../../../accounts/billing/stripe.ts'
import { plans, planTable } from '../../../accounts/plans.ts'
import type { DatabasePool } from '../../../platform/database/pool.ts'
import { accountOperation, accountRoute } from '../../account-route.ts'
import { PlanSchema, RedirectUrlSchema, SubscriptionSchema } from '../../account-schemas.ts'
import type { Route } from '../../api-request.ts'
import { ApiError, toApiError, unauthorized } from '../../errors.ts'
import { type Limits, requestsPerMinute } from '../../rate-limits.ts'

const checkoutBody = Type.Object({
  plan: Type.Enum(['pro', 'scale'], { type: 'string', description: 'The plan to pay for' }),
})

const billingDisabled = () =>
  new ApiError(409, 'Billing is switched off here: the operator of this service sets plans. Ask them.')

export interface BillingDeps {
  database: DatabasePool
  /** Undefined when billing is disabled. */
  billing: Billing | undefined
  limits: Limits
  /** Stripe redirects users back to this website. */
  websiteUrl: string
}

export function billingRoutes(deps: BillingDeps): Route[] {
  const { database, billing, limits } = deps
  const returnUrl = `${deps.websiteUrl}/account/plan`

  return [
    accountRoute('Billing', '/billing/plans', [
      accountOperation({
        method: 'GET',
        operationId: 'listPlans',
        summary: 'List plans',
        description: 'Rate limits and prices of the plans on this server. There are no overage charges.',
        response: Type.Array(PlanSchema),
        responseDescription: 'Plans, smallest first',
        async handle() {
          const prices = billing?.getPrices()
          return plans.map(plan => ({
            plan,
            name: planTable[plan].name,
            requests_per_minute: requestsPerMinute(plan, limits),
            rate_limit_scope: planTable[plan].rateLimitScope,
            fairness_delay: planTable[plan].fairnessDelay && limits.fairnessDelayMs > 0,
            price: plan === 'starter' ? null : describePrice(prices?.[plan]),
            available: prices !== undefined && plan !== 'starter' && prices[plan]?.isActive !== false,
          }))
        },
      }),
    ]),
    accountRoute('Billing', '/billing/subscription', [
      accountOperation({
        method: 'GET',
        operationId: 'getSubscription',
        summary: 'Get the subscription',
        description:
          'The plan continues for a few days after a failed payment or the end of the paid period, then the account falls back to Starter.',
        response: SubscriptionSchema,
        responseDescription: 'Plan and subscription',
        async handle({ accountId }) {
          const account = await findOwnAccount(database, accountId)
          if (account === undefined) throw unauthorized() // deleted after the key was looked up
          const subscription = await billing?.getSubscription(accountId)
          return {
            plan: account.plan,
            plan_expires_at: subscription?.planExpiresAt ?? null,
            status: subscription?.status ?? null,
            current_period_end: subscription?.currentPeriodEnd ?? null,
            cancel_at_period_end: subscription?.cancelAtPeriodEnd ?? false,
            past_due_since: subscription?.pastDueSince ?? null,
          }
        },
      }),
    ]),
    accountRoute('Billing', '/billing/checkout', [
      accountOperation({
        method: 'POST',
        operationId: 'startCheckout',
        summary: 'Start a checkout',
        description: 'Returns the URL of the Stripe checkout page for the plan.',
        body: checkoutBody,
        response: RedirectUrlSchema,
        responseDescription: 'URL of the checkout page',
        errors: {
          409: {
            description: 'Billing is disabled, or the account already has a subscription or this plan',
            example: billingDisabled(),
          },
        },
        async handle({ accountId }, _parameters, { plan }) {
          if (billing === undefined) throw billingDisabled()
          const account = await findOwnAccount(database, accountId)
          if (account === undefined) throw unauthorized() // deleted after the key was looked up
          return redirectOf(
            await billing.checkout(account, plan, { paid: `${returnUrl}/paid`, cancelled: returnUrl }),
          )
        },
      }),
    ]),
    accountRoute('Billing', '/billing/portal', [
      accountOperation({
        method: 'POST',
        operationId: 'openBillingPortal',
        summary: 'Open the billing portal',
        description:
          'Returns the URL of the Stripe billing portal, to change the plan or card, see invoices, or cancel.',
        response: RedirectUrlSchema,
        responseDescription: 'URL of the billing portal',
        errors: {
          409: {
            description: 'Billing is disabled, or the account has never had a subscription',
            example: billingDisabled(),
          },
        },
        async handle({ accountId }) {
          if (billing === undefined) throw billingDisabled()
          return redirectOf(await billing.portal({ id: accountId }, returnUrl))
        },
      }),
    ]),
  ]
}

/** Null while the price is not known, and for prices that are not a fixed amount per interval. */
function describePrice(price: StripePrice | undefined) {
  if (price === undefined || price.unitAmount === null || price.interval === null) return null
  const { unitAmount, currency, interval, intervalCount } = price
  return { unit_amount: unitAmount, currency, interval, interval_count: intervalCount }
}

type Redirect = Exclude<Awaited<ReturnType<Billing['portal']>>, { error: unknown }>

function redirectOf(outcome: Awaited<ReturnType<Billing['checkout' | 'portal']>>): Redirect {
  if ('error' in outcome) throw toApiError(outcome)
  return outcome
}
