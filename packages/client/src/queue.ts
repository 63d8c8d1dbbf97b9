// Holds requests back, so that the caller stays under their rate limit instead of meeting 429.
import { abortable } from './abortable.ts'
import { type Reply, rateLimitOf, retryAfterOf, serverTime } from './reply.ts'

export interface QueueOptions {
  /**
   * The limit of callers without a key, to whom the API does not report it: 30 unless the operator chose another. With a
   * key, the reported limits apply too.
   */
  requestsPerMinute?: number | undefined
  /** Requests that run at the same time. Default: 6. */
  maxConcurrentRequests?: number | undefined
}

export interface Queue {
  /** Starts the request as soon as the limits permit. The signal removes it from the queue. */
  run(send: () => Promise<Reply>, signal: AbortSignal): Promise<Reply>
}

interface QueueSettings extends QueueOptions {
  /** The API reports limits to callers with a key. */
  hasKey: boolean
  /** A longer wait is not worth it: the request is sent, and fails with 429. */
  maxWaitSeconds: number
}

/** One rate-limit window, as last reported. `endsAt` is Infinity until the first response of a new window. */
interface Window {
  limit: number
  remaining: number
  endsAt: number
}

// Requests may arrive closer to each other than they were sent.
const localWindowMs = 61_000
// Reported times are rounded to seconds.
const roundingMs = 2_000

export function createQueue(settings: QueueSettings): Queue {
  const { requestsPerMinute = Number.POSITIVE_INFINITY, maxConcurrentRequests = 6, hasKey } = settings
  const maxWaitMs = settings.maxWaitSeconds * 1000
  const waiting = new Set<() => void>()
  // An account has several, such as per minute and per hour. The API reports the tightest; limits tell them apart.
  const windows = new Map<number, Window>()
  /** When the last requests were sent. */
  let sent: number[] = []
  let running = 0
  let pausedUntil = 0
  // The first request goes alone: it reports how many may follow.
  let isLimitUnknown = hasKey
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Milliseconds until another request may be sent; Infinity: not before a running one ends. */
  function delayMs(now: number): number {
    if (running >= (isLimitUnknown ? 1 : maxConcurrentRequests)) return Number.POSITIVE_INFINITY
    const waits = [pausedUntil - now]
    sent = sent.filter(time => time > now - localWindowMs)
    if (sent.length >= requestsPerMinute)
      waits.push((sent.at(-requestsPerMinute) ?? now) + localWindowMs - now)
    for (const window of windows.values()) {
      if (now >= window.endsAt) {
        window.remaining = window.limit
        window.endsAt = Number.POSITIVE_INFINITY
      }
      // The running requests may not be part of what was reported.
      if (window.remaining > running) continue
      if (running > 0) return Number.POSITIVE_INFINITY
      waits.push(window.endsAt - now)
    }
    return Math.max(0, ...waits.filter(wait => wait <= maxWaitMs + roundingMs))
  }

  function startWaiting(): void {
    clearTimeout(timer)
    for (const start of waiting) {
      const delay = delayMs(Date.now())
      if (delay > 0) {
        if (delay < Number.POSITIVE_INFINITY) timer = setTimeout(startWaiting, delay)
        return
      }
      waiting.delete(start)
      start()
    }
  }

  function learn(reply: Reply): void {
    const now = Date.now()
    const retryAfter = reply.status === 429 ? retryAfterOf(reply) : undefined
    if (retryAfter !== undefined) pausedUntil = Math.max(pausedUntil, now + retryAfter * 1000)
    const window = windowOf(reply, now)
    if (window === undefined) {
      if (reply.status < 400) isLimitUnknown = false
      return
    }
    isLimitUnknown = false
    const known = windows.get(window.limit)
    const isSame = known && Math.abs(known.endsAt - window.endsAt) < roundingMs
    if (isSame) known.remaining = Math.min(known.remaining, window.remaining)
    else if (!known || known.endsAt === Number.POSITIVE_INFINITY || window.endsAt > known.endsAt)
      windows.set(window.limit, window)
  }

  return {
    run: (send, signal) =>
      abortable<void>(signal, resolve => {
        const start = () => {
          running++
          sent.push(Date.now())
          resolve()
        }
        waiting.add(start)
        startWaiting()
        return () => {
          waiting.delete(start)
        }
      }).then(async () => {
        try {
          const reply = await send()
          learn(reply)
          return reply
        } finally {
          running--
          startWaiting()
        }
      }),
  }
}

function windowOf(reply: Reply, now: number): Window | undefined {
  const reported = rateLimitOf(reply)
  if (!reported) return
  const { limit, remaining, resetsAt } = reported
  const untilReset = resetsAt.getTime() - serverTime(reply.headers)
  // A clock that is far off: a minute is the usual window.
  const isPlausible = untilReset > -roundingMs && untilReset <= 3_600_000 + roundingMs
  return { limit, remaining, endsAt: now + (isPlausible ? Math.max(0, untilReset) : 60_000) }
}
