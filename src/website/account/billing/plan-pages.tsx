import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findOwnAccount, type OwnAccount } from '../../../accounts/account-settings.ts'
import type { Billing } from '../../../accounts/billing/billing.ts'
import type { PlanPrices } from '../../../accounts/billing/prices.ts'
import type { Subscription } from '../../../accounts/billing/subscriptions.ts'
import { type Plan, plans, planTable } from '../../../accounts/plans.ts'
import { Day } from '../../components/timestamp.tsx'
import type { WebsiteAccounts } from '../../context.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { ErrorSummary, Form, type Problem, problemOf } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, redirectExternal, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { formatPrice } from './price.ts'

export function addPlanPages(
  app: FastifyInstance,
  { database, billing, websiteUrl }: WebsiteAccounts,
  requestsPerMinute: Record<Plan, number>,
): void {
  const returnUrl = `${websiteUrl}/account/plan`

  async function page(account: OwnAccount, problem?: Problem): Promise<Page> {
    const subscription = (await billing?.getSubscription(account.id)) ?? undefined
    const prices = await billing?.getPrices()
    const props = { account, prices, subscription, requestsPerMinute, problem }
    return { title: 'Billing', content: <PlanPage {...props} /> }
  }

  app.get('/account/plan', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    return account ? sendPage(request, reply, await page(account)) : sendNotFound(request, reply)
  })
  if (billing === undefined) return

  /** Redirects to a page hosted by the payment provider. */
  function addBillingRedirect(
    path: string,
    createUrl: (account: OwnAccount, request: FastifyRequest) => ReturnType<Billing['checkout']>,
  ) {
    app.post(path, async (request, reply) => {
      const account = await findOwnAccount(database, sessionOf(request).accountId)
      if (!account) return sendNotFound(request, reply)
      const outcome = await createUrl(account, request)
      if (!('error' in outcome)) return redirectExternal(request, reply, outcome.url, 'our payment provider')
      if (outcome.cause) request.log.warn({ request_id: request.id, cause: outcome.cause }, outcome.message)
      // Read again: Stripe may have reported another plan.
      const current = (await findOwnAccount(database, account.id)) ?? account
      return sendFormError(request, reply, outcome, await page(current, problemOf(outcome)))
    })
  }
  addBillingRedirect('/account/plan/checkout', (account, request) => {
    const plan = readForm(request, 'plan').plan === 'scale' ? 'scale' : 'pro'
    return billing.checkout(account, plan, { paid: `${returnUrl}/paid`, cancelled: returnUrl })
  })
  addBillingRedirect('/account/plan/portal', account => billing.portal(account, returnUrl))

  // Stripe sends the customer here after the payment, often before its webhook has arrived.
  app.get('/account/plan/paid', async (request, reply) => {
    const subscription = await billing.refreshSubscription(sessionOf(request).accountId)
    if (subscription && 'error' in subscription) {
      const { cause, message } = subscription
      request.log.warn({ request_id: request.id, cause }, message)
      return redirect(reply, '/account/plan', 'payment-pending')
    }
    return redirect(reply, '/account/plan', subscription?.plan ? 'plan-active' : 'payment-pending')
  })
}

interface PlanProps {
  account: OwnAccount
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
  subscription: Subscription | undefined
  requestsPerMinute: Record<Plan, number>
  problem: Problem | undefined
}

function PlanPage({ account, prices, subscription, requestsPerMinute, problem }: PlanProps) {
  const canBuy = (plan: Plan) =>
    prices !== undefined &&
    plan !== 'starter' &&
    plans.indexOf(plan) > plans.indexOf(account.plan) &&
    prices[plan]?.isActive !== false &&
    subscription?.plan == null
  const arePricesUnknown = prices !== undefined && !(prices.pro && prices.scale)
  return (
    <section>
      <h1>Billing</h1>
      {problem && <ErrorSummary id="plan" problem={problem} />}
      {subscription && <SubscriptionStatus subscription={subscription} />}
      <ul class="plans">
        {plans.map(plan => (
          <li key={plan} class={plan === account.plan ? 'current' : undefined}>
            <h2>
              {planTable[plan].name} {plan === account.plan && <span class="tag good">current plan</span>}
            </h2>
            <PlanPrice plan={plan} prices={prices} />
            <p>
              {requestsPerMinute[plan].toLocaleString('en-US')} requests per minute,{' '}
              {planTable[plan].rateLimitScope === 'address' ? 'per IP address' : 'shared by all keys'}
            </p>
            {canBuy(plan) && (
              <Form
                id={`buy-${plan}`}
                action="/account/plan/checkout"
                submit={`Upgrade to ${planTable[plan].name}`}
              >
                <input type="hidden" name="plan" value={plan} />
              </Form>
            )}
          </li>
        ))}
      </ul>
      {arePricesUnknown && (
        <p class="callout">
          Our payment provider is not responding, so some prices cannot be shown. You will see the price
          before you pay.
        </p>
      )}
      {prices ? (
        <p class="quiet">
          There are no usage charges beyond the plan price. Changes appear here once the payment provider has
          confirmed them.
        </p>
      ) : (
        <p class="callout">Plans are assigned by the service operator. Contact them to change yours.</p>
      )}
      {subscription && (
        <Form id="portal" action="/account/plan/portal" submit="Manage subscription" variant="quiet" />
      )}
    </section>
  )
}

function SubscriptionStatus({ subscription }: { subscription: Subscription }) {
  const { plan, pastDueSince, planExpiresAt, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  if (plan === null) return null
  if (pastDueSince) {
    return (
      <p class="callout">
        Your last payment failed.{' '}
        {planExpiresAt && (
          <>
            Your plan remains active until <Day at={planExpiresAt} />.{' '}
          </>
        )}
        Update your payment method below.
      </p>
    )
  }
  if (!currentPeriodEnd) return null
  return (
    <p>
      {cancelAtPeriodEnd ? 'Ends on ' : 'Renews on '}
      <Day at={currentPeriodEnd} />.
    </p>
  )
}

function PlanPrice({ plan, prices }: { plan: Plan; prices: PlanPrices | undefined }) {
  if (plan === 'starter') return <p class="price">Free</p>
  if (prices === undefined) return null
  return <p class="price">{formatPrice(prices[plan]) ?? 'Price shown at checkout'}</p>
}
