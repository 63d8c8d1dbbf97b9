import type { FastifyReply } from 'fastify'

// `__Host-` cookies are secure, apply to all paths and cannot be set by another host.
export const cookieNames = {
  session: '__Host-larder',
  device: '__Host-larder-device',
  /** CSRF tokens of visitors who are not signed in are derived from it. */
  csrf: '__Host-larder-form',
  challenge: '__Host-larder-challenge',
  providerState: '__Host-larder-provider',
  passkey: '__Host-larder-passkey',
  flash: '__Host-larder-notice',
  /** The page to return to after sign-in or re-authentication. */
  returnTo: '__Host-larder-wanted',
} as const

type CookieName = (typeof cookieNames)[keyof typeof cookieNames]

const minute = 60
const day = 86_400

const maxAgeSeconds: Record<CookieName, number | undefined> = {
  // The server expires idle sessions earlier.
  '__Host-larder': 90 * day,
  '__Host-larder-device': 365 * day,
  '__Host-larder-form': undefined,
  '__Host-larder-challenge': 10 * minute,
  '__Host-larder-provider': 10 * minute,
  '__Host-larder-passkey': 5 * minute,
  '__Host-larder-notice': minute,
  '__Host-larder-wanted': 10 * minute,
}

const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

export function setCookie(reply: FastifyReply, name: CookieName, value: string): void {
  const maxAge = maxAgeSeconds[name]
  void reply.setCookie(name, value, maxAge === undefined ? attributes : { ...attributes, maxAge })
}

export function clearCookie(reply: FastifyReply, name: CookieName): void {
  void reply.clearCookie(name, attributes)
}
