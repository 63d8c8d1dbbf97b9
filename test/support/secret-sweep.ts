// Searches for leaked secrets in a database dump, in Redis and in logs.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import type { Redis } from 'ioredis'

export interface Secret {
  /** Description for the report, which does not print the secret. */
  name: string
  value: string
}

export interface Found {
  name: string
  location: string
  /** The encoding in which it was found. */
  form: string
}

/** Finds every secret in every encoding and location. */
export function findSecrets(secrets: Secret[], locations: Record<string, string>): Found[] {
  const found: Found[] = []
  for (const [location, text] of Object.entries(locations)) {
    const inSmall = text.toLowerCase()
    for (const { name, value } of secrets) {
      for (const [form, written] of Object.entries(formsOf(value))) {
        const isFound =
          form === 'hex'
            ? inSmall.includes(written)
            : isSixDigits(value)
              ? hasWord(text, written)
              : text.includes(written)
        if (isFound) found.push({ name, location, form })
      }
    }
  }
  return found
}

function formsOf(value: string): Record<string, string> {
  // Other encodings of six digits would match by chance.
  if (isSixDigits(value)) return { raw: value }
  const bytes = Buffer.from(value)
  return {
    raw: value,
    url: encodeURIComponent(value),
    form: new URLSearchParams({ '': value }).toString().slice(1),
    base64: bytes.toString('base64').replace(/=+$/, ''),
    base64url: bytes.toString('base64url'),
    hex: bytes.toString('hex'),
  }
}

function isSixDigits(value: string): boolean {
  return /^\d{6}$/.test(value)
}

/** Not as part of a longer number, such as a fraction of a second. */
function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w.])${word}(?!\\w)`).test(text)
}

/** All rows of all tables; bytea values are in hexadecimal. */
export async function dumpDatabase(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)('pg_dump', ['--inserts', databaseUrl], {
    maxBuffer: 1_000_000_000,
  })
  return stdout
}

/** All keys that match the pattern, with their values. */
export async function dumpRedis(redis: Redis, pattern = '*'): Promise<string> {
  const lines: string[] = []
  for (const key of await redis.keys(pattern)) {
    lines.push(key, JSON.stringify(await readValue(redis, key, await redis.type(key))))
  }
  return lines.join('\n')
}

async function readValue(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'string':
      // The filter of searches is megabytes of zeros, which no secret contains.
      return (await redis.get(key))?.replaceAll('\0', '')
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, 0, '-1')
    case 'none':
      return null // it has expired since it was listed
    default:
      throw new Error(`unsupported Redis type ${type}`)
  }
}

/**
 * Records everything sent to this Redis database from now on, including short-lived keys. On a plain connection, because
 * ioredis fails if the first command to report arrives together with the answer to MONITOR.
 */
export async function listenToRedis(redisUrl: string): Promise<{ heard(): string; stop(): void }> {
  const { hostname, port, pathname } = new URL(redisUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let received = ''
  socket.on('data', chunk => {
    received += chunk
  })
  socket.write('MONITOR\r\n')
  while (!received.includes('\r\n')) await once(socket, 'data')
  const fromHere = new RegExp(`^\\+[\\d.]+ \\[${pathname.slice(1) || 0} `)
  return {
    heard: () =>
      received
        .split('\r\n')
        .filter(line => fromHere.test(line))
        .join('\n'),
    stop: () => socket.destroy(),
  }
}
