// Retries after 429 and 503, as long as Retry-After says.
import { retryAfterOf } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>

export interface RetryOptions {
  maxRetries: number
  maxRetryDelaySeconds: number
}

export function withRetries(fetch: Fetch, { maxRetries, maxRetryDelaySeconds }: RetryOptions): Fetch {
  return async request => {
    for (let retries = 0; ; retries++) {
      const response = await fetch(request.clone())
      const isTemporary = response.status === 429 || response.status === 503
      if (!isTemporary || retries === maxRetries) return response
      const delaySeconds = retryAfterOf(response) ?? backoffSeconds(retries)
      if (delaySeconds > maxRetryDelaySeconds) return response
      // An unread body would keep its connection occupied.
      await response.body?.cancel()
      await sleep(delaySeconds * 1000, request.signal)
    }
  }
}

/** For a response without Retry-After: 0.5, 1, 2, … seconds, less a random half so that clients spread out. */
function backoffSeconds(retries: number): number {
  return 0.5 * 2 ** retries * (1 - Math.random() / 2)
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', abort, { once: true })
  })
}
