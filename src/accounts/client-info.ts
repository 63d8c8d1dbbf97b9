import type { Actor } from './audit-log.ts'

/** The client that sent the request, signed in or not. */
export interface ClientInfo {
  /** Attempts are rate-limited by this address. */
  ipAddress: string
  /** Shown in the list of sessions. */
  userAgent: string
  /** Set when this browser has signed in before. */
  deviceToken?: string | undefined
}

export function ownerActor(client: ClientInfo): Actor {
  return { actor: 'owner', ipAddress: client.ipAddress }
}

export function anonymousActor(client: ClientInfo): Actor {
  return { actor: 'unknown', ipAddress: client.ipAddress }
}
