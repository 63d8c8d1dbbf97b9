// A browser that has signed in to an account before keeps a token that says so. It opens nothing; it only lets
// the owner's tries be counted apart from those of strangers, who can then not lock the owner out.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { allSecrets, currentSecret, hashToken, type ServerSecret } from '../server-secret.ts'

export function newDeviceToken(secret: ServerSecret, accountId: number): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${sign(currentSecret(secret), accountId, id).toString('base64url')}`
}

/** The id of a browser that is known for this account. */
export function trustedDevice(
  secret: ServerSecret,
  accountId: number,
  token: string | undefined,
): string | undefined {
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (id === undefined || signature === undefined) return undefined
  const given = Buffer.from(signature, 'base64url')
  const isOurs = allSecrets(secret).some(each => timingSafeEqual(given, sign(each, accountId, id)))
  return isOurs ? id : undefined
}

function sign(secret: string, accountId: number, id: string): Buffer {
  return hashToken(secret, 'known device', `${accountId} ${id}`)
}
