import type { FastifyInstance } from 'fastify'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { type Plan, planTable } from '../../../accounts/plans.ts'
import { readUsage, type UsageRow } from '../../../accounts/usage/read.ts'
import { accountWindow } from '../../../platform/rate-limit/window.ts'
import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import type { WebsiteCatalog } from '../../context.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { readQuery } from '../../shell/form-input.ts'
import { sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { type DailyUsage, sumByDay } from './daily-usage.ts'
import { LimitUsage } from './limit-usage.tsx'
import { DayTable, formatNumber, Legend, UsageChart } from './usage-chart.tsx'

const periods = [30, 90]

export function addUsagePage(
  app: FastifyInstance,
  { database }: AccountContext,
  { limiter, apiUrl }: Pick<WebsiteCatalog, 'limiter' | 'apiUrl'>,
  requestsPerMinute: Record<Plan, number>,
): void {
  app.get('/account/usage', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply)
    const period = readQuery(request, 'days') === '90' ? 90 : 30
    const rows = await readUsage(database, account.id, period)
    if (rows.length === 0) {
      return sendPage(request, reply, {
        title: 'Usage',
        content: <NoUsage period={period} apiUrl={apiUrl} />,
      })
    }
    const perMinute = requestsPerMinute[account.plan]
    // Plans limited per IP address have no per-account counter.
    const thisMinute =
      planTable[account.plan].rateLimitScope === 'account'
        ? await limiter.used(accountWindow(account.id, perMinute))
        : undefined
    const days = sumByDay(rows, period, new Date())
    return sendPage(request, reply, {
      title: 'Usage',
      content: (
        <section>
          <UsageHeader period={period} />
          <UsageByDay days={days} />
          <LimitUsage plan={account.plan} perMinute={perMinute} thisMinute={thisMinute} days={days} />
          <h2>By endpoint</h2>
          <Endpoints rows={rows} period={period} />
          <SumTable rows={rows} label="Endpoint" nameOf={row => row.endpoint} />
          <h2>By key</h2>
          <SumTable rows={rows} label="Key" nameOf={row => row.key_name ?? '(deleted key)'} />
        </section>
      ),
    })
  })
}

function UsageHeader({ period }: { period: number }) {
  return (
    <>
      <h1>Usage</h1>
      <p>
        Requests made with your API keys to the data endpoints in the last {period} days (UTC). New requests
        appear within about 10 seconds.
      </p>
      <nav class="usage-periods" aria-label="Period">
        {periods.map(days => (
          <a
            key={days}
            href={`/account/usage?days=${days}`}
            aria-current={days === period ? 'page' : undefined}
          >
            {days} days
          </a>
        ))}
      </nav>
    </>
  )
}

function NoUsage({ period, apiUrl }: { period: number; apiUrl: string }) {
  return (
    <section>
      <UsageHeader period={period} />
      <p class="empty">No requests yet. Usage appears here once you use one of your API keys.</p>
      <h2>Make your first request</h2>
      <p>
        <a href="/account/keys">Create an API key</a>, then run this command with your key in place of
        YOUR_KEY:
      </p>
      <Code
        name="Your first request"
        text={`curl -H 'Authorization: Bearer YOUR_KEY' '${apiUrl}/search?q=whole+milk'`}
        isOutput
      />
    </section>
  )
}

function UsageByDay({ days }: { days: DailyUsage[] }) {
  return (
    <figure class="usage">
      <figcaption>Requests by day and outcome</figcaption>
      <Legend />
      <UsageChart name="All endpoints" days={days} max={maxRequestsPerDay(days)} />
      <DayTable days={days} />
    </figure>
  )
}

/** One chart per endpoint, all on the scale of the busiest. */
function Endpoints({ rows, period }: { rows: UsageRow[]; period: number }) {
  const names = [...new Set(rows.map(({ endpoint }) => endpoint))].sort()
  const charts = names.map(name => ({
    name,
    days: sumByDay(
      rows.filter(({ endpoint }) => endpoint === name),
      period,
      new Date(),
    ),
  }))
  const max = Math.max(...charts.map(({ days }) => maxRequestsPerDay(days)))
  return (
    <div class="usage-multiples">
      {charts.map(({ name, days }) => (
        <figure key={name} class="usage">
          <figcaption>
            <code>{name}</code>
          </figcaption>
          <UsageChart name={name} days={days} max={max} variant="small" />
        </figure>
      ))}
    </div>
  )
}

function maxRequestsPerDay(days: DailyUsage[]): number {
  return Math.max(...days.map(({ requests }) => requests))
}

function SumTable(props: { rows: UsageRow[]; label: string; nameOf: (row: UsageRow) => string }) {
  const { rows, label, nameOf } = props
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.requests)
  return (
    <div class="scroll">
      <table>
        <TableHead columns={[label, 'Requests']} numeric={['Requests']} />
        <tbody>
          {[...sums]
            .toSorted(([, a], [, b]) => b - a)
            .map(([name, requests]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{formatNumber(requests)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
