// Sends GET requests: retries, revalidation by ETag, and one request for equal calls at the same time.
// Uses only what React Native also has: fetch with a URL and headers, AbortController, timers.
import { abortable, reasonOf } from './abortable.ts'
import type { Queue } from './queue.ts'
import { type Reply, retryAfterOf } from './reply.ts'

/** What the client needs of `fetch`. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>

export interface RequestSettings {
  fetch: Fetch
  headers: Record<string, string>
  maxRetries: number
  maxRetryDelaySeconds: number
  maxCacheEntries: number
}

/** Undefined `queue`: the request is sent at once. */
type Get = (url: string, queue: Queue | undefined, signal: AbortSignal | undefined) => Promise<Reply>

interface Flight {
  reply: Promise<Reply>
  controller: AbortController
  callers: number
}

export function createGet(settings: RequestSettings): Get {
  const flights = new Map<string, Flight>()
  const cache = createCache(settings.maxCacheEntries)

  async function attempt(url: string, signal: AbortSignal): Promise<Reply> {
    const cached = cache.get(url)
    const headers = { ...settings.headers, ...(cached && { 'if-none-match': cached.etag }) }
    const response = await settings.fetch(url, { headers, signal })
    const { status, statusText } = response
    const text = await response.text()
    if (status === 304 && cached)
      return { status: 200, statusText, headers: response.headers, text: cached.text }
    const etag = response.headers.get('etag')
    if (status === 200 && etag !== null) cache.set(url, { etag, text })
    return { status, statusText, headers: response.headers, text }
  }

  async function send(url: string, queue: Queue | undefined, signal: AbortSignal): Promise<Reply> {
    for (let retries = 0; ; retries++) {
      const once = () => attempt(url, signal)
      const reply = await (queue === undefined ? once() : queue.run(once, signal))
      const isTemporary = reply.status === 429 || reply.status === 503
      if (!isTemporary || retries >= settings.maxRetries) return reply
      const delaySeconds = retryAfterOf(reply) ?? backoffSeconds(retries)
      if (delaySeconds > settings.maxRetryDelaySeconds) return reply
      await abortable(signal, resolve => {
        const timer = setTimeout(resolve, delaySeconds * 1000)
        return () => clearTimeout(timer)
      })
    }
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

/** For a response without Retry-After: 0.5, 1, 2, … seconds, less a random half so that clients spread out. */
function backoffSeconds(retries: number): number {
  return 0.5 * 2 ** retries * (1 - Math.random() / 2)
}

interface CachedBody {
  etag: string
  text: string
}

/** Keeps the most recently used bodies. */
function createCache(maxEntries: number) {
  const entries = new Map<string, CachedBody>()
  function set(url: string, entry: CachedBody): void {
    entries.delete(url)
    entries.set(url, entry)
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  }
  return {
    set,
    get(url: string): CachedBody | undefined {
      const entry = entries.get(url)
      if (entry) set(url, entry)
      return entry
    },
  }
}
