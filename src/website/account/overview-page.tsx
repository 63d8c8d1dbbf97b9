import type { FastifyInstance } from 'fastify'
import { findOwnAccount, type OwnAccount } from '../../accounts/account-settings.ts'
import { type Key, listKeys } from '../../accounts/api-keys/queries.ts'
import type { PlanPrices } from '../../accounts/billing/prices.ts'
import type { Subscription } from '../../accounts/billing/subscriptions.ts'
import { type Plan, planTable } from '../../accounts/plans.ts'
import { readUsage } from '../../accounts/usage/read.ts'
import { Code } from '../components/code.tsx'
import { Icon } from '../components/icon.tsx'
import type { WebsiteAccounts, WebsiteCatalog, WebsiteContext } from '../context.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import { KeyStatus, maskedKey } from './api-keys/key-status.tsx'
import { formatPrice } from './billing/price.ts'
import { LimitUse, requestsThisMinute } from './usage/limit-use.tsx'
import { Meter, Sparkline, Stat } from './usage/stat.tsx'
import { UsageChart } from './usage/usage-chart.tsx'
import { sumByDay, totalOf, type UsageDay } from './usage/usage-days.ts'

const shownDays = 30

export function addOverviewPage(
  app: FastifyInstance,
  { database, billing }: WebsiteAccounts,
  { limiter, apiUrl }: Pick<WebsiteCatalog, 'limiter' | 'apiUrl'>,
  { requestsPerMinute }: Pick<WebsiteContext, 'requestsPerMinute'>,
): void {
  app.get('/account', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply) // deleted after the session was loaded
    const perMinute = requestsPerMinute[account.plan]
    const [keys, rows, thisMinute, subscription] = await Promise.all([
      listKeys(database, account.id),
      readUsage(database, account.id, 2 * shownDays),
      requestsThisMinute(limiter, account, perMinute),
      billing?.getSubscription(account.id),
    ])
    const days = sumByDay(rows, 2 * shownDays, new Date())
    return sendPage(request, reply, {
      title: messages[request.locale].account.overview,
      area: 'app',
      content: (
        <Overview
          account={account}
          keys={keys}
          days={days}
          plan={{
            plan: account.plan,
            perMinute,
            thisMinute,
            subscription: subscription ?? undefined,
            prices: billing?.getPrices(),
          }}
          apiUrl={apiUrl}
        />
      ),
    })
  })
}

interface OverviewProps {
  account: OwnAccount
  keys: Key[]
  /** Twice the shown days, for the comparison. */
  days: UsageDay[]
  plan: PlanCardProps
  apiUrl: string
}

function Overview({ account, keys, days, plan, apiUrl }: OverviewProps) {
  const t = useMessages('account')
  const hasRequests = keys.some(({ last_used_at }) => last_used_at !== null) || totalOf(days).requests > 0
  return (
    <>
      <div class="between">
        <div>
          <h1>{t.overview}</h1>
          <p class="muted">
            {account.email ?? account.name} · {t.planOf({ plan: planTable[account.plan].name })}
          </p>
        </div>
        {keys.length > 0 && (
          <a class="btn btn-primary" href="/account/keys/new">
            <Icon name="plus" small />
            {t.createKey}
          </a>
        )}
      </div>
      {hasRequests ? <Figures days={days} /> : <FirstSteps hasKey={keys.length > 0} apiUrl={apiUrl} />}
      <div class="grid two">
        {keys.length > 0 && <KeyCard keys={keys} />}
        <PlanCard {...plan} />
      </div>
    </>
  )
}

