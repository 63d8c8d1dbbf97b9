// Keeps bodies by their ETag, so that an unchanged food is not sent again.
import type { Fetch } from './retry.ts'

interface Entry {
  etag: string
  body: string
  contentType: string
}

/** The least recently used entries are dropped. */
export function withEtagCache(fetch: Fetch, maxEntries: number): Fetch {
  const entries = new Map<string, Entry>()

  function store(url: string, entry: Entry): void {
    entries.delete(url)
    entries.set(url, entry)
    const oldest = entries.keys().next().value
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  }

  return async request => {
    const cached = entries.get(request.url)
    if (cached) request.headers.set('if-none-match', cached.etag)
    const response = await fetch(request)
    if (response.status === 304 && cached) {
      store(request.url, cached)
      return new Response(cached.body, { headers: { 'content-type': cached.contentType } })
    }
    const etag = response.headers.get('etag')
    if (response.status !== 200 || etag === null || maxEntries === 0) return response
    const body = await response.text()
    const contentType = response.headers.get('content-type') ?? 'application/json'
    store(request.url, { etag, body, contentType })
    return new Response(body, { headers: { 'content-type': contentType } })
  }
}
