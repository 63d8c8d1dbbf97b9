// All tokens and encrypted data depend on one server secret; each purpose uses its own derived key.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// Format version, so that the algorithm can be changed later.
const version = 1
const ivBytes = 12
const tagBytes = 16

/** SECRET_KEY; during a rotation followed by the previous secrets, which are still accepted. */
export type ServerSecret = string | readonly [current: string, ...others: string[]]

export function allSecrets(secret: ServerSecret): readonly [current: string, ...others: string[]] {
  return typeof secret === 'string' ? [secret] : secret
}

/** The secret used for new data. */
export function currentSecret(secret: ServerSecret): string {
  return allSecrets(secret)[0]
}

/** Identifies the current secret without revealing anything about it. */
export function secretId(secret: ServerSecret): string {
  return deriveKey(currentSecret(secret), 'secret id').toString('hex').slice(0, 8)
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `larder ${purpose}`, 32))
}

/**
 * The stored form of a token. A fast hash is enough: tokens have 256 random bits and are looked up by their
 * hash.
 */
export function hashToken(secret: ServerSecret, purpose: string, token: string): Buffer {
  return createHmac('sha256', deriveKey(currentSecret(secret), purpose))
    .update(token)
    .digest()
}

/** The possible stored hashes: under the current secret first, then under each previous one. */
export function tokenHashes(secret: ServerSecret, purpose: string, token: string): Buffer[] {
  return allSecrets(secret).map(each => hashToken(each, purpose, token))
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** AES-256-GCM. Layout: version, IV, ciphertext, tag. */
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

/** Throws when the data was modified, or encrypted under another secret or for another purpose. */
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
  if (encrypted[0] !== version) throw new Error('unknown encryption version')
  const iv = encrypted.subarray(1, 1 + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), iv)
  decipher.setAuthTag(encrypted.subarray(-tagBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(1 + ivBytes, -tagBytes)), decipher.final()])
}
