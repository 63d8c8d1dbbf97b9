/** A fixed window that starts with its first request (rule rate-limit-window). */
export interface Window {
  name: string
  limit: number
  lengthMs: number
}

/** Shared by all keys of an account on a paid plan. */
export function accountWindow(accountId: number, limit: number): Window {
  return { name: `limit:account:${accountId}:minute`, limit, lengthMs: 60_000 }
}

// A client may have many /64 networks: RIPE-690 recommends a /56 or /48 per customer. The networks around a /64 have a
// multiple of its limit, because others share them where each device gets a /64.
const multipleOf56 = 4
const multipleOf48 = 16

/** A network of a client, and by how much the limit of an address is multiplied for all of its clients together. */
export interface ClientNetwork {
  network: string
  multiple: number
}

/** The networks of a client address, an IPv4 address or an IPv6 network such as `2001:db8:0:1::/64`, the widest last. */
export function networksOf(address: string): ClientNetwork[] {
  if (!address.endsWith('::/64')) return [{ network: address, multiple: 1 }]
  const [first, second, third, fourth = '0'] = address.split(':')
  const site = `${first}:${second}:${third}`
  const of56 = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    { network: address, multiple: 1 },
    { network: `${site}:${of56}::/56`, multiple: multipleOf56 },
    { network: `${site}::/48`, multiple: multipleOf48 },
  ]
}

export function addressWindows(address: string, name: string, limit: number, lengthMs: number): Window[] {
  return networksOf(address).map(({ network, multiple }) => ({
    name: `limit:ip:${network}:${name}`,
    limit: multiple * limit,
    lengthMs,
  }))
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

/** Whole seconds after which a rate-limited request can be retried (rule retry-after). */
export function retryAfterSeconds(result: RateLimitResult): number {
  return Math.max(1, Math.ceil((result.endsAt - result.now) / 1000))
}
