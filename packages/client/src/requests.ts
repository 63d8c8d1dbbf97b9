// Sends GET requests: timeouts, retries, revalidation by ETag, and one request for equal calls at the same time.
// Uses only what React Native also has: fetch with a URL and headers, AbortController, timers.
import { abortable, reasonOf } from './abortable.ts'
import { createMemoryCache, type ResponseCache } from './cache.ts'
import { LarderError } from './errors.ts'
import type { Queue } from './queue.ts'
import { parseJson, type Reply, retryAfterOf } from './reply.ts'

/** What the client needs of `fetch`. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>

/** One attempt of a call, after its end. */
export interface Attempt {
  url: string
  /** 1 for the first attempt of a call. */
  number: number
  /** 0 without a response. */
  status: number
  durationMs: number
  requestId: string | undefined
  /** Why there is no response. */
  error: LarderError | undefined
  /** When the next attempt follows; undefined after the last. */
  retryInSeconds: number | undefined
}

export interface TransportOptions {
  /** Instead of the global fetch. It gets the URL, and the headers and the signal. */
  fetch?: Fetch | undefined
  /** For one attempt, from sending the request to the end of the response. Default: 10. */
  timeoutSeconds?: number | undefined
  /** For all attempts of a call and the time between them, but not for waiting in the queue. Default: 180. */
  totalTimeoutSeconds?: number | undefined
  /** Retries of one call after a failed connection, a timeout, 429, 502, 503 or 504. Default: 2. */
  maxRetries?: number | undefined
  /** A longer Retry-After is not waited for, nor by the queue: the call fails at once. Default: 60. */
  maxRetryDelaySeconds?: number | undefined
  /** Keeps responses for revalidation by ETag. Default: `createMemoryCache(500)`; false keeps none. */
  cache?: ResponseCache | false | undefined
  /** Called after each attempt of each call, for logs and metrics. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
}

/** Undefined `queue`: the request is sent at once. */
type Get = (url: string, queue: Queue | undefined, signal: AbortSignal | undefined) => Promise<Reply>

interface Flight {
  reply: Promise<Reply>
  controller: AbortController
  callers: number
}

export const defaultMaxRetryDelaySeconds = 60

// Without a response, and what proxies and overloaded servers send: every request is a GET, which may be repeated.
const temporary = [0, 429, 502, 503, 504]

export function createGet(
  {
    fetch = (url, init) => globalThis.fetch(url, init),
    timeoutSeconds = 10,
    totalTimeoutSeconds = 180,
    maxRetries = 2,
    maxRetryDelaySeconds = defaultMaxRetryDelaySeconds,
    cache = createMemoryCache(),
    onAttempt,
  }: TransportOptions,
  ownHeaders: Record<string, string>,
  onReply: (reply: Reply) => void,
): Get {
  const flights = new Map<string, Flight>()

  /** Also ends when `fetch` ignores its signal. */
  function attempt(
    url: string,
    headers: Record<string, string>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Reply> {
    return abortable(signal, (resolve, reject) => {
      const controller = new AbortController()
      const stop = () => {
        clearTimeout(timer)
        controller.abort()
      }
      const timer = setTimeout(() => {
        reject(
          new LarderError(0, `No response within ${timeoutMs / 1000} seconds`, undefined, {
            code: 'timeout',
          }),
        )
        stop()
      }, timeoutMs)
      const receive = async () => {
        const response = await fetch(url, { headers, signal: controller.signal })
        return { status: response.status, headers: response.headers, text: await response.text() }
      }
      receive()
        .then(resolve, cause => reject(connectionError(cause)))
        .finally(() => clearTimeout(timer))
      return stop
    })
  }

  async function send(url: string, queue: Queue | undefined, signal: AbortSignal): Promise<Reply> {
    const cached = (cache && (await cache.get(url))) || undefined
    const headers = { ...ownHeaders, ...(cached && { 'if-none-match': cached.etag }) }
    // Time in the queue does not count.
    let remainingMs = totalTimeoutSeconds * 1000
    for (let number = 1; ; number++) {
      let startedAt = 0
      const once = () => {
        startedAt = Date.now()
        return attempt(url, headers, Math.min(timeoutSeconds * 1000, remainingMs), signal)
      }
      const outcome = await (queue ? queue.run(once, signal) : once()).catch((error: LarderError) => {
        if (signal.aborted) throw error
        return error
      })
      const { status } = outcome
      const durationMs = Date.now() - startedAt
      const error = outcome instanceof LarderError ? outcome : undefined
      const reply = error ? undefined : (outcome as Reply)
      const retryAfter = reply && retryAfterOf(reply)
      // Both are random, so that clients that failed together do not return together.
      const delaySeconds =
        retryAfter === undefined
          ? 0.25 * 2 ** number * (1 - Math.random() / 2)
          : retryAfter + Math.random() / 2
      remainingMs -= durationMs + delaySeconds * 1000
      const willRetry =
        temporary.includes(status) &&
        number <= maxRetries &&
        (retryAfter ?? 0) <= maxRetryDelaySeconds &&
        remainingMs > 0
      onAttempt?.({
        url,
        number,
        status,
        durationMs,
        requestId: reply?.headers.get('x-request-id') ?? undefined,
        error,
        retryInSeconds: willRetry ? delaySeconds : undefined,
      })
      if (reply) onReply(reply)
      if (willRetry)
        await abortable(signal, resolve => {
          const timer = setTimeout(resolve, delaySeconds * 1000)
          return () => clearTimeout(timer)
        })
      else if (error) throw error
      else return revalidated(url, outcome as Reply, cached?.text)
    }
  }

  async function revalidated(url: string, reply: Reply, cachedText: string | undefined): Promise<Reply> {
    if (reply.status === 304 && cachedText !== undefined) return { ...reply, status: 200, text: cachedText }
    const etag = reply.headers.get('etag')
    // A body that a proxy cut off would otherwise be returned until the food changes.
    const isSound = cache && reply.status === 200 && etag !== null && parseJson(reply.text) !== undefined
    if (isSound) await cache.set(url, { etag, text: reply.text })
    return reply
  }

  function join(url: string, queue: Queue | undefined): Flight {
    const joined = flights.get(url)
    if (joined) return joined
    const controller = new AbortController()
    const flight: Flight = {
      controller,
      callers: 0,
      reply: send(url, queue, controller.signal).finally(() => leave(url, flight)),
    }
    flights.set(url, flight)
    return flight
  }

  function leave(url: string, flight: Flight): void {
    if (flights.get(url) === flight) flights.delete(url)
  }

  return (url, queue, signal) => {
    if (signal?.aborted) return Promise.reject(reasonOf(signal))
    const flight = join(url, queue)
    flight.callers++
    return abortable(signal, (resolve, reject) => {
      flight.reply.then(resolve, reject)
      return () => {
        flight.callers--
        if (flight.callers > 0) return
        leave(url, flight)
        flight.controller.abort()
      }
    })
  }
}

/** `fetch` says little in its message and more in its cause. */
function connectionError(cause: Error): LarderError {
  const reasons = [cause, cause.cause as Error | undefined].map(error => error?.message).filter(Boolean)
  return new LarderError(0, `No response: ${reasons.join(', ')}`, undefined, {
    code: 'connection_failed',
    cause,
  })
}
