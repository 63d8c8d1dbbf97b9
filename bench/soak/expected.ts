// Expected responses, computed with the functions of src/catalog before any fault is injected.
import { categoryCounts } from '../../src/catalog/categories.ts'
import { foodLookup } from '../../src/catalog/lookup.ts'
import { popularFoods } from '../../src/catalog/popular.ts'
import { barcodeCandidates } from '../../src/food/barcode.ts'
import { openPool } from '../../src/platform/database/pool.ts'
import { readFromPrimary } from '../../src/platform/database/replica-routing.ts'
import { createFoodSearch } from '../../src/search/query/search.ts'
import { sampleCatalog } from '../http/samples.ts'

export interface Expected {
  /** The endpoint. */
  kind: string
  path: string
  body: string
}

const lookups = 3_000
const searches = 400
const pages = 20

export async function expectedResponses(databaseUrl: string): Promise<Expected[]> {
  const database = openPool({
    url: databaseUrl,
    connections: 2,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'larder soak',
    onIdleError: () => undefined,
  })
  try {
    const samples = await sampleCatalog(databaseUrl, lookups)
    const { byId, byBarcode } = foodLookup(database)
    const search = createFoodSearch(readFromPrimary(database))
    const expected: Expected[] = []
    const expect = (kind: string, path: string, response: unknown) => {
      if (response !== undefined) expected.push({ kind, path, body: JSON.stringify(response) })
    }
    for (const id of samples.foods) expect('/food', `/food/${id}`, await byId(id))
    for (const code of samples.barcodes)
      expect('/barcode', `/barcode/${code}`, await byBarcode(barcodeCandidates(code)))
    for (const q of samples.queries.slice(0, searches)) {
      const found = await search.find({ q, limit: 10 })
      expect('/search', `/search?${new URLSearchParams({ q })}`, found)
    }
    for (let page = 0; page < pages; page++) {
      const parameters = { limit: 50, offset: 50 * page, category: '', withImage: true }
      expect(
        '/foods/popular',
        `/foods/popular?limit=50&offset=${50 * page}`,
        await popularFoods(database, parameters),
      )
    }
    expect('/foods/categories', '/foods/categories', await categoryCounts(database))
    return expected
  } finally {
    await database.close()
  }
}
