import type { Actor } from './audit-log.ts'

/** Whoever is at the other end while nobody has signed in yet. */
export interface ClientInfo {
  /** What tries are counted under. */
  address: string
  /** The User-Agent, for the list of sessions. */
  browser: string
  /** The token that this browser got when it signed in before. */
  deviceToken?: string | undefined
}

export function ownerActor(visitor: ClientInfo): Actor {
  return { actor: 'owner', address: visitor.address }
}

export function anonymousActor(visitor: ClientInfo): Actor {
  return { actor: 'unknown', address: visitor.address }
}
