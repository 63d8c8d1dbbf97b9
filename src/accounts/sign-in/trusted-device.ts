// A browser that has signed in before holds a device token. It grants no access; it only lets the owner's
// attempts be counted separately, so that attackers cannot lock the owner out.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { allSecrets, currentSecret, hashToken, type ServerSecret } from '../server-secret.ts'

export function newDeviceToken(secret: ServerSecret, accountId: number): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${sign(currentSecret(secret), accountId, id).toString('base64url')}`
}

/** The id of a device trusted by this account; undefined for any other token. */
export function trustedDevice(
  secret: ServerSecret,
  accountId: number,
  token: string | undefined,
): string | undefined {
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (id === undefined || signature === undefined) return undefined
  const given = Buffer.from(signature, 'base64url')
  const isValid = allSecrets(secret).some(each => timingSafeEqual(given, sign(each, accountId, id)))
  return isValid ? id : undefined
}

function sign(secret: string, accountId: number, id: string): Buffer {
  return hashToken(secret, 'trusted device', `${accountId} ${id}`)
}
