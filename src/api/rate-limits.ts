// Rate limits of a caller (docs/specification/limits.md), their headers, and the fairness delay.
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Principal } from '../accounts/api-keys/principal.ts'
import { isNearlyUsedUp, type LimitUse } from '../accounts/notifications/reminders.ts'
import { type Plan, planTable } from '../accounts/plans.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import {
  accountWindow,
  addressWindows,
  type RateLimitResult,
  retryAfterSeconds,
  type Window,
} from '../platform/rate-limit/window.ts'
import type { ApiRequest, Caller } from './api-request.ts'
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

/** The windows of callers that ask again and again. Requests with the same list are counted together. */
export function createWindowsOf(limits: Limits): (caller: Caller) => Window[] {
  const byPrincipal = new WeakMap<Principal, Window[]>()
  const byAddress = new LRUCache<string, Window[]>({ max: 10_000 })
  return caller => {
    const { principal, ipAddress } = caller
    // A free key is limited by its account and by the address that it is used from.
    if (principal !== undefined && planTable[principal.plan].rateLimitScope === 'address')
      return windowsFor(caller, limits)
    const known = principal === undefined ? byAddress.get(ipAddress) : byPrincipal.get(principal)
    if (known !== undefined) return known
    const windows = windowsFor(caller, limits)
    if (principal === undefined) byAddress.set(ipAddress, windows)
    else byPrincipal.set(principal, windows)
    return windows
  }
}

/** All rate-limit windows that apply to the caller (rules plan-limits, hourly-cap, shared-limits and key-cap). */
function windowsFor({ ipAddress, principal }: Caller, limits: Limits): Window[] {
  if (principal === undefined) return freeWindows(ipAddress, limits.anonymousPerMinute, limits.perHour)
  const perMinute = requestsPerMinute(principal.plan, limits)
  const windows =
    planTable[principal.plan].rateLimitScope === 'address'
      ? freeWindows(ipAddress, perMinute, limits.perHour)
      : [accountWindow(principal.accountId, perMinute)]
  if (principal.capPerMinute !== null) {
    windows.push({
      name: `limit:account:${principal.accountId}:key:${principal.keyId}`,
      limit: principal.capPerMinute,
      lengthMs: minuteMs,
    })
  }
  return windows
}

/** The plan's limit on this server; operators can change it. */
export function requestsPerMinute(plan: Plan, limits: Limits): number {
  return limitsByPlan(limits)[plan]
}

export function limitsByPlan(limits: Limits): Record<Plan, number> {
  return { starter: limits.starterPerMinute, pro: limits.proPerMinute, scale: limits.scalePerMinute }
}

/** Anonymous requests and free keys from one IP address share these windows. */
function freeWindows(ipAddress: string, perMinute: number, perHour: number): Window[] {
  return [
    ...addressWindows(ipAddress, 'minute', perMinute, minuteMs),
    ...addressWindows(ipAddress, 'hour', perHour, hourMs),
  ]
}

export interface RateLimitDeps {
  limiter: RateLimiter
  windowsOf: (caller: Caller) => Window[]
  /** For the mail about a limit that is nearly used up. */
  noteLimitUse: (use: LimitUse) => void
}

/** Consumes one request from the caller's windows or throws 429. */
export async function consumeRateLimit(
  { limiter, windowsOf, noteLimitUse }: RateLimitDeps,
  caller: Caller,
  request: ApiRequest,
): Promise<void> {
  const windows = windowsOf(caller)
  const result = await limiter.consume(windows)
  request.quota = result
  if (caller.principal && isNearlyUsedUp(result)) noteLimitUse(limitUseOf(caller.principal, windows, result))
  rejectIfExhausted(result)
}

function limitUseOf(
  { accountId, keyId, capPerMinute }: Principal,
  windows: Window[],
  { limit, remaining }: RateLimitResult,
): LimitUse {
  const window = windows.find(each => each.limit === limit)
  return {
    accountId,
    keyId: limit === capPerMinute ? keyId : null,
    limit,
    remaining,
    window: window?.lengthMs === hourMs ? 'hour' : 'minute',
  }
}

// More than any dashboard needs. These requests do not count towards the plan's limit.
const accountRequestsPerMinute = 120

/** Account and billing routes have a separate window, with the same headers. */
export async function consumeAccountRateLimit(
  limiter: RateLimiter,
  accountId: number,
  request: ApiRequest,
): Promise<void> {
  const result = await limiter.consume([
    {
      name: `limit:account:${accountId}:account-routes`,
      limit: accountRequestsPerMinute,
      lengthMs: minuteMs,
    },
  ])
  request.quota = result
  rejectIfExhausted(result)
}

function rejectIfExhausted(result: RateLimitResult): void {
  if (!result.allowed) throw tooManyRequests(retryAfterSeconds(result))
}

/** Delays anonymous and free reads slightly; ends early when the client disconnects (rule delayed-callers). */
export function fairnessDelay(limits: Limits, request: ApiRequest): Promise<void> | undefined {
  if (request.route.kind !== 'data') return undefined
  const plan = request.caller?.principal?.plan ?? 'starter'
  if (!planTable[plan].fairnessDelay || limits.fairnessDelayMs === 0) return undefined
  return waitWhileConnected(limits.fairnessDelayMs, request)
}

async function waitWhileConnected(ms: number, request: ApiRequest): Promise<void> {
  const disconnected = new AbortController()
  const onClose = () => disconnected.abort()
  request.raw.socket.once('close', onClose)
  try {
    await wait(ms, undefined, { signal: disconnected.signal })
  } catch {
    throw clientDisconnected()
  } finally {
    request.raw.socket.off('close', onClose)
  }
}
