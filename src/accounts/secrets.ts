// Everything secret that Larder makes or keeps hangs on one server secret; each purpose gets a key of its own.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// Tells which way the bytes were encrypted, so that another way can come later.
const version = 1
const ivBytes = 12
const tagBytes = 16

export function subkey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `larder ${purpose}`, 32))
}

/** What is stored of a token. No slow hash: 256 random bits cannot be guessed, and this is looked up. */
export function hashToken(secret: string, purpose: string, token: string): Buffer {
  return createHmac('sha256', subkey(secret, purpose)).update(token).digest()
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** AES-256-GCM: version, initialisation vector, ciphertext, tag. */
export function encrypt(secret: string, purpose: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', subkey(secret, purpose), iv)
  return Buffer.concat([
    Buffer.from([version]),
    iv,
    cipher.update(bytes),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Throws when the bytes were changed, or encrypted under another secret or for another purpose. */
export function decrypt(secret: string, purpose: string, encrypted: Uint8Array): Buffer {
  if (encrypted[0] !== version) throw new Error('encrypted in a way that is not known here')
  const iv = encrypted.subarray(1, 1 + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', subkey(secret, purpose), iv)
  decipher.setAuthTag(encrypted.subarray(-tagBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(1 + ivBytes, -tagBytes)), decipher.final()])
}
