// Latency of reads on a catalog a hundred times as large, compared with the small one. See bench/README.md.
//   npm run bench -- catalog-size [--foods 4000000]
import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { generateCatalog } from '../lab/catalogs/generated-catalog.ts'
import { createScaleKey, environmentFor, type Server, startLarder } from '../lab/servers/larder-process.ts'
import { type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { median, quantile } from '../lab/statistics.ts'
import { table } from '../src/main/commands/output.ts'
import { withConnection } from '../src/platform/database/pool.ts'

const maxRatio = 2
const timesLarger = 100
const depth = 0.75

const { values: options } = parseArgs({
  options: {
    foods: { type: 'string', default: '4000000' },
    requests: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '6' },
  },
})

/** What the catalog contains, for generating requests. */
interface Contents {
  foods: number
  foodsWithImage: number
  category: string
  foodsInCategory: number
  barcodes: string[]
}

interface Side {
  databaseUrl: string
  server: Server
  key: string
  agent: Agent
  contents: Contents
}

const paths: [string, (contents: Contents) => string][] = [
  ['/food/{id}', ({ foods }) => `/food/${1 + below(foods)}`],
  ['/barcode/{code}', ({ barcodes }) => `/barcode/${barcodes[below(barcodes.length)]}`],
  ['popular, first page', () => '/foods/popular?limit=100'],
  ['popular, all foods, 75 % deep', ({ foods }) => popularPage(foods, 'has_image=false')],
  ['popular, with image, 75 % deep', ({ foodsWithImage }) => popularPage(foodsWithImage, 'has_image=true')],
  [
    'popular, a category, 75 % deep',
    ({ category, foodsInCategory }) =>
      popularPage(foodsInCategory, `has_image=false&category=${encodeURIComponent(category)}`),
  ],
  ['/foods/categories', () => '/foods/categories'],
  ['/health', () => '/health'],
]

await withStores(async stores => {
  const foods = Number(options.foods)
  const small = await startSide(stores, 'small', 1, Math.ceil(foods / timesLarger))
  const large = await startSide(stores, 'large', 2, foods)
  const rows: string[][] = []
  for (const [name, path] of paths) rows.push(resultRow(name, await alternate(small, large, path)))
  console.log(
    `\n${table(['request', 'small p50', 'p99', 'large p50', 'p99 ms', 'ratio', `target ${maxRatio}`], rows)}`,
  )
  if (rows.some(row => row.at(-1) !== 'ok')) process.exitCode = 1
  await small.server.stop()
  await large.server.stop()
})

async function startSide(stores: Stores, name: string, redisDatabase: number, foods: number): Promise<Side> {
  const databaseUrl = await stores.createDatabase(name)
  const { seconds } = await generateCatalog(databaseUrl, foods)
  console.log(
    `${name}: ${foods} foods, generated in ${seconds.generate.toFixed(1)} s, indexed in ` +
      `${seconds.index.toFixed(1)} s, refreshed in ${seconds.refresh.toFixed(1)} s`,
  )
  const contents = await withConnection(databaseUrl, async client => {
    console.log(`${await describeSizes(client)}\n`)
    return readContents(client)
  })
  const environment = environmentFor(stores, databaseUrl, redisDatabase, {
    LOG_LEVEL: 'warn',
    FAIRNESS_DELAY_MS: '0',
  })
  const key = await createScaleKey(environment)
  const server = await startLarder(environment, '/dev/null')
  return { databaseUrl, server, key, contents, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
}

async function describeSizes(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string; size: string }>(`
    select relname as name, pg_size_pretty(pg_relation_size(pg_class.oid)) as size
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind in ('r', 'i') and pg_relation_size(pg_class.oid) > 0
        and (relname like any (array['foods%', 'popular_page_anchors%', 'term%']))
      order by pg_relation_size(pg_class.oid) desc`)
  return table(
    ['table or index', 'size'],
    rows.map(row => [row.name, row.size]),
  )
}

async function readContents(client: Client): Promise<Contents> {
  const { rows: counts } = await client.query<{ foods: number; foodsWithImage: number }>(
    'select count(*) as foods, count(image_url) as "foodsWithImage" from foods',
  )
  const { rows: categories } = await client.query<{ category: string; foodsInCategory: number }>(
    'select category, count as "foodsInCategory" from category_counts order by count desc limit 1',
  )
  const { rows: foods } = await client.query<{ barcode: string }>(
    'select barcode from foods where barcode is not null and id % (select 1 + count(*) / 20000 from foods) = 0',
  )
  if (!counts[0] || !categories[0]) throw new Error('the catalog is empty')
  return { ...counts[0], ...categories[0], barcodes: foods.map(food => food.barcode) }
}

/** Latencies of sequential requests in milliseconds, in alternating rounds. */
async function alternate(
  small: Side,
  large: Side,
  path: (contents: Contents) => string,
): Promise<{ small: number[]; large: number[] }> {
  const times = { small: [] as number[], large: [] as number[] }
  const perRound = Math.ceil(Number(options.requests) / Number(options.rounds))
  for (const side of [small, large]) await timeRequests(side, path, 50)
  for (let round = 0; round < Number(options.rounds); round++) {
    times.small.push(...(await timeRequests(small, path, perRound)))
    times.large.push(...(await timeRequests(large, path, perRound)))
  }
  return times
}

async function timeRequests(
  side: Side,
  path: (contents: Contents) => string,
  requests: number,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < requests; n++) {
    const url = side.server.url + path(side.contents)
    const started = performance.now()
    await readResponse(url, side)
    times.push(performance.now() - started)
  }
  return times
}

function readResponse(url: string, { agent, key }: Side): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${key}` } }, response => {
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        // '[]' would be a page past the end of the list.
        if (response.statusCode === 200 && length > 2) resolve()
        else reject(new Error(`${url} returned ${response.statusCode} with ${length} bytes`))
      })
    }).on('error', reject)
  })
}

function resultRow(name: string, { small, large }: { small: number[]; large: number[] }): string[] {
  const ratio = median(large) / median(small)
  return [
    name,
    ...[small, large].flatMap(times => [median(times).toFixed(2), quantile(times, 0.99).toFixed(2)]),
    ratio.toFixed(2),
    ratio <= maxRatio ? 'ok' : 'above',
  ]
}

/** Varies the offset, because every 500th position has a page anchor and is faster. */
function popularPage(listLength: number, filter: string): string {
  return `/foods/popular?limit=100&offset=${deepOffset(listLength) + below(Math.min(500, listLength / 10))}&${filter}`
}

function deepOffset(listLength: number): number {
  return Math.floor(listLength * depth)
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit)
}
