// Whether this node reaches what it needs, how old the catalog is, and the requests of yesterday.

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type DailyTotals, readDailyTotals } from '../../accounts/usage/read.ts'
import { isSourceId, sourceFacts } from '../../food/sources.ts'
import type { Database } from '../../platform/database/pool.ts'
import { Icon } from '../components/icon.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import type { WebsiteCatalog, WebsiteContext } from '../context.ts'
import { useFormat, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export function addStatusPage(app: FastifyInstance, context: WebsiteContext): void {
  const { catalog, availability, accounts, hasUsage } = context
  const totals = hasUsage ? cacheTotals(accounts.database) : undefined
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
        />
      ),
    })
  })
}

const refreshAfterMs = 600_000
const retryAfterMs = 10_000
const maxWaitMs = 300

/** Counting a day of many keys takes a moment: the page waits briefly, then shows what is known. */
function cacheTotals(database: Database): () => Promise<DailyTotals | undefined> {
  let known: DailyTotals | undefined
  let nextReadAt = 0
  let reading: Promise<void> | undefined
  async function read() {
    nextReadAt = performance.now() + retryAfterMs
    try {
      known = await readDailyTotals(database)
      nextReadAt = performance.now() + refreshAfterMs
    } catch {
      // The page says whether the database can be reached.
      known = undefined
    } finally {
      reading = undefined
    }
  }
  return async () => {
    if (performance.now() >= nextReadAt) reading ??= read()
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
}

function Status({ isDatabaseUp, isRedisUp, catalog, totals }: StatusProps) {
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
      <Catalog catalog={catalog} isCurrent={isDatabaseUp} />
      {totals && <Requests totals={totals} />}
      <p class="small muted">{t.perServer({ time: () => <Timestamp at={new Date()} /> })}</p>
    </div>
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
