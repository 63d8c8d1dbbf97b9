// An implementation of the interface that is faithful to the specification and decides every point that it leaves open
// otherwise than Larder. It holds a made-up catalog in memory.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { alternativeFoods, type Food, matches } from './alternative-catalog.ts'

/** The values of `source` that the specification does not spell out, as this server calls them. */
export const alternativeSources = { aiEstimate: 'model_guess', government: 'fdc' }

const foods = alternativeFoods(alternativeSources)

interface Key {
  scope: 'read' | 'full'
  /** Requests per minute. */
  limit: number
  bucket: string
}

const keys: Record<string, Key> = {
  'acct-1': { scope: 'full', limit: 3000, bucket: 'account' },
  'read-1': { scope: 'read', limit: 3000, bucket: 'account' },
  'full-1': { scope: 'full', limit: 3000, bucket: 'account' },
  'full-2': { scope: 'full', limit: 3000, bucket: 'account' },
  'slow-1': { scope: 'read', limit: 5, bucket: 'slow-1' },
  'free-1': { scope: 'read', limit: 30, bucket: 'address' },
}

export const alternativeKeys = {
  account: 'acct-1',
  read: 'read-1',
  full: 'full-1',
  scale: 'full-2',
  capped: 'slow-1',
  starter: 'free-1',
  expired: 'old-1',
  revoked: 'gone-1',
}

type Reply = { status: number; body: unknown; headers?: Record<string, string> }

const ok = (body: unknown): Reply => ({ status: 200, body })
const reject = (status: number, detail: string): Reply => ({ status, body: { detail } })
const unauthorized = reject(401, 'Missing or invalid API key')

function invalid(kind: 'query' | 'path', name: string, type: string, input?: unknown): Reply {
  const fault = { msg: `Not good: ${name}`, input, loc: [kind, name], type, url: 'https://errors.example' }
  return { status: 422, body: { detail: [fault] } }
}

/** Token buckets, unlike Larder's fixed windows. */
function createBuckets() {
  const buckets = new Map<string, { tokens: number; updatedAt: number }>()
  return (name: string, limit: number): { remaining: number; wait: number } => {
    const now = performance.now()
    const bucket = buckets.get(name) ?? { tokens: limit, updatedAt: now }
    const tokens = Math.min(limit, bucket.tokens + ((now - bucket.updatedAt) / 60_000) * limit)
    const served = tokens >= 1
    buckets.set(name, { tokens: served ? tokens - 1 : tokens, updatedAt: now })
    return { remaining: Math.floor(tokens), wait: served ? 0 : Math.ceil(((1 - tokens) / limit) * 60) }
  }
}

/** Only known values, in a different order, with an additional field. */
function present(food: Food): object {
  const known = Object.entries(food).filter(([, value]) => value !== null)
  return { revision: 7, ...Object.fromEntries(known.reverse()) }
}

