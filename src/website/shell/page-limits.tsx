// Limits how much of the service one address, and the website as a whole, may use: pages per minute, counted before the
// page cache is asked, and pages rendered at the same time.

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import { addressWindows, retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { code, linkTo } from '../components/rich-text.tsx'
import { messages } from '../messages/compiled/index.ts'
import { sendErrorPage } from './errors/error-page.tsx'
import type { PageSemaphore } from './page-semaphore.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sent from memory at any rate: neither counted nor waiting for a turn. */
    isUnlimited?: boolean
    /** Counted, but takes its turns itself. */
    takesTurnsItself?: boolean
  }
  interface FastifyRequest {
    endTurn: (() => void) | undefined
  }
}

export interface PageLimits {
  limiter: RateLimiter
  pagesPerMinute: number
  semaphore: PageSemaphore
  onShed: () => void
}

// A client that repeats rejected requests at once would keep the event loop as busy as with pages. Waiting costs a timer.
const rejectionDelayMs = 1_000

/** Register it before hooks that use the database. */
export function addPageBudget(app: FastifyInstance, { limiter, pagesPerMinute }: PageLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isUnlimited) return undefined
    const result = await limiter.consume(
      addressWindows(request.visitor.ipAddress, 'website', pagesPerMinute, 60_000),
    )
    if (result.allowed) return undefined
    return rejectPage(request, reply, {
      reason: 'tooManyPages',
      limit: pagesPerMinute,
      status: 429,
      retryAfter: retryAfterSeconds(result),
    })
  })
}

/** Register it after the page cache: cached pages need no turn. */
export function addPageTurns(app: FastifyInstance, { semaphore, onShed }: PageLimits): void {
  app.decorateRequest('endTurn')

  app.addHook('preHandler', async (request, reply) => {
    if (!takesTurn(request)) return undefined
    const turn = await semaphore.enter(request.visitor.ipAddress, reply.raw)
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
function takesTurn({ is404, routeOptions: { config } }: FastifyRequest): boolean {
  return (is404 || config.isPublic === true) && !config.isUnlimited && !config.takesTurnsItself
}

export interface PageRejection {
  reason: 'tooManyPages' | 'tooManyAtOnce' | 'busy' | 'oneSitemap' | 'tooManyDownloads'
  /** The limit that the reason states. */
  limit?: number
  status: 429 | 503
  /** Seconds. */
  retryAfter: number
}

const tooManyAtOnce: PageRejection = { reason: 'tooManyAtOnce', status: 429, retryAfter: 1 }
export const busy: PageRejection = { reason: 'busy', status: 503, retryAfter: 1 }

export async function rejectPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, limit = 0, status, retryAfter }: PageRejection,
): Promise<FastifyReply> {
  await wait(rejectionDelayMs)
  const t = messages[request.locale].errors
  const { title, text } = t[reason]
  const what = typeof text === 'string' ? text : text({ limit })
  return sendErrorPage(request, reply.header('retry-after', String(retryAfter)), {
    status,
    title,
    text: `${what} ${t.retryAfter({ seconds: retryAfter })}`,
    advice: (
      <p class="small">
        {t.forPrograms({
          sitemap: linkTo('/sitemap.xml'),
          api: linkTo('/docs'),
          selfHosting: linkTo('/docs/self-hosting'),
          code,
        })}
      </p>
    ),
  })
}
