import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findOwnAccount, type OwnAccount } from '../../../accounts/account-settings.ts'
import type { Billing } from '../../../accounts/billing/billing.ts'
import type { PlanPrices } from '../../../accounts/billing/prices.ts'
import type { Subscription } from '../../../accounts/billing/subscriptions.ts'
import { type Plan, plans, planTable } from '../../../accounts/plans.ts'
import { Icon } from '../../components/icon.tsx'
import type { WebsiteAccounts, WebsiteCatalog } from '../../context.ts'
import type { Locale } from '../../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { ErrorSummary, Form, type Problem, problemOf } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, redirectExternal, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { LimitUse, requestsThisMinute } from '../usage/limit-use.tsx'
import { displayPrice } from './price.ts'

export function addPlanPages(
  app: FastifyInstance,
  { database, billing, websiteUrl }: WebsiteAccounts,
  { limiter }: Pick<WebsiteCatalog, 'limiter'>,
  requestsPerMinute: Record<Plan, number>,
): void {
  const returnUrl = `${websiteUrl}/account/plan`

  async function page(locale: Locale, account: OwnAccount, problem?: Problem): Promise<Page> {
    const [subscription, thisMinute] = await Promise.all([
      billing?.getSubscription(account.id),
      requestsThisMinute(limiter, account, requestsPerMinute[account.plan]),
    ])
    return {
      title: messages[locale].account.planAndBilling,
      area: 'app',
      content: (
        <PlanPage
          account={account}
          prices={billing?.getPrices()}
          subscription={subscription ?? undefined}
          requestsPerMinute={requestsPerMinute}
          thisMinute={thisMinute}
          problem={problem}
        />
      ),
    }
  }

  app.get('/account/plan', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    return account
      ? sendPage(request, reply, await page(request.locale, account))
      : sendNotFound(request, reply)
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
      const { paymentProvider } = messages[request.locale].account
      if (!('error' in outcome)) return redirectExternal(request, reply, outcome.url, paymentProvider)
      if (outcome.cause) request.log.warn({ request_id: request.id, cause: outcome.cause }, outcome.message)
      // Read again: Stripe may have reported another plan.
      const current = (await findOwnAccount(database, account.id)) ?? account
      return sendFormError(request, reply, outcome, await page(request.locale, current, problemOf(outcome)))
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
  thisMinute: number | undefined
  problem: Problem | undefined
}

function PlanPage(props: PlanProps) {
  const { account, prices, subscription, requestsPerMinute, thisMinute, problem } = props
  const t = useMessages('account')
  const arePricesUnknown = prices !== undefined && !(prices.pro && prices.scale)
  return (
    <>
      <div>
        <h1>{t.planAndBilling}</h1>
        <p class="muted">{t.planLead}</p>
      </div>
      {problem && <ErrorSummary id="plan" problem={problem} />}
      {subscription && <SubscriptionNote subscription={subscription} />}
      <section class="card plan-now">
        <div class="stack-s">
          <p class="eyebrow">{t.yourPlan}</p>
          <p>
            <b class="plan-name">{planTable[account.plan].name}</b>{' '}
            <span class="muted">
              <PlanPrice plan={account.plan} prices={prices} />
            </span>
          </p>
          {subscription && <Renewal subscription={subscription} />}
        </div>
        <div class="stack-s grow">
          <LimitUse plan={account.plan} perMinute={requestsPerMinute[account.plan]} thisMinute={thisMinute} />
        </div>
      </section>
      <section class="stack">
        <h2 class="h-s">{t.comparePlans}</h2>
        <ul class="plans plans-s">
          {plans.map(plan => (
            <PlanOffer key={plan} plan={plan} {...props} />
          ))}
        </ul>
        {arePricesUnknown && (
          <div class="note note-partly">
            <Icon name="triangle-alert" />
            <p>{t.pricesUnavailable}</p>
          </div>
        )}
        <p class="small muted">{prices ? t.planChangesLater : t.plansByOperator}</p>
      </section>
      {subscription && (
        <section class="card between">
          <div class="grow">
            <h2 class="h-s">{t.cardAndInvoices}</h2>
            <p class="muted">{t.cardAndInvoicesText}</p>
          </div>
          <Form id="portal" action="/account/plan/portal" submit={t.manageBilling} variant="quiet" />
        </section>
      )}
    </>
  )
}

function PlanOffer({ plan, account, prices, subscription, requestsPerMinute }: PlanProps & { plan: Plan }) {
  const t = useMessages('account')
  const format = useFormat()
  const isCurrent = plan === account.plan
  const canBuy =
    prices !== undefined &&
    plan !== 'starter' &&
    plans.indexOf(plan) > plans.indexOf(account.plan) &&
    prices[plan]?.isActive !== false &&
    subscription?.plan == null
  const { name, rateLimitScope } = planTable[plan]
  return (
    <li class={isCurrent ? 'plan card is-pick' : 'plan card'}>
      <div class="between">
        <h3>{name}</h3>
        {isCurrent && <span class="badge badge-ok">{t.yourPlan}</span>}
      </div>
      {(prices !== undefined || plan === 'starter') && (
        <p class="price">
          <PlanPrice plan={plan} prices={prices} isLarge />
        </p>
      )}
      <p class="rate">
        <b>{format.number(requestsPerMinute[plan])}</b> {t.requestsPerMinuteShort}
        <br />
        <span class="muted">{rateLimitScope === 'address' ? t.perAddress : t.perAccount}</span>
      </p>
      {canBuy && (
        <Form id={`buy-${plan}`} action="/account/plan/checkout" submit={t.upgradeTo({ plan: name })} isBlock>
          <input type="hidden" name="plan" value={plan} />
        </Form>
      )}
    </li>
  )
}

interface PlanPriceProps {
  plan: Plan
  prices: PlanPrices | undefined
  isLarge?: boolean
}

function PlanPrice({ plan, prices, isLarge = false }: PlanPriceProps) {
  const t = useMessages('account')
  const locale = useLocale()
  if (plan !== 'starter' && prices === undefined) return null
  const parts =
    plan === 'starter' ? { amount: t.free, per: t.freeText } : displayPrice(prices?.[plan], locale)
  if (parts === undefined) return <>{t.priceAtCheckout}</>
  return isLarge ? (
    <>
      <b>{parts.amount}</b> <span class="muted">{parts.per}</span>
    </>
  ) : plan === 'starter' ? (
    parts.amount
  ) : (
    `${parts.amount} ${parts.per}`
  )
}

/** When something about the subscription needs attention. */
function SubscriptionNote({ subscription }: { subscription: Subscription }) {
  const t = useMessages('account')
  const format = useFormat()
  const { plan, pastDueSince, planExpiresAt, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  if (plan === null) {
    return (
      <div class="note">
        <Icon name="info" />
        <p>
          <b>{t.subscriptionEnded}</b> {t.subscriptionEndedText}
        </p>
      </div>
    )
  }
  if (pastDueSince) {
    return (
      <div class="note note-danger">
        <Icon name="circle-alert" />
        <p>
          <b>{t.paymentFailed}</b>{' '}
          {planExpiresAt && t.paymentFailedUntil({ day: format.date(planExpiresAt) })} {t.paymentFailedDo}
        </p>
      </div>
    )
  }
  if (!cancelAtPeriodEnd) return null
  return (
    <div class="note note-partly">
      <Icon name="triangle-alert" />
      <p>
        <b>{t.canceled({ plan: planTable[plan].name })}</b>{' '}
        {currentPeriodEnd && t.canceledUntil({ day: format.date(currentPeriodEnd) })} {t.canceledUndo}
      </p>
    </div>
  )
}

function Renewal({ subscription }: { subscription: Subscription }) {
  const t = useMessages('account')
  const format = useFormat()
  const { plan, pastDueSince, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  if (plan === null || pastDueSince || !currentPeriodEnd) return null
  const day = format.date(currentPeriodEnd)
  return <p class="small muted">{cancelAtPeriodEnd ? t.activeUntil({ day }) : t.renewsOn({ day })}</p>
}
