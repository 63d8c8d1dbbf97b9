// Rate limits of a caller (part 8 of the specification), their headers, and the fairness delay.
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

/** All rate-limit windows that apply to the caller (decisions 21 and 22). */
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

/** The plan's limit on this server; operators can change it. */
export function requestsPerMinute(plan: Plan, limits: Limits): number {
  return { starter: limits.starterPerMinute, pro: limits.proPerMinute, scale: limits.scalePerMinute }[plan]
}

/** Anonymous requests and free keys from one IP address share these windows. */
function addressWindows(ipAddress: string, perMinute: number, perHour: number): Window[] {
  return [
    { name: `limit:{ip:${ipAddress}}:minute`, limit: perMinute, lengthMs: minuteMs },
    { name: `limit:{ip:${ipAddress}}:hour`, limit: perHour, lengthMs: hourMs },
  ]
}

/**
 * Consumes one request from the caller's windows or throws 429; responses to callers with a key include the
 * remaining quota.
 */
export async function consumeRateLimit(
  limiter: RateLimiter,
  limits: Limits,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const result = await limiter.consume(windowsFor(caller, limits))
  if (caller.principal !== undefined) {
    reply.headers({
      'x-ratelimit-limit': result.limit,
      'x-ratelimit-remaining': result.remaining,
      'x-ratelimit-reset': Math.ceil(result.endsAt / 1000),
    })
  }
  if (!result.allowed) throw tooManyRequests(retryAfterSeconds(result))
}

// More than any dashboard needs. These requests do not count towards the plan's limit.
const accountRequestsPerMinute = 120

/** Account and billing routes have a separate window. */
export async function consumeAccountRateLimit(limiter: RateLimiter, accountId: number): Promise<void> {
  const result = await limiter.consume([
    {
      name: `limit:{account:${accountId}}:account-routes`,
      limit: accountRequestsPerMinute,
      lengthMs: minuteMs,
    },
  ])
  if (!result.allowed) throw tooManyRequests(retryAfterSeconds(result))
}

/** Delays anonymous and free reads slightly; ends early when the client disconnects (decision 23). */
export async function fairnessDelay(limits: Limits, request: FastifyRequest): Promise<void> {
  const plan = request.caller?.principal?.plan ?? 'starter'
  if (!planTable[plan].fairnessDelay || limits.fairnessDelayMs === 0) return
  const disconnected = new AbortController()
  const onClose = () => disconnected.abort()
  request.raw.socket.once('close', onClose)
  try {
    await wait(limits.fairnessDelayMs, undefined, { signal: disconnected.signal })
  } catch {
    throw clientDisconnected()
  } finally {
    request.raw.socket.off('close', onClose)
  }
}
