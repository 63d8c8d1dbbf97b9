// The requests of the CPU benchmark: random foods of the catalog, and searches as people type them.

import { pagePath } from '../src/food/page-path.ts'
import { withConnection } from '../src/platform/database/pool.ts'

export interface EndpointPaths {
  endpoint: string
  server: 'api' | 'website'
  paths: string[]
  /** Whether the responses come from the cache of the process; true by default. */
  isCached?: boolean
}

const count = 2_000
const cachedCount = 500

interface SampleFood {
  id: number
  name: string
  barcode: string | null
}

export async function catalogPaths(databaseUrl: string): Promise<EndpointPaths[]> {
  const foods = await randomFoods(databaseUrl)
  const pages = foods.map(({ id, name }) => pagePath(id, name))
  const barcodes = foods.flatMap(({ barcode }) => (barcode === null ? [] : [`/barcode/${barcode}`]))
  const lookups = foods.map(({ id }) => `/food/${id}`)
  const searches = foods.map(({ name }, index) => `/search?q=${encodeURIComponent(asTyped(name, index))}`)
  return [
    { endpoint: '/food/{id}', server: 'api', paths: lookups, isCached: false },
    { endpoint: '/food/{id}, cached', server: 'api', paths: lookups.slice(0, cachedCount) },
    { endpoint: '/barcode/{code}', server: 'api', paths: barcodes, isCached: false },
    { endpoint: '/barcode/{code}, cached', server: 'api', paths: barcodes.slice(0, cachedCount) },
    { endpoint: '/search', server: 'api', paths: searches, isCached: false },
    { endpoint: '/search, cached', server: 'api', paths: searches.slice(0, cachedCount) },
    {
      endpoint: '/foods/popular, cached',
      server: 'api',
      paths: foods.slice(0, cachedCount).map((_, index) => `/foods/popular?limit=20&offset=${index}`),
    },
    { endpoint: '/foods/categories, cached', server: 'api', paths: ['/foods/categories'] },
    { endpoint: 'food page', server: 'website', paths: pages, isCached: false },
    { endpoint: 'food page, cached', server: 'website', paths: pages.slice(0, cachedCount) },
  ]
}

async function randomFoods(databaseUrl: string): Promise<SampleFood[]> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<SampleFood>(
      `select id, name, barcode from foods
         where id in (select ceil(random() * (select max(id) from foods))::bigint from generate_series(1, $1::int))
         order by random()
         limit $2`,
      [2 * count, count],
    )
    return rows
  })
}

/** The first three words of a name; every second time with a letter missing. */
function asTyped(name: string, index: number): string {
  const words = name.split(/\s+/).slice(0, 3).join(' ')
  if (index % 2 === 0 || words.length < 6) return words.length < 2 ? `${words}aa` : words
  const missing = 1 + (index % (words.length - 2))
  return words.slice(0, missing) + words.slice(missing + 1)
}
