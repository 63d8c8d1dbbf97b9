// Addresses of photos for one reviewer and a few minutes. An encrypted token needs no table, and reveals nothing to others.
import { decrypt, encrypt, type ServerSecret } from '../../platform/server-secret.ts'

const purpose = 'photo url'
const lifetimeMs = 5 * 60_000

export interface PhotoViewer {
  accountId: number
  /** Of the current time, in milliseconds. */
  now?: number
}

/** The token in `/review/photos/{token}`. */
export function signPhotoUrl(
  secret: ServerSecret,
  key: string,
  { accountId, now = Date.now() }: PhotoViewer,
): string {
  const content = JSON.stringify([key, accountId, now + lifetimeMs])
  return encrypt(secret, purpose, Buffer.from(content)).toString('base64url')
}

/** The key of the photo. Undefined if the token was not made for this account, has expired or was changed. */
export function verifyPhotoUrl(
  secret: ServerSecret,
  token: string,
  { accountId, now = Date.now() }: PhotoViewer,
): string | undefined {
  const content = decryptToken(secret, token)
  if (content === undefined) return undefined
  const [key, owner, expiresAt] = JSON.parse(content) as [string, number, number]
  return owner === accountId && now < expiresAt ? key : undefined
}

function decryptToken(secret: ServerSecret, token: string): string | undefined {
  const encrypted = Buffer.from(token, 'base64url')
  // Decoding ignores what does not belong to a byte, so that several texts would be the same token.
  if (encrypted.toString('base64url') !== token) return undefined
  try {
    return decrypt(secret, purpose, encrypted).toString()
  } catch {
    return undefined
  }
}

/** For every response with a photo: a browser shows an image and nothing else, and keeps no copy. */
export const photoHeaders = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
} as const
