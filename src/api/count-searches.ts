// Counts searches, and which of their results is opened. Callers of the API do not say which search a food was chosen from, so
// the process remembers the last search of each for ten minutes, and nowhere else.
import { LRUCache } from 'lru-cache'
import type { SearchCounter } from '../catalog/counting/counter.ts'
import type { CallerId } from '../catalog/counting/record.ts'
import type { CountedSearch } from '../catalog/counting/searches.ts'
import type { CachedResponse } from '../platform/http/response-cache.ts'
import type { ApiRequest } from './api-request.ts'

const rememberedMs = 600_000
const maxCallers = 10_000

/** `foodUrl`: the route of foods by id. A barcode is on a package, not chosen from results. */
export function createCountSearches(
  counter: SearchCounter,
  foodUrl: string,
): (request: ApiRequest, response: CachedResponse) => void {
  const lastSearches = new LRUCache<CallerId, CountedSearch>({
    max: maxCallers,
    ttl: rememberedMs,
    // Otherwise a search stays in memory until its caller returns.
    ttlAutopurge: true,
  })
  return ({ caller, route }, { foodId, search }) => {
    if (caller === undefined) return
    const id = caller.principal?.accountId ?? caller.ipAddress
    if (search !== undefined) {
      lastSearches.set(id, search)
      counter.countSearch(search, id)
    }
    if (foodId === undefined) return
    const last = route.url === foodUrl ? lastSearches.get(id) : undefined
    if (last?.foodIds.includes(foodId)) counter.countOpened(last.query, foodId, id)
  }
}
