// Whether this node reaches what it needs, how old the catalog is, and the requests of yesterday.

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type DailyTotals, readDailyTotals } from '../../accounts/usage/read.ts'
import { isSourceId, sourceFacts } from '../../food/sources.ts'
import {
  availabilityByDay,
  type DayAvailability,
  type ProbedDay,
  readProbedDays,
} from '../../platform/availability-history.ts'
import { Icon } from '../components/icon.tsx'
import { TableHead } from '../components/table-head.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import type { WebsiteCatalog, WebsiteContext } from '../context.ts'
import { useFormat, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export function addStatusPage(app: FastifyInstance, context: WebsiteContext): void {
  const { catalog, availability, accounts, hasUsage } = context
  const totals = hasUsage ? cached(() => readDailyTotals(accounts.database)) : undefined
  const history = cached(() => readProbedDays(accounts.database))
  app.get('/status', { config: { isPublic: true } }, async (request, reply) => {
    const t = messages[request.locale].public.status
    const isDatabaseUp = availability.isDatabaseUp()
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: `${catalog.websiteUrl}/status`,
      cacheControl: 'public, max-age=10',
      content: (
        <Status
          isDatabaseUp={isDatabaseUp}
          isRedisUp={availability.isRedisUp()}
          catalog={catalog.stats.catalog()}
          totals={isDatabaseUp ? await totals?.() : undefined}
          history={isDatabaseUp ? await history() : undefined}
        />
      ),
    })
  })
}

const refreshAfterMs = 60_000
const retryAfterMs = 10_000
const maxWaitMs = 300

/** Counting a day of many keys takes a moment: the page waits briefly, then shows what is known. */
function cached<Known>(read: () => Promise<Known>): () => Promise<Known | undefined> {
  let known: Known | undefined
  let nextReadAt = 0
  let reading: Promise<void> | undefined
  async function refresh() {
    nextReadAt = performance.now() + retryAfterMs
    try {
      known = await read()
      nextReadAt = performance.now() + refreshAfterMs
    } catch {
      // The page says whether the database can be reached.
      known = undefined
    } finally {
      reading = undefined
    }
  }
  return async () => {
    if (performance.now() >= nextReadAt) reading ??= refresh()
    if (reading && known === undefined)
      await Promise.race([reading, wait(maxWaitMs, undefined, { ref: false })])
    return known
  }
}

interface StatusProps {
  isDatabaseUp: boolean
  isRedisUp: boolean
  catalog: ReturnType<WebsiteCatalog['stats']['catalog']>
  totals: DailyTotals | undefined
  history: ProbedDay[] | undefined
}

function Status({ isDatabaseUp, isRedisUp, catalog, totals, history }: StatusProps) {
  const t = useMessages('public').status
  const isAllUp = isDatabaseUp && isRedisUp
  const parts: [name: string, isUp: boolean, text: string][] = [
    [t.website, true, t.websiteText],
    [t.database, isDatabaseUp, isDatabaseUp ? t.databaseUp : t.databaseDown],
    [t.redis, isRedisUp, isRedisUp ? t.redisUp : t.redisDown],
  ]
  return (
    <div class="wrap narrow stack-l">
      <h1 class="h-xl page-top">{t.title}</h1>
      <div class={isAllUp ? 'note note-ok' : isDatabaseUp ? 'note note-partly' : 'note note-danger'}>
        <Icon name={isAllUp ? 'circle-check' : 'triangle-alert'} />
        <p>
          <b>{isAllUp ? t.allGood : isDatabaseUp ? t.degraded : t.databaseAway}</b>
        </p>
      </div>
      <ul class="card card-flush parts">
        {parts.map(([name, isUp, text]) => (
          <li key={name}>
            <div class="between">
              <h2 class="h-s">{name}</h2>
              <span class={isUp ? 'badge badge-ok' : 'badge badge-danger'}>
                <Icon name={isUp ? 'check' : 'x'} />
                {isUp ? t.up : t.down}
              </span>
            </div>
            <p class="small muted">{text}</p>
          </li>
        ))}
      </ul>
      {history && <History days={availabilityByDay(history, new Date())} />}
      <Catalog catalog={catalog} isCurrent={isDatabaseUp} />
      {totals && <Requests totals={totals} />}
      <p class="small muted">{t.perServer({ time: () => <Timestamp at={new Date()} /> })}</p>
    </div>
  )
}

