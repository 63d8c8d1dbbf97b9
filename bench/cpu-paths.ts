// What is asked for when costs are measured: random foods of the catalog, and searches as people type them.

import { pagePath } from '../src/food/page-path.ts'
import { withConnection } from '../src/platform/database/pool.ts'

export interface EndpointPaths {
  endpoint: string
  at: 'api' | 'website'
  paths: string[]
  /** False: of a website that keeps no pages. */
  isKept?: boolean
}

const count = 2_000

interface SomeFood {
  id: number
  name: string
  barcode: string | null
}

export async function catalogPaths(databaseUrl: string): Promise<EndpointPaths[]> {
  const foods = await randomFoods(databaseUrl)
  const pages = foods.map(({ id, name }) => pagePath(id, name))
  return [
    { endpoint: '/food/{id}', at: 'api', paths: foods.map(({ id }) => `/food/${id}`) },
    {
      endpoint: '/barcode/{code}',
      at: 'api',
      paths: foods.flatMap(({ barcode }) => (barcode === null ? [] : [`/barcode/${barcode}`])),
    },
    {
      endpoint: '/search',
      at: 'api',
      paths: foods.map(({ name }, at) => `/search?q=${encodeURIComponent(typed(name, at))}`),
    },
    {
      endpoint: '/foods/popular',
      at: 'api',
      paths: foods.map((_, at) => `/foods/popular?limit=20&offset=${at}`),
    },
    { endpoint: '/foods/categories', at: 'api', paths: ['/foods/categories'] },
    { endpoint: 'food page, cache miss', at: 'website', paths: pages, isKept: false },
    { endpoint: 'food page, cache hit', at: 'website', paths: pages.slice(0, 500) },
  ]
}

async function randomFoods(databaseUrl: string): Promise<SomeFood[]> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<SomeFood>(
      `select id, name, barcode from foods
         where id in (select ceil(random() * (select max(id) from foods))::bigint from generate_series(1, $1::int))
         order by random()
         limit $2`,
      [2 * count, count],
    )
    return rows
  })
}

/** Three words of a name; every second time with a letter left out. */
function typed(name: string, at: number): string {
  const words = name.split(/\s+/).slice(0, 3).join(' ')
  if (at % 2 === 0 || words.length < 6) return words.length < 2 ? `${words}aa` : words
  const place = 1 + (at % (words.length - 2))
  return words.slice(0, place) + words.slice(place + 1)
}
