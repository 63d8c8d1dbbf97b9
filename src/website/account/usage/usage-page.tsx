import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { findOwnAccount, type OwnAccount, setLimitAlerts } from '../../../accounts/account-settings.ts'
import { listKeys } from '../../../accounts/api-keys/queries.ts'
import type { PlanPrices } from '../../../accounts/billing/prices.ts'
import { type Plan, plans, planTable } from '../../../accounts/plans.ts'
import { maxUsageDays, readUsage, type UsageRow } from '../../../accounts/usage/read.ts'
import { Icon } from '../../components/icon.tsx'
import type { WebsiteAccounts, WebsiteContext } from '../../context.ts'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form } from '../../shell/form.tsx'
import { readForm, readQuery } from '../../shell/form-input.ts'
import { redirect, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { OtherPlans } from './other-plans.tsx'
import { Meter, Stat } from './stat.tsx'
import { EndpointTable, OutcomeTable, UsageChart } from './usage-chart.tsx'
import { usageCsv } from './usage-csv.ts'
import { sumByDay, totalOf, type UsageDay } from './usage-days.ts'

/** The values of the parameter `period`, with their days. */
const periods = { '7d': 7, '30d': 30, '90d': maxUsageDays } as const

type Period = keyof typeof periods

export function addUsagePage(
  app: FastifyInstance,
  { database, isMailEnabled, billing }: WebsiteAccounts,
  { requestsPerMinute }: Pick<WebsiteContext, 'requestsPerMinute'>,
): void {
  app.get('/account/usage', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply)
    const filter = readFilter(request)
    const days = periods[filter.period]
    const [usage, keys] = await Promise.all([
      readUsage(database, account.id, days),
      listKeys(database, account.id),
    ])
    const rows = usage.filter(isOfKey(filter.keyId))
    return sendPage(request, reply, {
      title: messages[request.locale].account.usage,
      area: 'app',
      content: (
        <UsagePage
          account={account}
          filter={filter}
          rows={rows}
          days={sumByDay(rows, days, new Date())}
          keyNames={new Map(keys.map(({ id, name }) => [id, name]))}
          isMailEnabled={isMailEnabled}
          requestsPerMinute={requestsPerMinute}
          prices={billing?.getPrices()}
        />
      ),
    })
  })

  app.get('/account/usage.csv', async (request, reply) => {
    const { accountId, accountName } = sessionOf(request)
    const { period, keyId } = readFilter(request)
    const rows = await readUsage(database, accountId, periods[period])
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="larder-${accountName}-usage.csv"`)
      .send(usageCsv(rows.filter(isOfKey(keyId))))
  })

  app.post('/account/usage/alerts', async (request, reply) => {
    await setLimitAlerts(database, sessionOf(request).accountId, readForm(request, 'alerts').alerts === 'on')
    return redirect(reply, '/account/usage')
  })
}

interface Filter {
  period: Period
  /** Null: all keys. */
  keyId: number | null
}

function readFilter(request: FastifyRequest): Filter {
  const period = readQuery(request, 'period')
  const key = readQuery(request, 'key')
  return {
    period: Object.hasOwn(periods, period) ? (period as Period) : '7d',
    keyId: /^[1-9]\d{0,14}$/.test(key) ? Number(key) : null,
  }
}

function pathOf({ period, keyId }: Filter, path = '/account/usage'): string {
  return `${path}?period=${period}${keyId === null ? '' : `&key=${keyId}`}`
}

const isOfKey =
  (keyId: number | null) =>
  ({ key_id }: UsageRow): boolean =>
    keyId === null || key_id === keyId

interface UsagePageProps {
  account: OwnAccount
  filter: Filter
  rows: UsageRow[]
  days: UsageDay[]
  keyNames: Map<number, string>
  isMailEnabled: boolean
  requestsPerMinute: Record<Plan, number>
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
}

function UsagePage(props: UsagePageProps) {
  const { account, filter, rows, days, keyNames, isMailEnabled, requestsPerMinute, prices } = props
  const t = useMessages('account')
  return (
    <>
      <div class="between">
        <div>
          <h1>{t.usage}</h1>
          <p class="muted">{t.usageLead}</p>
        </div>
        <a class="btn" href={pathOf(filter, '/account/usage.csv')} download>
          <Icon name="download" small />
          {t.exportCsv}
        </a>
      </div>
      <Filters filter={filter} keyNames={keyNames} />
      {rows.length === 0 ? (
        <div class="empty">
          <h2>{t.noUsage}</h2>
          <p>{t.noUsageText}</p>
          <p>
            <a href="/account">{t.firstSteps}</a>
          </p>
        </div>
      ) : (
        <>
          <Totals days={days} />
          <section class="card">
            <UsageChart days={days} />
            <OutcomeTable days={days} />
            <EndpointTable days={days} />
          </section>
          <LimitNote days={days} plan={account.plan} />
          <OtherPlans plan={account.plan} days={days} requestsPerMinute={requestsPerMinute} prices={prices} />
          <div class="grid two">
            <Shares title={t.byEndpoint} rows={rows} idOf={({ endpoint }) => endpoint}>
              {({ endpoint }) => <span class="mono">{endpoint}</span>}
            </Shares>
            <Shares title={t.byKey} rows={rows} idOf={({ key_id }) => String(key_id)}>
              {({ key_id, key_name }) => (
                <a href={pathOf({ ...filter, keyId: key_id })}>{key_name ?? t.deletedKey}</a>
              )}
            </Shares>
          </div>
        </>
      )}
      {isMailEnabled && <LimitAlerts account={account} />}
    </>
  )
}

function Filters({ filter, keyNames }: { filter: Filter; keyNames: Map<number, string> }) {
  const t = useMessages('account')
  return (
    <div class="cluster">
      <nav class="seg" aria-label={t.periods}>
        {Object.entries(periods).map(([period, days]) => (
          <a
            key={period}
            href={pathOf({ ...filter, period: period as Period })}
            aria-current={period === filter.period ? 'true' : undefined}
          >
            {t.lastDays({ days })}
          </a>
        ))}
      </nav>
      {filter.keyId !== null && (
        <a class="chip" href={pathOf({ ...filter, keyId: null })} title={t.showAllKeys}>
          {t.onlyKey({ name: keyNames.get(filter.keyId) ?? t.deletedKey })}
          <Icon name="x" small />
          <span class="sr">{t.showAllKeys}</span>
        </a>
      )}
    </div>
  )
}

function Totals({ days }: { days: UsageDay[] }) {
  const t = useMessages('account')
  const format = useFormat()
  const { requests, by } = totalOf(days)
  const share = (count: number) => t.shareOfAll({ percent: format.percent(count / requests, 1) })
  const peak = findRateLimitPeak(days)
  return (
    <dl class="stats">
      <Stat
        name={t.requests}
        value={format.number(requests)}
        foot={by.failed === 0 ? t.allSuccessful : t.others.failed({ count: by.failed })}
      />
      <Stat
        name={t.outcomes['not-found']}
        value={format.number(by['not-found'])}
        foot={share(by['not-found'])}
      />
      <Stat
        name={t.outcomes['rate-limited']}
        value={format.number(by['rate-limited'])}
        foot={peak ? t.peakDay({ day: format.dayAndMonth(peak.start) }) : share(by['rate-limited'])}
      />
    </dl>
  )
}

function findRateLimitPeak(days: UsageDay[]): UsageDay | undefined {
  const [most] = days.toSorted((a, b) => b.by['rate-limited'] - a.by['rate-limited'])
  return most && most.by['rate-limited'] > 0 ? most : undefined
}

function LimitNote({ days, plan }: { days: UsageDay[]; plan: Plan }) {
  const t = useMessages('account')
  const format = useFormat()
  const most = findRateLimitPeak(days)
  if (!most) return null
  const next = plans[plans.indexOf(plan) + 1]
  return (
    <div class="note note-partly">
      <Icon name="triangle-alert" />
      <p>
        <b>{t.limitReached({ day: format.dayAndMonth(most.start) })}</b>{' '}
        {t.requestsRefused({ count: most.by['rate-limited'] })}{' '}
        <a href="/docs/rate-limits">{t.spreadRequests}</a>
        {next && (
          <>
            {' · '}
            <a href="/account/plan">{t.upgradeTo({ plan: planTable[next].name })}</a>
          </>
        )}
      </p>
    </div>
  )
}

interface SharesProps {
  title: string
  rows: UsageRow[]
  idOf: (row: UsageRow) => string
  children: (row: UsageRow) => ComponentChildren
}

/** Requests by endpoint or key, most first. */
function Shares({ title, rows, idOf, children }: SharesProps) {
  const format = useFormat()
  const sums = new Map<string, { row: UsageRow; requests: number }>()
  let total = 0
  for (const row of rows) {
    const sum = sums.get(idOf(row)) ?? { row, requests: 0 }
    sum.requests += row.requests
    total += row.requests
    sums.set(idOf(row), sum)
  }
  return (
    <section class="card stack">
      <h2 class="h-s">{title}</h2>
      <ul class="bar-list">
        {[...sums]
          .toSorted(([, a], [, b]) => b.requests - a.requests)
          .map(([id, { row, requests }]) => (
            <li key={id}>
              {children(row)}
              <span class="tnum">{format.number(requests)}</span>
              <Meter share={requests / total} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function LimitAlerts({ account }: { account: OwnAccount }) {
  const t = useMessages('account')
  const format = useFormat()
  const { hasLimitAlerts } = account
  return (
    <section class="card between">
      <div>
        <h2 class="h-s">{t.limitAlerts}</h2>
        {account.emailIsConfirmed ? (
          <p class="muted">{hasLimitAlerts ? t.limitAlertsOn : t.limitAlertsOff}</p>
        ) : (
          <p class="muted">
            {t.limitAlertsNeedEmail} <a href="/account/email">{t.confirmEmail}</a>
          </p>
        )}
      </div>
      {account.emailIsConfirmed && (
        <Form
          id="alerts"
          action="/account/usage/alerts"
          submit={hasLimitAlerts ? t.turnOff : t.turnOn}
          submitLabel={t.limitAlerts + format.colon + (hasLimitAlerts ? t.turnOff : t.turnOn)}
          variant="quiet"
        >
          <input type="hidden" name="alerts" value={hasLimitAlerts ? 'off' : 'on'} />
        </Form>
      )}
    </section>
  )
}
