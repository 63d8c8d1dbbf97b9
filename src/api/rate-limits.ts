// What a caller may use: the windows of part 8, their headers, and the fairness delay.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Plan, planTable } from '../accounts/plans.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import { accountWindow, retryAfterSeconds, type Window } from '../platform/rate-limit/window.ts'
import type { Caller } from './caller.ts'
import { clientDisconnected, tooManyRequests } from './errors.ts'

export interface Limits {
  anonymousPerMinute: number
  starterPerMinute: number
  proPerMinute: number
  scalePerMinute: number
  perHour: number
  fairnessDelayMs: number
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** All windows that a request of this caller is taken from (decisions 21 and 22). */
function windowsFor({ ipAddress, principal }: Caller, limits: Limits): Window[] {
  if (principal === undefined) return addressWindows(ipAddress, limits.anonymousPerMinute, limits.perHour)
  const perMinute = requestsPerMinute(principal.plan, limits)
  const windows =
    planTable[principal.plan].rateLimitScope === 'address'
      ? addressWindows(ipAddress, perMinute, limits.perHour)
      : [accountWindow(principal.accountId, perMinute)]
  if (principal.capPerMinute !== null) {
    windows.push({
      name: `limit:{account:${principal.accountId}}:key:${principal.keyId}`,
      limit: principal.capPerMinute,
      lengthMs: minuteMs,
    })
  }
  return windows
}

/** What a plan allows here: the operator may have changed it. */
export function requestsPerMinute(plan: Plan, limits: Limits): number {
  return { starter: limits.starterPerMinute, pro: limits.proPerMinute, scale: limits.scalePerMinute }[plan]
}

/** Free keys and anonymous calls from one address share its windows. */
function addressWindows(ipAddress: string, perMinute: number, perHour: number): Window[] {
  return [
    { name: `limit:{ip:${ipAddress}}:minute`, limit: perMinute, lengthMs: minuteMs },
    { name: `limit:{ip:${ipAddress}}:hour`, limit: perHour, lengthMs: hourMs },
  ]
}

/** Takes the request from the caller's windows, or refuses it; tells callers with a key what is left. */
export async function consumeRateLimit(
  limiter: RateLimiter,
  limits: Limits,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const taken = await limiter.consume(windowsFor(caller, limits))
  if (caller.principal !== undefined) {
    reply.headers({
      'x-ratelimit-limit': taken.limit,
      'x-ratelimit-remaining': taken.remaining,
      'x-ratelimit-reset': Math.ceil(taken.endsAt / 1000),
    })
  }
  if (!taken.allowed) throw tooManyRequests(retryAfterSeconds(taken))
}

// More than any dashboard needs; these requests write, and are not part of the plan.
const accountRequestsPerMinute = 120

/** Account and billing routes: a window of their own. */
export async function consumeAccountRateLimit(limiter: RateLimiter, accountId: number): Promise<void> {
  const taken = await limiter.consume([
    {
      name: `limit:{account:${accountId}}:account-routes`,
      limit: accountRequestsPerMinute,
      lengthMs: minuteMs,
    },
  ])
  if (!taken.allowed) throw tooManyRequests(retryAfterSeconds(taken))
}

/** Lets anonymous and free reads wait a little; ends early when the client goes away (decision 23). */
export async function fairnessDelay(limits: Limits, request: FastifyRequest): Promise<void> {
  const plan = request.caller?.principal?.plan ?? 'starter'
  if (!planTable[plan].fairnessDelay || limits.fairnessDelayMs === 0) return
  const gone = new AbortController()
  const leave = () => gone.abort()
  request.raw.socket.once('close', leave)
  try {
    await wait(limits.fairnessDelayMs, undefined, { signal: gone.signal })
  } catch {
    throw clientDisconnected()
  } finally {
    request.raw.socket.off('close', leave)
  }
}
