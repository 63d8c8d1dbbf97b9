import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { findOwnAccount, type OwnAccount, setLimitAlerts } from '../../../accounts/account-settings.ts'
import { listKeys } from '../../../accounts/api-keys/queries.ts'
import type { PlanPrices } from '../../../accounts/billing/prices.ts'
import { type Plan, plans, planTable } from '../../../accounts/plans.ts'
import {
  maxUsageDays,
  type ResponseTimes,
  readHourlyUsage,
  readResponseTimes,
  readUsage,
  type UsageCount,
} from '../../../accounts/usage/read.ts'
import type { LoggedRequest } from '../../../accounts/usage/recent-requests.ts'
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
import { RequestTable } from './request-table.tsx'
import { ResponseTimeNote, ResponseTimeStat } from './response-time.tsx'
import { Meter, Stat } from './stat.tsx'
import { type ColumnUnit, EndpointTable, labelOf, OutcomeTable, UsageChart } from './usage-chart.tsx'
import { sumByDay, sumByHour, totalOf, type UsageColumn } from './usage-columns.ts'
import { usageCsv } from './usage-csv.ts'

/** The values of the parameter `period`, with their days. */
const periods = { '24h': 1, '7d': 7, '30d': 30, '90d': maxUsageDays } as const

type Period = keyof typeof periods

/** Hours are stored for 8 days. */
const maxHourlyDays = 7

/** Requests of the log that the page shows; the others are on their own page. */
const latestRequests = 6

export function addUsagePage(
  app: FastifyInstance,
  { database, recentRequests, isMailEnabled, billing }: WebsiteAccounts,
  { requestsPerMinute, freeLimits }: Pick<WebsiteContext, 'requestsPerMinute' | 'freeLimits'>,
): void {
  app.get('/account/usage', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply)
    const filter = readFilter(request)
    const [usage, responseTimes, log = [], keys, prices] = await Promise.all([
      findUsage(account.id, filter),
      readResponseTimes(database, account.id, periods[filter.period], filter.keyId),
      recentRequests.read(account.id),
      listKeys(database, account.id),
      billing?.getPrices(),
    ])
    const ofKey = log.filter(({ keyId }) => filter.keyId === null || keyId === filter.keyId)
    return sendPage(request, reply, {
      title: messages[request.locale].account.usage,
      area: 'app',
      content: (
        <UsagePage
          account={account}
          filter={filter}
          {...usage}
          responseTimes={responseTimes}
          log={ofKey.slice(0, latestRequests)}
          keyNames={new Map(keys.map(({ id, name }) => [id, name]))}
          isMailEnabled={isMailEnabled}
          requestsPerMinute={requestsPerMinute}
          fairnessDelayMs={freeLimits.fairnessDelayMs}
          prices={prices}
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

  async function findUsage(accountId: number, { period, keyId }: Filter): Promise<Usage> {
    const now = new Date()
    if (period === '24h') {
      const rows = (await readHourlyUsage(database, accountId, 24)).filter(isOfKey(keyId))
      const hours = { columns: sumByHour(rows, 24, now), unit: 'hour' } as const
      return { rows, ...hours, finest: hours }
    }
    const days = periods[period]
    const [rows, hourly] = await Promise.all([
      readUsage(database, accountId, days),
      days <= maxHourlyDays ? readHourlyUsage(database, accountId, 24 * days) : undefined,
    ])
    const ofKey = rows.filter(isOfKey(keyId))
    const columns = sumByDay(ofKey, days, now)
    return {
      rows: ofKey,
      columns,
      unit: 'day',
      finest: hourly
        ? { columns: sumByHour(hourly.filter(isOfKey(keyId)), 24 * days, now), unit: 'hour' }
        : { columns, unit: 'day' },
    }
  }
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
  ({ key_id }: UsageCount): boolean =>
    keyId === null || key_id === keyId

interface Usage {
  rows: UsageCount[]
  columns: UsageColumn[]
  unit: ColumnUnit
  /** By hour if hours of the whole period are stored: the closer to a minute, the more can be said about limits. */
  finest: { columns: UsageColumn[]; unit: ColumnUnit }
}

interface UsagePageProps extends Usage {
  account: OwnAccount
  filter: Filter
  responseTimes: ResponseTimes | undefined
  log: LoggedRequest[]
  keyNames: Map<number, string>
  isMailEnabled: boolean
  requestsPerMinute: Record<Plan, number>
  fairnessDelayMs: number
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
}

function UsagePage(props: UsagePageProps) {
  const { account, filter, rows, columns, unit, responseTimes, log, keyNames, isMailEnabled } = props
  const { finest, requestsPerMinute, fairnessDelayMs, prices } = props
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
          <Totals columns={columns} unit={unit} responseTimes={responseTimes} />
          {responseTimes && <ResponseTimeNote plan={account.plan} fairnessDelayMs={fairnessDelayMs} />}
          <section class="card">
            <UsageChart columns={columns} unit={unit} />
            <OutcomeTable columns={columns} unit={unit} />
            <EndpointTable columns={columns} unit={unit} />
          </section>
          <LimitNote columns={columns} unit={unit} plan={account.plan} />
          <OtherPlans plan={account.plan} {...finest} requestsPerMinute={requestsPerMinute} prices={prices} />
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
      {log.length > 0 && (
        <section class="card card-flush">
          <div class="card-head">
            <h2>{t.latestRequests}</h2>
            <a class="more" href="/account/usage/requests">
              {t.allRequests}
            </a>
          </div>
          <RequestTable requests={log} keyNames={keyNames} />
        </section>
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
            {period === '24h' ? t.last24Hours : t.lastDays({ days })}
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

interface TotalsProps {
  columns: UsageColumn[]
  unit: ColumnUnit
  responseTimes: ResponseTimes | undefined
}

function Totals({ columns, unit, responseTimes }: TotalsProps) {
  const t = useMessages('account')
  const format = useFormat()
  const { requests, by } = totalOf(columns)
  const share = (count: number) => t.shareOfAll({ percent: format.percent(count / requests, 1) })
  const peak = findRateLimitPeak(columns)
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
        foot={
          peak && unit === 'day'
            ? t.peakDay({ day: format.dayAndMonth(peak.start) })
            : share(by['rate-limited'])
        }
      />
      {responseTimes && (
        <ResponseTimeStat
          name={unit === 'day' ? t.responseTime : t.responseTimeToday}
          times={responseTimes}
        />
      )}
    </dl>
  )
}

function findRateLimitPeak(columns: UsageColumn[]): UsageColumn | undefined {
  const [most] = columns.toSorted((a, b) => b.by['rate-limited'] - a.by['rate-limited'])
  return most && most.by['rate-limited'] > 0 ? most : undefined
}

function LimitNote({ columns, unit, plan }: { columns: UsageColumn[]; unit: ColumnUnit; plan: Plan }) {
  const t = useMessages('account')
  const format = useFormat()
  const most = findRateLimitPeak(columns)
  if (!most) return null
  const label = labelOf(most, unit, format)
  const next = plans[plans.indexOf(plan) + 1]
  return (
    <div class="note note-partly">
      <Icon name="triangle-alert" />
      <p>
        <b>{unit === 'day' ? t.limitReached({ day: label }) : t.limitReachedHour({ hour: label })}</b>{' '}
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
  rows: UsageCount[]
  idOf: (row: UsageCount) => string
  children: (row: UsageCount) => ComponentChildren
}

/** Requests by endpoint or key, most first. */
function Shares({ title, rows, idOf, children }: SharesProps) {
  const format = useFormat()
  const sums = new Map<string, { row: UsageCount; requests: number }>()
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
