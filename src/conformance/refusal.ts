// A 429, and how to get one.
import type { Answer } from './client.ts'
import { longestWaitSeconds, waitSeconds } from './context.ts'
import { type Caller, ConformanceFailure, type Context, RuleSkipped } from './contract.ts'
import { expectDetail, expectHeader, expectStatus, expectThat } from './expect.ts'

/** More than any limit that can be exhausted in a reasonable time. */
const mostRequests = 5000
const mostSeconds = 180
/** Enough of the window must be left to look at the refusal from all sides. */
const leastSeconds = 5

export function expectRefusal(answer: Answer): number {
  expectStatus(answer, 429)
  expectHeader(answer, 'retry-after', /^[1-9]\d*$/)
  const seconds = Number(answer.headers['retry-after'])
  expectDetail(answer, 429, `Rate limit exceeded. Retry in ${seconds} seconds.`)
  return seconds
}

/** 422 is counted but waits for no fairness delay, which makes it the quickest way to a limit. */
export function spend(ctx: Context, as: Caller): Promise<Answer> {
  return ctx.send({ path: '/search', as, refusalExpected: true })
}

export interface Exhaustion {
  refusal: Answer
  retryAfter: number
  /** What was allowed before, in order. */
  allowed: Answer[]
}

/** Asks until refused. A caller already refused costs one request, which consumes nothing (decision 18). */
export async function exhaust(ctx: Context, as: Caller): Promise<Exhaustion> {
  const allowed: Answer[] = []
  const deadline = performance.now() + mostSeconds * 1000
  while (allowed.length < mostRequests && performance.now() < deadline) {
    const answer = await spend(ctx, as)
    if (answer.status === 422) {
      allowed.push(answer)
      continue
    }
    const retryAfter = expectRefusal(answer)
    if (retryAfter > longestWaitSeconds) {
      throw new RuleSkipped(`the ${as} caller is refused for ${retryAfter} s, perhaps by the hourly cap`)
    }
    if (retryAfter >= leastSeconds) return { refusal: answer, retryAfter, allowed }
    await waitSeconds(retryAfter)
    allowed.length = 0
  }
  throw new ConformanceFailure(`GET /search (${as}): ${allowed.length} requests and no 429`)
}

/** Exhausts a window from its first request on. */
export async function exhaustFreshWindow(ctx: Context, as: Caller): Promise<Exhaustion> {
  const { retryAfter } = await exhaust(ctx, as)
  await waitSeconds(retryAfter)
  return exhaust(ctx, as)
}

/** Exhausts what is left of a window; one that is used up already is waited out. */
export async function exhaustRest(ctx: Context, as: Caller): Promise<Exhaustion> {
  const exhaustion = await exhaust(ctx, as)
  if (exhaustion.allowed.length > 0) return exhaustion
  await waitSeconds(exhaustion.retryAfter)
  return exhaust(ctx, as)
}

export async function expectWaitSucceeds(ctx: Context, as: Caller): Promise<Answer> {
  const { retryAfter } = await exhaust(ctx, as)
  await waitSeconds(2)
  const last = await spend(ctx, as)
  const seconds = expectRefusal(last)
  // Asking again must not move the end of the window.
  expectThat(seconds < retryAfter, last, `less than the ${retryAfter} s of 2 s before`, `${seconds} s`)
  await waitSeconds(seconds)
  const answer = await spend(ctx, as)
  expectThat(answer.status === 422, answer, `to be served after waiting the ${seconds} s of Retry-After`)
  return answer
}
