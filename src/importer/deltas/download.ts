// Downloads one file over HTTP. Transient errors (a restarting server, a broken connection) are retried; others are
// reported with advice for the operator.
import { setTimeout as wait } from 'node:timers/promises'

/** The deltas cannot be read; the message says why and what to do. */
export class DeltasUnavailable extends Error {}

export interface RetryPolicy {
  /** Maximum wait for the response and between two chunks. The total time is not limited. */
  idleTimeoutMs: number
  maxAttempts: number
  /** Before the second attempt; doubles before each further one. */
  backoffMs: number
}

export const defaultRetryPolicy: RetryPolicy = { idleTimeoutMs: 30_000, maxAttempts: 3, backoffMs: 2_000 }

type Chunks = AsyncIterable<Uint8Array>

/** Worth another attempt. */
class TransientError extends Error {}

/** Passes the chunks of the file to `consume`, which starts over when an attempt fails. */
export async function download<Result>(
  url: URL,
  maxBytes: number,
  retryPolicy: RetryPolicy,
  consume: (chunks: Chunks) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(url, maxBytes, retryPolicy.idleTimeoutMs, consume)
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      if (attempt >= retryPolicy.maxAttempts) {
        throw new DeltasUnavailable(
          `${url}: ${error.message} (after ${attempt} attempts). Try again later, or download the files yourself and sync from their directory`,
        )
      }
      await wait(retryPolicy.backoffMs * 2 ** (attempt - 1))
    }
  }
}

async function downloadOnce<Result>(
  url: URL,
  maxBytes: number,
  idleTimeoutMs: number,
  consume: (chunks: Chunks) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController()
  const idleTimer = createIdleTimer(idleTimeoutMs, abort)
  try {
    idleTimer.start()
    // Follows redirects, to http and https only.
    const response = await fetch(url, { signal: abort.signal, headers: requestHeaders }).catch(
      toTransientError,
    )
    idleTimer.stop()
    checkStatus(response.status, url)
    return await consume(chunks(response, url, maxBytes, idleTimer))
  } finally {
    idleTimer.stop()
    abort.abort()
  }
}

// Without compression the length can be verified. Open Food Facts asks clients to identify themselves.
const requestHeaders = { 'accept-encoding': 'identity', 'user-agent': 'larder' }

function checkStatus(status: number, url: URL): void {
  if (status === 200) return
  if (status >= 500 || status === 408 || status === 429)
    throw new TransientError(`the server responds with ${status}`)
  const advice =
    status === 404 || status === 410
      ? 'The file does not exist; old deltas are removed. Check that this is the folder of the deltas, then sync again'
      : 'Check whether this URL requires authentication'
  throw new DeltasUnavailable(`${url}: the server responds with ${status}. ${advice}`)
}

async function* chunks(response: Response, url: URL, maxBytes: number, idleTimer: IdleTimer): Chunks {
  const length = lengthOf(response)
  const checkSize = (bytes: number) => {
    if (bytes <= maxBytes) return
    throw new DeltasUnavailable(
      `${url} has more than ${maxBytes} bytes. Check that this is the folder of the deltas`,
    )
  }
  checkSize(length ?? 0)
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  let bytes = 0
  for (;;) {
    idleTimer.start()
    const { done, value } = await reader.read().catch(toTransientError)
    // Time spent writing to disk does not count.
    idleTimer.stop()
    if (done) break
    bytes += value.length
    checkSize(bytes)
    yield value
  }
  if (length !== null && bytes !== length) throw new TransientError(`received ${bytes} of ${length} bytes`)
}

/** Null if unknown, or if the response is compressed despite the request. */
function lengthOf({ headers }: Response): number | null {
  const header = headers.get('content-length')
  return header === null || headers.has('content-encoding') ? null : Number(header)
}

interface IdleTimer {
  start(): void
  stop(): void
}

function createIdleTimer(timeoutMs: number, abort: AbortController): IdleTimer {
  let timer: NodeJS.Timeout | undefined
  const expire = () => abort.abort(new TransientError(`the server sent nothing for ${timeoutMs / 1000} s`))
  return {
    start: () => {
      timer = setTimeout(expire, timeoutMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Everything that fetch throws is a connection error; its cause is more specific than `fetch failed`. */
function toTransientError(error: Error): never {
  if (error instanceof TransientError) throw error
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException
  // When every address of a host refuses the connection, Node reports only the code.
  throw new TransientError(message || code)
}
