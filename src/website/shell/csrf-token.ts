import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Encrypts a form token with a random pad, differently in every page. Otherwise the length of compressed pages would reveal
 * it to someone who can make the browser open pages that repeat a guess (BREACH).
 */
export function maskToken(token: Buffer): string {
  const pad = randomBytes(token.length)
  return Buffer.concat([pad, xor(token, pad)]).toString('base64url')
}

export function isMaskOf(value: string, token: Buffer): boolean {
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.length !== 2 * token.length) return false
  return timingSafeEqual(xor(bytes.subarray(0, token.length), bytes.subarray(token.length)), token)
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))
}
