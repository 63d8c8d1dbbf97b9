// The three X-RateLimit headers.
import type { Answer } from './client.ts'
import { ConformanceFailure } from './contract.ts'
import { expectHeader, expectNoHeader, expectThat } from './expect.ts'

export interface Quota {
  limit: number
  remaining: number
  reset: number
}

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

export function quotaOf(answer: Answer): Quota {
  for (const name of names) expectHeader(answer, name, /^\d+$/)
  const [limit = 0, remaining = 0, reset = 0] = names.map(name => Number(answer.headers[name]))
  return { limit, remaining, reset }
}

export function expectNoQuota(answer: Answer): void {
  for (const name of names) expectNoHeader(answer, name)
}

/** Rounding to whole seconds may move Reset by one inside a window. */
export function sameWindow(one: Quota, other: Quota): boolean {
  return Math.abs(one.reset - other.reset) <= 1
}

/**
 * Repeats a series of requests until no window ended between its first and its last counted answer,
 * so that the remaining figures can be compared.
 */
export async function withinOneWindow<T extends Answer[]>(series: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const answers = await series()
    const quotas = answers.map(quotaOf)
    const [first, last] = [quotas.at(0), quotas.at(-1)]
    if (first && last && sameWindow(first, last)) return answers
  }
  throw new ConformanceFailure(
    'X-RateLimit-Reset moved within three short series of requests: expected a window',
  )
}

/** The server's clock where it tells it, so that a wrong clock here breaks no rule. */
export function serverSeconds(answer: Answer): number {
  const told = Date.parse(answer.headers.date ?? '')
  return (Number.isNaN(told) ? answer.receivedAtMs : told) / 1000
}

/** From each answer to the next the remaining requests fall by one, or by as many as were sent. */
export function expectCountdown(answers: Answer[], by = 1): void {
  for (const [index, answer] of answers.slice(1).entries()) {
    const before = quotaOf(answers[index] as Answer).remaining
    const { remaining } = quotaOf(answer)
    const seen = `${remaining} (unless another client is using the account)`
    expectThat(remaining === before - by, answer, `${before - by} remaining after ${before}`, seen)
  }
}
