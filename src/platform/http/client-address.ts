import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv6, type Socket } from 'node:net'

/** Returns the client address that rate limits apply to. */
export function createAddressReader(trustedProxies: BlockList): (request: IncomingMessage) => string {
  const direct = new WeakMap<Socket, string>()
  return ({ socket, headers }) => {
    const forwardedFor = headers['x-forwarded-for']
    const known = forwardedFor === undefined ? direct.get(socket) : undefined
    if (known !== undefined) return known
    const address = clientAddress(
      socket.remoteAddress ?? '',
      Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
      trustedProxies,
    )
    if (forwardedFor === undefined) direct.set(socket, address)
    return address
  }
}

/**
 * The client address that rate limits apply to: the peer's, or, if the peer is a trusted proxy, the last forwarded
 * address that is not a trusted proxy (rule client-address). An invalid forwarded address ends the walk.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = unmapped(peer)
  const hops = forwardedFor?.split(',') ?? []
  while (hops.length > 0 && isTrusted(address, trusted)) {
    const hop = hopAddress(hops.pop() ?? '')
    if (hop === undefined) break
    address = hop
  }
  return isIPv6(address) ? networkOf(address) : address
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** One entry of X-Forwarded-For: proxies write addresses with ports, and IPv6 in brackets. */
function hopAddress(entry: string): string | undefined {
  const text = entry.trim()
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? undefined : unmapped(bare)
}

/** Converts IPv4-mapped IPv6 addresses to IPv4 and drops the zone, which names a local interface. */
function unmapped(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
}

/** Providers assign a /64 to each household, so one client has 2^64 addresses: the limit applies to the network. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const full = tail === undefined ? left : [...left, ...zeros, ...right]
  return `${full
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function groups(part: string): string[] {
  return part === '' ? [] : part.split(':').flatMap(group => (group.includes('.') ? ['0', '0'] : [group]))
}
