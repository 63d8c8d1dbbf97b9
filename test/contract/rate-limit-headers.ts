// The three X-RateLimit headers.
import type { HttpResponse } from './client.ts'
import { expectHeader, expectNoHeader, expectThat } from './expect.ts'
import { CheckFailed } from './types.ts'

export interface RateLimit {
  limit: number
  remaining: number
  reset: number
}

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

export function rateLimitOf(response: HttpResponse): RateLimit {
  for (const name of names) expectHeader(response, name, /^\d+$/)
  const [limit = 0, remaining = 0, reset = 0] = names.map(name => Number(response.headers[name]))
  return { limit, remaining, reset }
}

export function expectNoRateLimitHeaders(response: HttpResponse): void {
  for (const name of names) expectNoHeader(response, name)
}

/** Rounding to whole seconds may move Reset by one inside a window. */
export function sameWindow(one: RateLimit, other: RateLimit): boolean {
  return Math.abs(one.reset - other.reset) <= 1
}

/**
 * Repeats a series of requests until no window ended between its first and its last counted response,
 * so that the remaining requests can be compared.
 */
export async function withinOneWindow<T extends HttpResponse[]>(series: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const responses = await series()
    const limits = responses.map(rateLimitOf)
    const [first, last] = [limits.at(0), limits.at(-1)]
    if (first && last && sameWindow(first, last)) return responses
  }
  throw new CheckFailed('X-RateLimit-Reset moved within three short series of requests: expected a window')
}

/** The server's clock if it sends a Date, so that a wrong clock here fails no check. */
export function serverSeconds(response: HttpResponse): number {
  const date = Date.parse(response.headers.date ?? '')
  return (Number.isNaN(date) ? response.receivedAtMs : date) / 1000
}

/** From each response to the next the remaining requests fall by one, or by as many as were sent. */
export function expectCountdown(responses: HttpResponse[], by = 1): void {
  for (const [index, response] of responses.slice(1).entries()) {
    const before = rateLimitOf(responses[index] as HttpResponse).remaining
    const { remaining } = rateLimitOf(response)
    const seen = `${remaining} (unless another client is using the account)`
    expectThat(remaining === before - by, response, `${before - by} remaining after ${before}`, seen)
  }
}
