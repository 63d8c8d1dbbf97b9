// One HTTP response as chunks, with a limit on how long the server may be silent. Used for deltas and for whole dumps.

export interface RetryPolicy {
  /** Maximum wait for the response and between two chunks. The total time is not limited. */
  idleTimeoutMs: number
  maxAttempts: number
  /** Before the second attempt; doubles before each further one. */
  backoffMs: number
}

/** Worth another attempt. */
export class TransientError extends Error {}

export interface Transfer {
  response: Response
  chunks: () => AsyncGenerator<Uint8Array>
}

// Without compression the length can be verified. Open Food Facts asks clients to identify themselves.
const requestHeaders = { 'accept-encoding': 'identity', 'user-agent': 'larder' }

/** Throws TransientError for connection errors and for statuses that a later attempt may not have. */
export async function withTransfer<Result>(
  url: URL,
  headers: Record<string, string>,
  idleTimeoutMs: number,
  use: (transfer: Transfer) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController()
  const idleTimer = createIdleTimer(idleTimeoutMs, abort)
  try {
    idleTimer.start()
    // Follows redirects, to http and https only.
    const response = await fetch(url, {
      signal: abort.signal,
      headers: { ...requestHeaders, ...headers },
    }).catch(toTransientError)
    idleTimer.stop()
    if (isTransientStatus(response.status))
      throw new TransientError(`the server responds with ${response.status}`)
    return await use({ response, chunks: () => chunksOf(response, idleTimer) })
  } finally {
    idleTimer.stop()
    abort.abort()
  }
}

const isTransientStatus = (status: number) => status >= 500 || status === 408 || status === 429

async function* chunksOf(response: Response, idleTimer: IdleTimer): AsyncGenerator<Uint8Array> {
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  for (;;) {
    idleTimer.start()
    const { done, value } = await reader.read().catch(toTransientError)
    // Time spent writing to disk does not count.
    idleTimer.stop()
    if (done) return
    yield value
  }
}

/** Null if unknown, or if the response is compressed despite the request. */
export function contentLength({ headers }: Response): number | null {
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
