// A 429, and how to get one.
import type { HttpResponse } from './client.ts'
import { maxWaitSeconds, waitSeconds } from './context.ts'
import { expectErrorText } from './errors.ts'
import { expectDetail, expectHeader, expectStatus, expectThat } from './expect.ts'
import { type Caller, CheckFailed, CheckSkipped, type Context } from './types.ts'

/** More than any limit that can be exhausted in a reasonable time. */
const maxRequests = 5000
const maxSeconds = 180
/** Enough of the window must be left to check the rejection. */
const minSeconds = 5

/** The 429 of rule rate-limit-error: an integer in Retry-After and an integer in the text. */
export function expect429(response: HttpResponse): number {
  const detail = expectErrorText(response, 429)
  const fits = /^Rate limit exceeded\. Retry in \d+ seconds\.$/.test(detail)
  expectThat(fits, response, 'the text "Rate limit exceeded. Retry in N seconds."')
  expectHeader(response, 'retry-after', /^\d+$/)
  return Number(response.headers['retry-after'])
}

/** Rule retry-after. */
export function expectExact429(response: HttpResponse): number {
  const seconds = expect429(response)
  expectThat(seconds >= 1, response, 'Retry-After of at least 1', `${seconds}`)
  expectDetail(response, 429, `Rate limit exceeded. Retry in ${seconds} seconds.`)
  return seconds
}

/** Larder counts a 422 and does not delay it (rules counted-requests and delay-skipped): the quickest way to a limit. */
export function spend(ctx: Context, as: Caller): Promise<HttpResponse> {
  return ctx.send({ path: '/search', as, mayBeRateLimited: true })
}

export interface Exhaustion {
  rejection: HttpResponse
  retryAfter: number
  /** What was allowed before, in order. */
  allowed: HttpResponse[]
}

/** Sends requests until rate-limited. A caller that has already exceeded its limit costs one request, which is not counted. */
export async function exhaust(ctx: Context, as: Caller): Promise<Exhaustion> {
  const allowed: HttpResponse[] = []
  const deadline = performance.now() + maxSeconds * 1000
  while (allowed.length < maxRequests && performance.now() < deadline) {
    const response = await spend(ctx, as)
    if (response.status === 422) {
      allowed.push(response)
      continue
    }
    const retryAfter = expectExact429(response)
    if (retryAfter > maxWaitSeconds) {
      throw new CheckSkipped(`the ${as} caller is rejected for ${retryAfter} s, perhaps by the hourly cap`)
    }
    if (retryAfter >= minSeconds) return { rejection: response, retryAfter, allowed }
    await waitSeconds(retryAfter)
    allowed.length = 0
  }
  throw new CheckFailed(`GET /search (${as}): ${allowed.length} requests and no 429`)
}

const parallelReads = 10

/**
 * Reads until rate-limited. Only successful reads certainly count against a limit (rule counted-requests settles the others); they
 * are sent in parallel because each may wait for the fairness delay.
 */
export async function exhaustByReading(ctx: Context, as: Caller): Promise<Exhaustion> {
  const read = () => ctx.send({ path: '/foods/categories', as, mayBeRateLimited: true })
  const allowed: HttpResponse[] = []
  const deadline = performance.now() + maxSeconds * 1000
  while (allowed.length < maxRequests && performance.now() < deadline) {
    const batch = await Promise.all(Array.from({ length: parallelReads }, read))
    const rejected = batch.filter(({ status }) => status === 429)
    for (const response of batch) if (response.status !== 429) expectStatus(response, 200)
    allowed.push(...batch.filter(({ status }) => status === 200))
    const rejection = rejected.at(-1)
    if (rejection) return { rejection, retryAfter: Math.max(...rejected.map(expect429)), allowed }
  }
  throw new CheckFailed(`GET /foods/categories (${as}): ${allowed.length} requests and no 429`)
}

export async function expectServedAfterWaiting(ctx: Context, as: Caller): Promise<void> {
  const { retryAfter } = await exhaustByReading(ctx, as)
  if (retryAfter > maxWaitSeconds) {
    throw new CheckSkipped(`Retry-After is ${retryAfter} s, perhaps because of the hourly cap`)
  }
  await waitSeconds(retryAfter)
  const response = await ctx.send({ path: '/foods/categories', as, mayBeRateLimited: true })
  expectThat(response.status === 200, response, `a 200 after waiting the ${retryAfter} s of Retry-After`)
}

/** Exhausts what is left of a window; one that is used up already is waited out. */
export async function exhaustRest(ctx: Context, as: Caller): Promise<Exhaustion> {
  const exhaustion = await exhaust(ctx, as)
  if (exhaustion.allowed.length > 0) return exhaustion
  await waitSeconds(exhaustion.retryAfter)
  return exhaust(ctx, as)
}

export async function expectWaitSucceeds(ctx: Context, as: Caller): Promise<HttpResponse> {
  const { retryAfter } = await exhaust(ctx, as)
  await waitSeconds(2)
  const last = await spend(ctx, as)
  const seconds = expectExact429(last)
  // Asking again must not move the end of the window.
  expectThat(seconds < retryAfter, last, `less than the ${retryAfter} s of 2 s before`, `${seconds} s`)
  await waitSeconds(seconds)
  const response = await spend(ctx, as)
  expectThat(response.status === 422, response, `to be served after waiting the ${seconds} s of Retry-After`)
  return response
}
