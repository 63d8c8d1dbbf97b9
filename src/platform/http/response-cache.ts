// Finished responses of the current catalog version in memory, for the API and the website of a process.
import { LRUCache } from 'lru-cache'
import type { ResponseBody } from './response-body.ts'

export interface CachedResponse {
  body: ResponseBody
  /** Headers that belong to the body; names and values in turn. */
  headers: readonly string[]
  /** Whether caches in front of the service may keep it: not if it may be of an older version of the catalog. */
  isShareable?: boolean
}

/** What a response depends on besides the catalog. */
export type CacheInput<Input> = { [Name in keyof Input]: CacheableValue }
type CacheableValue = string | number | boolean | undefined | readonly string[] | readonly number[]

/** The only place that makes keys. JSON keeps texts, types and missing values apart, whatever a text contains. */
export function cacheKey<Input extends CacheInput<Input>>(
  server: 'api' | 'website',
  route: string,
  input: Input,
): string {
  return JSON.stringify([server, route, input])
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined
  /** To be taken before the catalog is read: what was read from an older version of the catalog is not stored. */
  ticket(): Ticket
  store(key: string, response: CachedResponse, ticket: Ticket): void
  /** The cached response, or else the one that `make` resolves to; requests at the same time share it. */
  respond(key: string, make: () => Promise<CachedResponse>): CachedResponse | Promise<CachedResponse>
  figures(): { hits: number; misses: number; responses: number; bytes: number }
}

/** The version of the catalog; undefined if nothing may be stored. */
type Ticket = string | undefined

export interface ResponseCacheSettings {
  /** 0 turns the cache off. */
  maxBytes: number
  /** The last known version of the catalog; undefined while it is unknown. */
  version: () => string | undefined
  /** Whether what is read now is of this version for certain; otherwise it is not stored. */
  isSettled?: (version: string | undefined) => boolean
}

// Pages show the age of their data.
const maxAgeMs = 3_600_000
// The entry, the objects around the body and its headers.
const overheadBytes = 600

export function createResponseCache({
  maxBytes,
  version,
  isSettled = () => true,
}: ResponseCacheSettings): ResponseCache {
  if (maxBytes === 0) return noCache
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    ttl: maxAgeMs,
  })
  const making = new Map<string, Promise<CachedResponse>>()
  let current: string | undefined
  let hits = 0
  let misses = 0

  function emptyAfterChange(): void {
    const known = version()
    if (known === current) return
    current = known
    responses.clear()
    making.clear()
  }

  const cache: ResponseCache = {
    get(key) {
      emptyAfterChange()
      const cached = responses.get(key)
      if (cached === undefined) misses++
      else hits++
      return cached
    },
    ticket() {
      emptyAfterChange()
      return isSettled(current) ? current : undefined
    },
    store(key, response, ticket) {
      emptyAfterChange()
      if (ticket !== undefined && ticket === current && isSettled(current)) responses.set(key, response)
    },
    respond(key, make) {
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const running = making.get(key)
      if (running !== undefined) return running
      const made = makeAndStore(key, make).finally(() => {
        if (making.get(key) === made) making.delete(key)
      })
      making.set(key, made)
      return made
    },
    figures: () => ({ hits, misses, responses: responses.size, bytes: responses.calculatedSize }),
  }

  async function makeAndStore(key: string, make: () => Promise<CachedResponse>) {
    const ticket = cache.ticket()
    const response = await make()
    cache.store(key, response, ticket)
    return response
  }

  return cache
}

const noCache: ResponseCache = {
  get: () => undefined,
  ticket: () => undefined,
  store: () => undefined,
  respond: (_key, make) => make(),
  figures: () => ({ hits: 0, misses: 0, responses: 0, bytes: 0 }),
}

/** The body once in full, and as much again for its compressed forms. */
function sizeOf({ body }: CachedResponse, key: string): number {
  return 2 * (body.bytes + key.length) + overheadBytes
}
