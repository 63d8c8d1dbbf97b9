// Limits how much of the service one address, and the website as a whole, may use: pages per minute, counted before the
// page cache is asked, and pages rendered at the same time (docs/explanation/website.md).
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import type { PageScheduler } from './page-scheduler.ts'
import { sendPage } from './responses.tsx'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sent from memory at any rate: neither counted nor scheduled. */
    isUnlimited?: boolean
    /** Counted, but takes its turns itself. */
    schedulesItself?: boolean
  }
  interface FastifyRequest {
    endTurn: (() => void) | undefined
  }
}

export interface PageLimits {
  limiter: RateLimiter
  pagesPerMinute: number
  scheduler: PageScheduler
  onShed: () => void
}

// A client that repeats rejected requests at once would keep the event loop as busy as with pages. Waiting costs a timer.
const rejectionDelayMs = 1_000

/** Register it before hooks that use the database. */
export function addPageBudget(app: FastifyInstance, { limiter, pagesPerMinute }: PageLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isUnlimited) return undefined
    const result = await limiter.consume([
      {
        name: `limit:{ip:${request.visitor.ipAddress}}:website`,
        limit: pagesPerMinute,
        lengthMs: 60_000,
      },
    ])
    if (result.allowed) return undefined
    return rejectPage(request, reply, {
      title: 'Too many pages',
      status: 429,
      retryAfter: retryAfterSeconds(result),
      reason: (
        <>
          Your network address has opened more than {pagesPerMinute} pages in a minute, so this page was not
          loaded.
        </>
      ),
    })
  })
}

/** Register it after the page cache: cached pages need no turn. */
export function addPageScheduling(app: FastifyInstance, { scheduler, onShed }: PageLimits): void {
  app.decorateRequest('endTurn')

  app.addHook('preHandler', async (request, reply) => {
    if (!isScheduled(request)) return undefined
    const turn = await scheduler.enter(request.visitor.ipAddress, reply.raw)
    if ('end' in turn) {
      request.endTurn = turn.end
      reply.raw.once('close', turn.end)
      return undefined
    }
    if (turn.rejectedBy === 'process') onShed()
    return rejectPage(request, reply, turn.rejectedBy === 'address' ? tooManyAtOnce : busy)
  })

  // Not when the response has been sent: slow readers must not keep others waiting.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.()
    done(null, payload)
  })
}

/** Account pages are few and may wait for other services, such as the payment service, without using the processor. */
function isScheduled({ is404, routeOptions: { config } }: FastifyRequest): boolean {
  return (is404 || config.isPublic === true) && !config.isUnlimited && !config.schedulesItself
}

export interface PageRejection {
  title: string
  status: 429 | 503
  /** Seconds. */
  retryAfter: number
  reason: ComponentChildren
}

const tooManyAtOnce: PageRejection = {
  title: 'Too many pages at once',
  status: 429,
  retryAfter: 1,
  reason: 'Your network address is loading too many pages at the same time, so this page was not loaded.',
}

const busy: PageRejection = {
  title: 'The website is busy',
  status: 503,
  retryAfter: 1,
  reason: 'The website has more visitors than it can serve right now, so this page was not loaded.',
}

export async function rejectPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, status, retryAfter, reason }: PageRejection,
): Promise<FastifyReply> {
  await wait(rejectionDelayMs)
  return sendPage(request, reply.header('retry-after', String(retryAfter)), {
    title,
    status,
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>
          {reason} Try again in {retryAfter} {retryAfter === 1 ? 'second' : 'seconds'}.
        </p>
        <p>
          Are you reading the site with a program? Follow the <a href="/sitemap.xml">sitemap</a>, wait as long
          as the <code>Retry-After</code> header says, and use <a href="/docs">the API</a> for data. For the
          whole catalog, <a href="/docs/self-hosting">run Larder yourself</a> with the openly licensed dumps.
        </p>
      </section>
    ),
  })
}