function Figures({ days }: Pick<OverviewProps, 'days'>) {
  const t = useMessages('account')
  const format = useFormat()
  const shown = days.slice(-shownDays)
  const previous = totalOf(days.slice(0, -shownDays)).requests
  // Today has not ended and would look like a drop.
  const before = shown.slice(0, -1)
  const { requests, by } = totalOf(shown)
  const today = shown.at(-1)?.requests ?? 0
  const yesterday = shown.at(-2)?.requests ?? 0
  const others = (['not-found', 'rate-limited', 'failed'] as const)
    .filter(outcome => by[outcome] > 0)
    .map(outcome => t.others[outcome]({ count: by[outcome] }))
  return (
    <>
      <dl class="stats">
        <Stat
          name={t.requestsToday}
          value={format.number(today)}
          foot={t.yesterday({ requests: format.number(yesterday) })}
        >
          <Sparkline values={before.map(each => each.requests).slice(-14)} />
        </Stat>
        <Stat
          name={t.last30Days}
          value={format.number(requests)}
          foot={previous > 0 && <Change now={requests} before={previous} />}
        >
          <Sparkline values={before.map(each => each.requests)} />
        </Stat>
        {requests > 0 && (
          <Stat
            name={t.successful}
            value={format.percent(by.successful / requests, 1)}
            foot={others.length === 0 ? t.allSuccessful : others.join(', ')}
          >
            <Meter share={by.successful / requests} />
          </Stat>
        )}
      </dl>
      <section class="card">
        <UsageChart days={shown} />
        <p class="between card-foot">
          <span class="small muted">
            {shown[0] && t.period({ from: format.dayAndMonth(shown[0].start), to: format.date(new Date()) })}
          </span>
          <a class="more" href="/account/usage">
            {t.usageInDetail}
          </a>
        </p>
      </section>
    </>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const t = useMessages('account')
  const format = useFormat()
  const change = Math.round((100 * (now - before)) / before) / 100
  if (change === 0) return <>{t.asManyAsBefore}</>
  const percent = format.percent(Math.abs(change))
  return <>{change > 0 ? t.moreThanBefore({ percent }) : t.lessThanBefore({ percent })}</>
}

/** Until there is a request. */
function FirstSteps({ hasKey, apiUrl }: { hasKey: boolean; apiUrl: string }) {
  const t = useMessages('account')
  return (
    <section class="card stack">
      <div class="between">
        <div>
          <h2 class="h-s">{t.firstSteps}</h2>
          <p class="muted">{t.firstStepsLead}</p>
        </div>
        <a class="more" href="/docs">
          {t.quickStart}
        </a>
      </div>
      <ol class="first-steps">
        <li class={hasKey ? 'is-done' : undefined}>
          <h3>
            {t.stepKey}
            {hasKey && (
              <span class="badge badge-ok">
                <Icon name="check" small />
                {t.done}
              </span>
            )}
          </h3>
          <p class="muted">{t.stepKeyText}</p>
          {!hasKey && (
            <p>
              <a class="btn btn-primary" href="/account/keys/new">
                <Icon name="plus" small />
                {t.createKey}
              </a>
            </p>
          )}
        </li>
        <li>
          <h3>{t.stepRequest}</h3>
          <p class="muted">{t.stepRequestText}</p>
          <Code name={t.terminal} text={firstRequest(apiUrl)} />
        </li>
        <li>
          <h3>{t.stepUsage}</h3>
          <p class="muted">{t.stepUsageText}</p>
        </li>
      </ol>
    </section>
  )
}

function firstRequest(apiUrl: string): string {
  return `curl "${apiUrl}/search?q=whole+milk&limit=3" \\\n  -H "Authorization: Bearer YOUR_KEY"`
}

/** The keys used last. */
const shownKeys = 4

function KeyCard({ keys }: { keys: Key[] }) {
  const t = useMessages('account')
  const format = useFormat()
  const usedAt = ({ last_used_at }: Key) => last_used_at?.getTime() ?? 0
  const shown = keys.toSorted((a, b) => usedAt(b) - usedAt(a)).slice(0, shownKeys)
  return (
    <section class="card card-flush">
      <div class="card-head">
        <h2>{t.apiKeys}</h2>
        <a class="more" href="/account/keys">
          {t.manage}
        </a>
      </div>
      <ul class="lines">
        {shown.map(key => (
          <li key={key.id}>
            <div>
              <b>{key.kind === 'account' ? t.accountKey : key.name}</b>
              <br />
              <span class="mono muted">{maskedKey(key)}</span>
            </div>
            <div class="end-col">
              <KeyStatus of={key} />
              <br />
              <span class="small muted">
                {t.lastUsed + format.colon + (key.last_used_at ? format.date(key.last_used_at) : t.never)}
              </span>
            </div>
          </li>
        ))}
        {keys.length > shownKeys && (
          <li>
            <a href="/account/keys">{t.moreKeys({ count: keys.length - shownKeys })}</a>
          </li>
        )}
      </ul>
    </section>
  )
}

interface PlanCardProps {
  plan: Plan
  perMinute: number
  thisMinute: number | undefined
  subscription: Subscription | undefined
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
}

function PlanCard({ plan, perMinute, thisMinute, subscription, prices }: PlanCardProps) {
  const t = useMessages('account')
  const format = useFormat()
  const locale = useLocale()
  const price = plan === 'starter' ? t.free : formatPrice(prices?.[plan], locale)
  const periodEnd = subscription?.plan ? subscription.currentPeriodEnd : null
  return (
    <section class="card card-flush">
      <div class="card-head">
        <h2>{t.plan}</h2>
        <a class="more" href="/account/plan">
          {t.changePlan}
        </a>
      </div>
      <div class="pad stack">
        <p class="between">
          <span>
            <b class="plan-name">{planTable[plan].name}</b> {price && <span class="muted">{price}</span>}
          </span>
          {subscription?.pastDueSince ? (
            <span class="badge badge-danger">{t.paymentFailed}</span>
          ) : (
            periodEnd && (
              <span class={subscription?.cancelAtPeriodEnd ? 'badge badge-partly' : 'badge'}>
                {subscription?.cancelAtPeriodEnd
                  ? t.endsShort({ day: format.date(periodEnd) })
                  : t.renewsShort({ day: format.date(periodEnd) })}
              </span>
            )
          )}
        </p>
        <LimitUse plan={plan} perMinute={perMinute} thisMinute={thisMinute} />
      </div>
    </section>
  )
}
