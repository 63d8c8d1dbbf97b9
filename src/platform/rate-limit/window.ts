/** A fixed window that starts with its first request (decision 18). */
export interface Window {
  name: string
  limit: number
  lengthMs: number
}

/** Shared by all keys of an account on a paid plan. */
export function accountWindow(accountId: number, limit: number): Window {
  return { name: `limit:{account:${accountId}}:minute`, limit, lengthMs: 60_000 }
}

// A client may have many /64 networks: RIPE-690 recommends a /56 or /48 per customer. The networks around a /64 have a
// multiple of its limit, because others share them where each device gets a /64.
const multipleOf56 = 4
const multipleOf48 = 16

/**
 * The windows of a client address, an IPv4 address or an IPv6 network such as `2001:db8:0:1::/64`. All windows of an IPv6
 * client have its /48 as subject, so that one shard counts them together.
 */
export function addressWindows(address: string, name: string, limit: number, lengthMs: number): Window[] {
  if (!address.endsWith('::/64')) return [{ name: `limit:{ip:${address}}:${name}`, limit, lengthMs }]
  const [first, second, third, fourth = '0'] = address.split(':')
  const site = `${first}:${second}:${third}`
  const subject = `limit:{ip:${site}::/48}`
  const network56 = `${site}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`
  return [
    { name: `${subject}:${address}:${name}`, limit, lengthMs },
    { name: `${subject}:${network56}:${name}`, limit: multipleOf56 * limit, lengthMs },
    { name: `${subject}:${name}`, limit: multipleOf48 * limit, lengthMs },
  ]
}

/** The result of counting one request in all its windows. Times are in milliseconds of the counter's clock. */
export interface RateLimitResult {
  allowed: boolean
  /** Of the tightest window: the exhausted one that ends last, or else the one with the fewest requests left. */
  limit: number
  remaining: number
  endsAt: number
  now: number
}

/** Whole seconds after which a rate-limited request can be retried (decision 19). */
export function retryAfterSeconds(result: RateLimitResult): number {
  return Math.max(1, Math.ceil((result.endsAt - result.now) / 1000))
}
