// Publishes contributions and takedowns: every node looks for changes, and the one that gets the lock of imports publishes them.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type QueueFigures, readQueueFigures } from '../community/review.ts'
import type { PublishThread } from '../importer/publish-thread.ts'
import type { Database } from '../platform/database/pool.ts'

const lookEveryMs = 500
// While an import runs, and after an error.
const retryMs = 1_000
// Versions may become visible out of order, so the newest one does not tell everything.
const compareEveryMs = 30_000
const figuresIntervalMs = 15_000

export interface PublishingJob {
  /** Of the review queue; undefined until it has been read for the first time. */
  queueFigures(): QueueFigures | undefined
  /** Looks for changes now instead of at the next time. */
  wake(): void
  stop(): Promise<void>
}

export function startPublishing(
  database: Database,
  thread: Pick<PublishThread, 'publish'>,
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): PublishingJob {
  let isStopping = false
  let alarm = new AbortController()
  let newest: number | undefined
  let figures: QueueFigures | undefined
  let figuresReadAt = Number.NEGATIVE_INFINITY
  let comparedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<number> {
    if (performance.now() - figuresReadAt > figuresIntervalMs) {
      figures = await readQueueFigures(database)
      figuresReadAt = performance.now()
    }
    const { rows } = await database.query<{ newest: number }>({
      name: 'newest-community-version',
      text: `
        select greatest((select max(version) from community_records), (select max(version) from takedowns), 0) as newest`,
    })
    const found = rows[0]?.newest ?? 0
    if (found === newest && performance.now() - comparedAt < compareEveryMs) return lookEveryMs
    if (await isPending(database)) {
      const published = await thread.publish()
      if (published === null) return retryMs
      if (published.records + published.takedowns > 0) logger.info(published, 'contributions published')
    }
    newest = found
    comparedAt = performance.now()
    return lookEveryMs
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!isStopping) {
      let pauseMs = retryMs
      try {
        pauseMs = await look()
        failures = 0
      } catch (error) {
        failures += 1
        // Once per outage, and not for a node that is too busy starting to connect in time.
        if (failures === 2) {
          const { name, message } = error as Error
          logger.warn({ name, message }, 'contributions not published; will be retried')
        }
      }
      alarm = new AbortController()
      await wait(pauseMs, undefined, { signal: alarm.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    queueFigures: () => figures,
    wake: () => alarm.abort(),
    async stop() {
      isStopping = true
      alarm.abort()
      await running
    },
  }
}

async function isPending(database: Database): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      (select from community_records left join published_records on record_id = id
         where community_records.version is distinct from published_records.version
           and (content is not null or record_id is not null)
         limit 1)
      union all
      (select from takedowns left join published_takedowns on takedown_id = id
         where kind <> 'contributions' and (takedowns.version is distinct from published_takedowns.version or is_provisional)
         limit 1)`,
  })
  return rowCount !== 0
}
