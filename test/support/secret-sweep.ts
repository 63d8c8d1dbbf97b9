// Looks for secrets where none may be: in a dump of a database, in a Redis, in logs.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'

export interface Secret {
  /** What it is, for the report: the secret itself is not printed. */
  name: string
  value: string
}

export interface Found {
  name: string
  place: string
  /** How it was written there. */
  form: string
}

/** Every secret in every form in every place where it is. */
export function findSecrets(secrets: Secret[], places: Record<string, string>): Found[] {
  const found: Found[] = []
  for (const [place, text] of Object.entries(places)) {
    const inSmall = text.toLowerCase()
    for (const { name, value } of secrets) {
      for (const [form, written] of Object.entries(formsOf(value))) {
        const isThere =
          form === 'hex'
            ? inSmall.includes(written)
            : isSixDigits(value)
              ? hasWord(text, written)
              : text.includes(written)
        if (isThere) found.push({ name, place, form })
      }
    }
  }
  return found
}

function formsOf(value: string): Record<string, string> {
  // Six digits as other text would be found by chance.
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

/** Not as a part of a longer number, such as the fraction of a second. */
function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w.])${word}(?!\\w)`).test(text)
}

/** All tables with all rows; bytes are in hexadecimal. */
export async function dumpDatabase(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)('pg_dump', ['--inserts', databaseUrl], {
    maxBuffer: 1_000_000_000,
  })
  return stdout
}

/** All keys with all that is under them. */
export async function dumpRedis(redis: Redis): Promise<string> {
  const lines: string[] = []
  for (const key of await redis.keys('*')) {
    lines.push(key, JSON.stringify(await readValue(redis, key, await redis.type(key))))
  }
  return lines.join('\n')
}

async function readValue(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'string':
      return redis.get(key)
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
      throw new Error(`no way to read a ${type} of Redis`)
  }
}

/** Everything that is sent to this Redis database from now on, also what is gone again soon. */
export async function listenToRedis(redisUrl: string): Promise<{ heard(): string; stop(): void }> {
  const database = new URL(redisUrl).pathname.slice(1)
  const redis = new Redis(redisUrl)
  const monitor = await redis.monitor()
  let heard = ''
  monitor.on('monitor', (_time: string, words: string[], _source: string, where: string) => {
    if (where === database) heard += `${words.join(' ')}\n`
  })
  return {
    heard: () => heard,
    stop() {
      monitor.disconnect()
      redis.disconnect()
    },
  }
}
