// Downloads one file over HTTP. Transient errors (a restarting server, a broken connection) are retried; others are
// reported with advice for the operator.
import { setTimeout as wait } from 'node:timers/promises'
import {
  contentLength,
  type RetryPolicy,
  type Transfer,
  TransientError,
  withTransfer,
} from '../http-transfer.ts'

/** The deltas cannot be read; the message says why and what to do. */
export class DeltasUnavailable extends Error {}

export type { RetryPolicy } from '../http-transfer.ts'

export const defaultRetryPolicy: RetryPolicy = { idleTimeoutMs: 30_000, maxAttempts: 3, backoffMs: 2_000 }

type Chunks = AsyncIterable<Uint8Array>

/** Passes the chunks of the file to `consume`, which starts over when an attempt fails. */
export async function download<Result>(
  url: URL,
  maxBytes: number,
  retryPolicy: RetryPolicy,
  consume: (chunks: Chunks) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTransfer(url, {}, retryPolicy.idleTimeoutMs, transfer => {
        checkStatus(transfer.response.status, url)
        return consume(checkedChunks(transfer, url, maxBytes))
      })
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

function checkStatus(status: number, url: URL): void {
  if (status === 200) return
  const advice =
    status === 404 || status === 410
      ? 'The file does not exist; old deltas are removed. Check that this is the folder of the deltas, then sync again'
      : 'Check whether this URL requires authentication'
  throw new DeltasUnavailable(`${url}: the server responds with ${status}. ${advice}`)
}

async function* checkedChunks({ response, chunks }: Transfer, url: URL, maxBytes: number): Chunks {
  const length = contentLength(response)
  const checkSize = (bytes: number) => {
    if (bytes <= maxBytes) return
    throw new DeltasUnavailable(
      `${url} has more than ${maxBytes} bytes. Check that this is the folder of the deltas`,
    )
  }
  checkSize(length ?? 0)
  let bytes = 0
  for await (const chunk of chunks()) {
    bytes += chunk.length
    checkSize(bytes)
    yield chunk
  }
  if (length !== null && bytes !== length) throw new TransientError(`received ${bytes} of ${length} bytes`)
}
