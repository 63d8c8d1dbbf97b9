// The form of an API key: larder_{kind}_{random}{checksum}. The prefix tells people and secret scanners what
// it is; the checksum lets a mistyped or made-up key be refused without asking the database.
import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomCharacters = 32 // 190 bits
const checksumCharacters = 6 // 62^6 > 2^32

const form = /^larder_(account|full|read)_[0-9A-Za-z]{38}$/

export type KeyPrefix = 'larder_account' | 'larder_full' | 'larder_read'

export function newKey(prefix: KeyPrefix): string {
  let random = ''
  for (let index = 0; index < randomCharacters; index++) random += alphabet[randomInt(alphabet.length)]
  const body = `${prefix}_${random}`
  return body + checksum(body)
}

export function isWellFormedKey(key: string): boolean {
  return form.test(key) && checksum(key.slice(0, -checksumCharacters)) === key.slice(-checksumCharacters)
}

/** What is stored of a key. No salt and no slow hash: 190 random bits cannot be guessed, and this is looked up. */
export function hashKey(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** For logs: people put keys into addresses by mistake. The underscores may be written as escapes there. */
export function redactKeys(text: string): string {
  return text.replace(/(larder(?:_|%5f)(?:account|full|read)(?:_|%5f))[0-9a-z%]+/gi, '$1…')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let written = ''
  for (let index = 0; index < checksumCharacters; index++) {
    written = alphabet[rest % alphabet.length] + written
    rest = Math.floor(rest / alphabet.length)
  }
  return written
}
