/** A response to revalidate: its body is sent again only if its ETag has changed. */
export interface CachedResponse {
  etag: string
  text: string
}

/** Where responses are kept. Your own may be asynchronous, such as one on disk or in Redis. */
export interface ResponseCache {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>
  set(url: string, response: CachedResponse): void | Promise<void>
}

/** Keeps the most recently used responses. */
export function createMemoryCache(maxEntries = 500): ResponseCache {
  const entries = new Map<string, CachedResponse>()
  function set(url: string, entry: CachedResponse): void {
    entries.delete(url)
    entries.set(url, entry)
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  }
  return {
    set,
    get(url) {
      const entry = entries.get(url)
      if (entry) set(url, entry)
      return entry
    },
  }
}
