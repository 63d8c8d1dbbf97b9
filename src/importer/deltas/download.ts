// One file over HTTP: with patience for what passes (a server that restarts, a connection that breaks), and with
// words for an operator for what does not.
import { setTimeout as wait } from 'node:timers/promises'

/** No deltas can be had; the message says why and what to do. */
export class DeltasUnavailable extends Error {}

export interface RetryPolicy {
  /** How long a server may say nothing, before it answers and between two pieces. Not how long it takes in all. */
  silenceMs: number
  tries: number
  /** Before the second try; twice as long before each further one. */
  pauseMs: number
}

export const defaultRetryPolicy: RetryPolicy = { silenceMs: 30_000, tries: 3, pauseMs: 2_000 }

type Pieces = AsyncIterable<Uint8Array>

/** What goes wrong now and may go well in a moment. */
class Passing extends Error {}

/** Gives the pieces of the file to `keep`, and does so from the start again when a try fails on the way. */
export async function download<Kept>(
  url: URL,
  mostBytes: number,
  patience: RetryPolicy,
  keep: (pieces: Pieces) => Promise<Kept>,
): Promise<Kept> {
  for (let tries = 1; ; tries++) {
    try {
      return await downloadOnce(url, mostBytes, patience.silenceMs, keep)
    } catch (error) {
      if (!(error instanceof Passing)) throw error
      if (tries >= patience.tries) {
        throw new DeltasUnavailable(
          `${url}: ${error.message} (tried ${tries} times). Try again later, or fetch the files yourself and sync from their directory`,
        )
      }
      await wait(patience.pauseMs * 2 ** (tries - 1))
    }
  }
}

async function downloadOnce<Kept>(
  url: URL,
  mostBytes: number,
  silenceMs: number,
  keep: (pieces: Pieces) => Promise<Kept>,
): Promise<Kept> {
  const abort = new AbortController()
  const silence = silenceOf(silenceMs, abort)
  try {
    silence.begins()
    // Follows redirects, to http and https only.
    const response = await fetch(url, { signal: abort.signal, headers: askedFor }).catch(passing)
    silence.ends()
    checkStatus(response.status, url)
    return await keep(pieces(response, url, mostBytes, silence))
  } finally {
    silence.ends()
    abort.abort()
  }
}

// As it lies on the disk of the server, so that its length can be compared. Open Food Facts asks to be told who calls.
const askedFor = { 'accept-encoding': 'identity', 'user-agent': 'larder' }

function checkStatus(status: number, url: URL): void {
  if (status === 200) return
  if (status >= 500 || status === 408 || status === 429) throw new Passing(`the server answers ${status}`)
  const advice =
    status === 404 || status === 410
      ? 'It is not there, or no longer: old deltas are removed. Is this the folder of the deltas? If so, sync again'
      : 'Does this address need a permission?'
  throw new DeltasUnavailable(`${url}: the server answers ${status}. ${advice}`)
}

async function* pieces(response: Response, url: URL, mostBytes: number, silence: Silence): Pieces {
  const length = lengthOf(response)
  const checkSize = (bytes: number) => {
    if (bytes <= mostBytes) return
    throw new DeltasUnavailable(`${url} has more than ${mostBytes} bytes. Is this the folder of the deltas?`)
  }
  checkSize(length ?? 0)
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  let bytes = 0
  for (;;) {
    silence.begins()
    const { done, value } = await reader.read().catch(passing)
    // A slow disk is not a silent server.
    silence.ends()
    if (done) break
    bytes += value.length
    checkSize(bytes)
    yield value
  }
  if (length !== null && bytes !== length) throw new Passing(`${bytes} of ${length} bytes came`)
}

/** Null when it is not told, or is that of what was compressed on the way although nobody asked for it. */
function lengthOf({ headers }: Response): number | null {
  const told = headers.get('content-length')
  return told === null || headers.has('content-encoding') ? null : Number(told)
}

interface Silence {
  begins(): void
  ends(): void
}

function silenceOf(longestMs: number, abort: AbortController): Silence {
  let timer: NodeJS.Timeout | undefined
  const tooLong = () => abort.abort(new Passing(`the server said nothing for ${longestMs / 1000} s`))
  return {
    begins: () => {
      timer = setTimeout(tooLong, longestMs)
    },
    ends: () => clearTimeout(timer),
  }
}

/** Whatever fetch throws is a broken connection. Its cause tells more than its own `fetch failed`. */
function passing(error: Error): never {
  if (error instanceof Passing) throw error
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException
  // Refused at every address of a host, Node tells the code alone.
  throw new Passing(message || code)
}
