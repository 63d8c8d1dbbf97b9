import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findOwnAccount, type OwnAccount } from '../../../accounts/account-settings.ts'
import type { Billing } from '../../../accounts/billing/billing.ts'
import type { Subscription } from '../../../accounts/billing/subscriptions.ts'
import { type Plan, plans, planTable } from '../../../accounts/plans.ts'
import { Day } from '../../components/timestamp.tsx'
import type { WebsiteAccounts } from '../../context.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { ErrorSummary, Form, type Problem, problemOf } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirectExternal, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'

export function addPlanPages(
  app: FastifyInstance,
  { database, billing, websiteUrl }: WebsiteAccounts,
  requestsPerMinute: Record<Plan, number>,
): void {
  const returnUrl = `${websiteUrl}/account/plan`

  async function page(account: OwnAccount, problem?: Problem): Promise<Page> {
    const subscription = (await billing?.getSubscription(account.id)) ?? undefined
    const props = { account, billing, subscription, requestsPerMinute, problem }
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
      return sendFormError(request, reply, outcome, await page(account, problemOf(outcome)))
    })
  }
  addBillingRedirect('/account/plan/checkout', (account, request) => {
    const plan = readForm(request, 'plan').plan === 'scale' ? 'scale' : 'pro'
    return billing.checkout(account, plan, returnUrl)
  })
  addBillingRedirect('/account/plan/portal', account => billing.portal(account, returnUrl))
}

interface PlanProps {
  account: OwnAccount
  billing: Billing | undefined
  subscription: Subscription | undefined
  requestsPerMinute: Record<Plan, number>
  problem: Problem | undefined
}

function PlanPage({ account, billing, subscription, requestsPerMinute, problem }: PlanProps) {
  const isSubscribed = subscription?.plan != null
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
            <p class="price">{priceOf(plan)}</p>
            <p>
              {requestsPerMinute[plan].toLocaleString('en-US')} requests per minute,{' '}
              {planTable[plan].rateLimitScope === 'address' ? 'per IP address' : 'shared by all keys'}
            </p>
            {billing && plan !== 'starter' && !isSubscribed && (
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
      {billing ? (
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
  const { pastDueSince, planExpiresAt, currentPeriodEnd, cancelAtPeriodEnd } = subscription
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

function priceOf(plan: Plan): string {
  const cents = planTable[plan].usdCentsPerMonth
  return cents === 0 ? 'Free' : `$${cents / 100} per month`
}
