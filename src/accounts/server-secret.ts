// Everything secret that Larder makes or keeps hangs on one server secret; each purpose gets a key of its own.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// Tells which way the bytes were encrypted, so that another way can come later.
const version = 1
const ivBytes = 12
const tagBytes = 16

/** SECRET_KEY. While it is being replaced, with the others that are read too behind it. */
export type ServerSecret = string | readonly [current: string, ...others: string[]]

export function allSecrets(secret: ServerSecret): readonly [current: string, ...others: string[]] {
  return typeof secret === 'string' ? [secret] : secret
}

/** What is stored from now on is stored under this one. */
export function currentSecret(secret: ServerSecret): string {
  return allSecrets(secret)[0]
}

/** Tells the current secret from others, without telling anything about it. */
export function secretId(secret: ServerSecret): string {
  return deriveKey(currentSecret(secret), 'name of the secret').toString('hex').slice(0, 8)
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `larder ${purpose}`, 32))
}

/** What is stored of a token. No slow hash: 256 random bits cannot be guessed, and this is looked up. */
export function hashToken(secret: ServerSecret, purpose: string, token: string): Buffer {
  return createHmac('sha256', deriveKey(currentSecret(secret), purpose))
    .update(token)
    .digest()
}

/** As it may be stored: under the current secret, then under each of the others. */
export function tokenHashes(secret: ServerSecret, purpose: string, token: string): Buffer[] {
  return allSecrets(secret).map(each => hashToken(each, purpose, token))
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** AES-256-GCM: version, initialisation vector, ciphertext, tag. */
export function encrypt(secret: ServerSecret, purpose: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(currentSecret(secret), purpose), iv)
  return Buffer.concat([
    Buffer.from([version]),
    iv,
    cipher.update(bytes),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Throws when the bytes were changed, or encrypted under none of the secrets or for another purpose. */
export function decrypt(secret: ServerSecret, purpose: string, encrypted: Uint8Array): Buffer {
  const [current, ...others] = allSecrets(secret)
  try {
    return decryptUnder(current, purpose, encrypted)
  } catch (error) {
    const [next, ...rest] = others
    if (next === undefined) throw error
    return decrypt([next, ...rest], purpose, encrypted)
  }
}

function decryptUnder(secret: string, purpose: string, encrypted: Uint8Array): Buffer {
  if (encrypted[0] !== version) throw new Error('encrypted in a way that is not known here')
  const iv = encrypted.subarray(1, 1 + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), iv)
  decipher.setAuthTag(encrypted.subarray(-tagBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(1 + ivBytes, -tagBytes)), decipher.final()])
}
