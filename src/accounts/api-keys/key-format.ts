// API key format: larder_{kind}_{random}{checksum}. The prefix identifies the key to people and secret
// scanners; the checksum rejects mistyped keys without a database query.
import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32 // 190 bits
const checksumLength = 6 // 62^6 > 2^32

const pattern = /^larder_(account|full|read)_[0-9A-Za-z]{38}$/

export type KeyPrefix = 'larder_account' | 'larder_full' | 'larder_read'

export function newKey(prefix: KeyPrefix): string {
  let random = ''
  for (let index = 0; index < randomLength; index++) random += alphabet[randomInt(alphabet.length)]
  const body = `${prefix}_${random}`
  return body + checksum(body)
}

export function isWellFormedKey(key: string): boolean {
  return pattern.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
}

/**
 * The stored form of a key. A fast unsalted HMAC is enough: keys have 190 random bits and are looked up by
 * their hash.
 */
export function hashKey(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** For logs: users put keys into URLs by mistake, sometimes percent-encoded. */
export function redactKeys(text: string): string {
  // Nearly all requests.
  if (!text.includes('_') && !text.includes('%')) return text
  return text.replace(/(larder(?:_|%5f)(?:account|full|read)(?:_|%5f))[0-9a-z%]+/gi, '$1…')
}

function checksum(body: string): string {
  let remainder = crc32(body)
  let digits = ''
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[remainder % alphabet.length] + digits
    remainder = Math.floor(remainder / alphabet.length)
  }
  return digits
}