function readInteger(text: string | null, fallback: number): number | undefined {
  if (text === null) return fallback
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function search(query: URLSearchParams): Reply {
  const unknown = [...query.keys()].find(name => !['q', 'limit', 'source'].includes(name))
  if (unknown !== undefined) return invalid('query', unknown, 'extra_forbidden', query.get(unknown))
  const q = query.get('q')
  if (q === null) return invalid('query', 'q', 'missing')
  if (q.trim().length < 2) return invalid('query', 'q', 'string_too_short', q)
  const limit = readInteger(query.get('limit'), 10)
  if (limit === undefined) return invalid('query', 'limit', 'not_a_number', query.get('limit'))
  if (limit > 50) return invalid('query', 'limit', 'less_than_equal', limit)
  if (limit < 1) return invalid('query', 'limit', 'too_small', limit)
  const source = query.get('source')
  if (source !== null && !['off', alternativeSources.aiEstimate].includes(source))
    return invalid('query', 'source', 'enum', source)
  const hits = foods.filter(food => matches(food, q) && (source === null || food.source === source))
  return ok(hits.slice(0, limit).map(present))
}

function popular(query: URLSearchParams): Reply {
  // Clamps values that are out of bounds.
  const limit = Math.min(500, Math.max(1, readInteger(query.get('limit'), 100) ?? 100))
  const offset = readInteger(query.get('offset'), 0) ?? 0
  const wanted = query.get('category')
  const withImage = query.get('has_image') !== 'false'
  const listed = foods.filter(food => {
    // Cheese is a kind of dairy.
    const inCategory = food.category === wanted || (wanted === 'Dairy' && food.category === 'Cheese')
    return (food.image_url !== null) === withImage && (wanted === null || inCategory)
  })
  return ok(listed.slice(offset, offset + limit).map(present))
}

function categories(): Reply {
  const names = [...new Set(foods.map(food => food.category))].sort()
  return ok(
    names.map(category => ({
      count: foods.filter(food => food.category === category).length,
      category,
      icon: 'plate',
    })),
  )
}

function lookUp(path: string): Reply | undefined {
  const [, kind, value = ''] = /^\/(food|barcode)\/([^/]+)\/?$/.exec(path) ?? []
  if (kind === 'barcode') {
    const found = foods.find(food => food.barcode === value)
    return found ? ok(present(found)) : reject(404, 'Barcode not found')
  }
  if (kind !== 'food') return undefined
  if (!/^\d{1,10}$/.test(value)) return invalid('path', 'food_id', 'int_parsing', value)
  const found = foods.find(food => food.id === Number(value))
  return found ? ok(present(found)) : reject(404, 'There is no such food')
}

function route(path: string, query: URLSearchParams): Reply | undefined {
  if (path === '/search') return search(query)
  if (path === '/foods/popular') return popular(query)
  if (path === '/foods/categories')
    return query.size === 0 ? categories() : invalid('query', 'x', 'extra_forbidden')
  return lookUp(path)
}

/** Returns the key, undefined for anonymous clients, or false for an invalid header. */
function authenticate({ headers }: IncomingMessage): Key | undefined | false {
  if (headers.authorization === undefined) return undefined
  return keys[/^Bearer (.+)$/.exec(headers.authorization)?.[1] ?? ''] ?? false
}

function createHandler() {
  const take = createBuckets()

  /** Every request counts, except failed requests with a key. */
  function limited(caller: Key | undefined, reply: Reply | undefined): Reply | undefined {
    if (caller && reply && reply.status !== 200) return reply
    const limit = caller?.limit ?? 30
    const { remaining, wait } = take(caller?.bucket ?? 'address', limit)
    const headers = caller && {
      'x-ratelimit-limit': `${limit}`,
      'x-ratelimit-remaining': `${remaining}`,
      'x-ratelimit-reset': `${wait}`,
    }
    if (wait === 0) return reply && { ...reply, ...(headers && { headers }) }
    const body = { detail: `Rate limit exceeded. Retry in ${wait + 1} seconds.` }
    return { status: 429, body, headers: { ...headers, 'retry-after': `${wait}` } }
  }

  return async (request: IncomingMessage): Promise<Reply> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/health') return ok({ foods_in_db: foods.length, status: 'healthy', region: 'here' })
    const caller = authenticate(request)
    const reply = route(pathname, searchParams)
    if (caller === false || reply === undefined) return limited(undefined, undefined) ?? unauthorized
    if (request.method !== 'GET') {
      if (caller?.scope === 'read')
        return reject(403, 'This API key is read-only. Please create a full-access key.')
      return reject(405, 'Only GET')
    }
    const outcome = limited(caller, reply) ?? unauthorized
    if (outcome.status === 200 && (caller?.limit ?? 30) === 30) await sleep(350)
    return outcome
  }
}

export async function startAlternativeServer(): Promise<{ url: string; stop(): void }> {
  const handle = createHandler()
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body, headers } = await handle(request)
    response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers })
    response.end(JSON.stringify(body, null, 1))
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