const barWidth = 8
const barHeight = 32

/** What a bar shows; a day with a few missing minutes was still a good one. */
function classOf({ minutes, up, unknown }: DayAvailability): string {
  if (unknown === minutes) return 'f-rest'
  return up >= 0.999 * minutes ? 'f-ok' : up >= 0.95 * minutes ? 'f-limited' : 'f-failed'
}

function History({ days }: { days: DayAvailability[] }) {
  const t = useMessages('public').status.history
  const format = useFormat()
  const sum = (count: (day: DayAvailability) => number) => days.reduce((total, day) => total + count(day), 0)
  const minutes = sum(day => day.minutes)
  const upOf = (day: DayAvailability) =>
    day.unknown === day.minutes ? t.noData : format.percent(day.up / day.minutes, 2)
  const share =
    minutes === 0
      ? t.empty
      : t.share({
          percent: format.percent(sum(({ up }) => up) / minutes, 3),
          minutes,
        })
  const title = t.title({ days: format.number(days.length) })
  const numeric = [t.up, t.failed, t.unknown]
  return (
    <section class="stack-s">
      <div class="between">
        <h2>{title}</h2>
        <span class="muted">{share}</span>
      </div>
      <svg
        class="day-bars"
        viewBox={`0 0 ${days.length * barWidth} ${barHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={title + format.colon + share}
      >
        {days.map((day, index) => (
          <rect
            key={index}
            class={classOf(day)}
            x={index * barWidth}
            width={barWidth - 2}
            height={barHeight}
            rx={1}
          >
            <title>{format.date(day.start) + format.colon + upOf(day)}</title>
          </rect>
        ))}
      </svg>
      <details class="disclose">
        <summary>
          <Icon name="chevron-right" small />
          {t.showTable}
        </summary>
        <section class="table-wrap" tabindex={0} aria-label={title}>
          <table class="table">
            <TableHead columns={[t.day, ...numeric]} numeric={numeric} />
            <tbody>
              {days.toReversed().map(day => (
                <tr key={day.start.getTime()}>
                  <th scope="row">{format.date(day.start)}</th>
                  <td class="num">{upOf(day)}</td>
                  <td class="num">{format.number(day.failed)}</td>
                  <td class="num">{format.number(day.unknown)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      <p class="small muted">{t.note}</p>
    </section>
  )
}

function Catalog({ catalog, isCurrent }: { catalog: StatusProps['catalog']; isCurrent: boolean }) {
  const t = useMessages('public').status
  const { number } = useFormat()
  const { lastImport, newestRecord } = useMessages('stats')
  const { foods, changedAt, newestChange, syncedUpTo } = catalog
  if (changedAt === undefined) return null
  return (
    <section class="stack-s">
      <h2>{t.catalog}</h2>
      <dl class="facts card card-flush">
        <Fact name={t.foods}>{number(foods)}</Fact>
        <Fact name={lastImport}>
          <Timestamp at={new Date(changedAt * 1000)} />
        </Fact>
        {newestChange !== undefined && (
          <Fact name={newestRecord}>
            <Timestamp at={new Date(newestChange * 1000)} />
          </Fact>
        )}
        {Object.entries(syncedUpTo).map(([source, upTo]) => (
          <Fact
            key={source}
            name={t.synced({ source: isSourceId(source) ? sourceFacts[source].label : source })}
          >
            <Timestamp at={new Date(upTo * 1000)} />
          </Fact>
        ))}
      </dl>
      {!isCurrent && <p class="small muted">{t.lastKnown}</p>}
    </section>
  )
}

function Requests({ totals: { day, requests, failed } }: { totals: DailyTotals }) {
  const t = useMessages('public').status
  const { number, percent, date } = useFormat()
  const dayText = date(new Date(`${day}T00:00:00Z`))
  return (
    <section class="stack-s">
      <h2>{t.requests}</h2>
      {requests === 0 ? (
        <p>{t.noRequests({ day: dayText })}</p>
      ) : (
        <>
          <dl class="facts card card-flush">
            <Fact name={t.total}>{number(requests)}</Fact>
            <Fact name={t.failed}>
              {number(failed)} ({percent(failed / requests, 3)})
            </Fact>
          </dl>
          <p class="small muted">{t.requestsNote({ day: dayText })}</p>
        </>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
