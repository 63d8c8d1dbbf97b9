// Whether the adapter for apps of Open Food Facts returns what Open Food Facts states: products of a dump are imported, read with
// the official client and compared field by field.
//   npm run bench -- off-adapter --dump FILE [--dump FILE …] [--products 500] [--examples 3]
// A dump is JSON lines or the tab-separated export, compressed or not. Of a barcode in several files, the first one counts.
import { once } from 'node:events'
import { createReadStream, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { createAdapter } from '@larder/off-adapter'
import { OpenFoodFacts } from '@openfoodfacts/openfoodfacts-nodejs'
import { atLeast, printMissed, printTable } from '../lab/report.ts'
import { type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { startService } from '../lab/service.ts'
import { micronutrients, micronutrientTable } from '../src/food/micronutrients.ts'
import { nutrients, nutrientTable } from '../src/food/nutrients.ts'
import { runImport } from '../src/importer/run.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { withConnection } from '../src/platform/database/pool.ts'

type Product = Record<string, unknown>

const minEqual = 0.95

const { values: options } = parseArgs({
  options: {
    dump: { type: 'string', multiple: true, default: [] },
    products: { type: 'string', default: '500' },
    examples: { type: 'string', default: '3' },
  },
})
if (options.dump.length === 0) throw new Error('--dump FILE is required: products of Open Food Facts')

const namesOfFood = [...nutrients.flatMap(nutrient => nutrientTable[nutrient].off.names), 'salt']
const namesOfDetails = [...micronutrients.map(id => micronutrientTable[id].off[0] ?? ''), 'polyols']

const isStated = (value: unknown) =>
  value !== undefined && value !== null && !['', 'unknown', 'not-applicable'].includes(String(value))

/** Dumps have tags as lists or as text, and since 2026 some that were never normalized: `en:With stevia`. */
function tags(value: unknown): string | undefined {
  const list = Array.isArray(value) ? value.map(String) : isStated(value) ? String(value).split(',') : []
  const slugs = list.map(tag =>
    tag
      .trim()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}:]+/gu, '-'),
  )
  return slugs.length === 0 ? undefined : [...new Set(slugs)].sort().join(' ')
}

const text = (value: unknown) =>
  isStated(value) ? String(value).normalize('NFC').replace(/\s+/g, ' ').trim() : undefined

function number(value: unknown): number | undefined {
  return isStated(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
}

/** The CSV export has the nutrients as columns. */
const nutriment = (product: Product, name: string) =>
  ((product['nutriments'] as Product | undefined) ?? product)[name]

/** What is compared in a row of the table, by field. */
type Read = (product: Product) => Record<string, string | number | undefined>

const one = (field: string, read: (value: unknown) => string | number | undefined): [string, Read] => [
  field,
  product => ({ [field]: read(product[field]) }),
]

const byLanguage = (prefix: string): [string, Read] => [
  `${prefix}_xx`,
  product =>
    Object.fromEntries(
      Object.keys(product)
        .filter(field => field.startsWith(`${prefix}_`) && /^[a-z]{2}$/.test(field.slice(prefix.length + 1)))
        .map(field => [field, text(product[field])]),
    ),
]

const perSuffix = (title: string, names: string[], suffix: string): [string, Read] => [
  `${title}${suffix}`,
  product =>
    Object.fromEntries(
      names.map(name => {
        const value = nutriment(product, name + suffix)
        if (suffix !== '_unit') return [name + suffix, number(value)]
        // Some forms send units without values.
        return [name + suffix, isStated(nutriment(product, `${name}_100g`)) ? text(value) : undefined]
      }),
    ),
]

const rows: [string, Read][] = [
  ['code', ({ code }) => ({ code: String(code).replace(/^0+/, '') })],
  one('product_name', text),
  byLanguage('product_name'),
  one('lang', text),
  one('quantity', text),
  one('serving_size', text),
  one('serving_quantity', number),
  one('serving_quantity_unit', text),
  one('ingredients_text', text),
  byLanguage('ingredients_text'),
  one('allergens_tags', tags),
  one('traces_tags', tags),
  one('labels_tags', tags),
  one('countries_tags', tags),
  one('nutriscore_grade', text),
  one('nutrition_grades', text),
  one('nova_group', number),
  one('nova_groups_tags', tags),
  ...['_100g', '_value', '_unit', '_serving'].flatMap(suffix => [
    perSuffix('nutrients of a food', namesOfFood, suffix),
    perSuffix('micronutrients', namesOfDetails, suffix),
  ]),
]

class Tally {
  total = 0
  equal = 0
  /** Differences that Larder made on purpose, by reason. */
  readonly reasons = new Map<string, number>()
  differs = 0
  absent = 0
  readonly examples: string[] = []

  add(stated: Product, found: Product, read: Read, flags: Flag[]): void {
    const ours = read(found)
    for (const [field, value] of Object.entries(read(stated))) {
      if (value === undefined) continue
      this.total++
      const reason = isEqual(value, ours[field]) ? undefined : reasonOf(field, stated, found, flags)
      if (isEqual(value, ours[field])) this.equal++
      else if (reason !== undefined) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
      else {
        if (ours[field] === undefined) this.absent++
        else this.differs++
        this.examples.push(
          `${stated['code']} ${field}: ${JSON.stringify(value)} → ${JSON.stringify(ours[field])}`,
        )
      }
    }
  }

  get explained(): number {
    return [...this.reasons.values()].reduce((sum, count) => sum + count, 0)
  }
}

interface Flag {
  field: string
  rule: string
  found: string | number | null
}

const larderField = new Map<string, string>([
  ...nutrients.flatMap(field =>
    nutrientTable[field].off.names.map((name): [string, string] => [name, field]),
  ),
  ['salt', 'sodium_mg'],
])

const listOf = (value: unknown) => tags(value)?.split(' ') ?? []

/** Undefined if the difference is not one that Larder makes on purpose. */
function reasonOf(field: string, stated: Product, found: Product, flags: Flag[]): string | undefined {
  const ruleOf = (...fields: string[]) =>
    flags.find(flag => fields.includes(flag.field) && flag.rule !== perVolume)?.rule
  if (field.startsWith('serving')) return ruleOf('serving_size_g', 'serving_desc')
  if (field.startsWith('product_name')) return ruleOf('name')
  if (field === 'quantity' && !/\p{L}/u.test(String(stated[field]))) return 'no-unit'
  if (field.startsWith('ingredients') && /&\w+;/.test(String(stated[field]))) return 'html-entities'
  if (field === 'traces_tags') {
    const allergens = listOf(stated['allergens_tags'])
    const rest = listOf(stated[field]).filter(trace => !allergens.includes(trace))
    return isEqual(rest.join(' '), listOf(found[field]).join(' ')) ? 'trace-is-allergen' : undefined
  }
  const [, name, suffix] = /^(.+)_(100g|value|unit|serving)$/.exec(field) ?? []
  if (name === undefined) return undefined
  const portion = suffix === 'serving' ? ruleOf('serving_size_g') : undefined
  const density = flags.find(({ rule }) => rule === perVolume)?.found
  const perMillilitre = Number(nutriment(found, field)) * Number(density)
  if (isEqual(Number(nutriment(stated, field)), perMillilitre)) return perVolume
  return ruleOf(larderField.get(name) ?? '') ?? portion ?? zeroOfForm(name, stated)
}

const perVolume = 'from-100-ml'

/** Some forms send 0 for every vitamin that was not entered (docs/reference/food-details.md). */
function zeroOfForm(name: string, stated: Product): string | undefined {
  const isZero = (each: string) => Number(nutriment(stated, `${each}_100g`) ?? 1) === 0
  return isZero(name) && namesOfDetails.filter(isZero).length > 7 ? 'zero-of-form' : undefined
}

/** Open Food Facts converts from what the label states per serving and rounds differently. */
function isEqual(stated: string | number, ours: string | number | undefined): boolean {
  if (typeof stated === 'string' || typeof ours !== 'number') return stated === ours
  return Math.abs(stated - ours) <= Math.max(0.01 * Math.max(Math.abs(stated), Math.abs(ours)), 1e-9)
}

async function* productsOf(file: string): AsyncGenerator<Product> {
  const input = createReadStream(file)
  const lines = createInterface({ input: file.endsWith('.gz') ? input.pipe(createGunzip()) : input })
  let columns: string[] | undefined
  for await (const line of lines) {
    if (line.startsWith('{')) yield JSON.parse(line)
    else if (columns === undefined) columns = line.split('\t')
    else {
      const cells = line.split('\t')
      const stated = columns.flatMap((column, index) => (cells[index] ? [[column, cells[index]]] : []))
      // The export has no allergens_tags.
      yield { allergens_tags: cells[columns.indexOf('allergens')], ...Object.fromEntries(stated) }
    }
  }
}

const detailFields = [
  ...['ingredients_text', 'allergens_tags', 'traces_tags', 'labels_tags', 'nutriscore_grade', 'nova_group'],
  ...['quantity', 'serving_size'],
]

const isRich = (product: Product) =>
  detailFields.filter(field => tags(product[field]) !== undefined).length >= detailFields.length / 2

/** As many of each file as possible, evenly spread over those that state at least half of the details. */
function select(files: Product[][], wanted: number): Product[] {
  const bySize = files.map(products => products.filter(isRich)).sort((a, b) => a.length - b.length)
  const selected: Product[] = []
  for (const [index, rich] of bySize.entries()) {
    const share = Math.ceil((wanted - selected.length) / (bySize.length - index))
    const step = Math.max(1, rich.length / share)
    for (let position = 0; position < rich.length; position += step)
      selected.push(rich[Math.floor(position)] ?? {})
  }
  return selected
}

async function readDumps(): Promise<Product[][]> {
  const codes = new Set<string>()
  const files: Product[][] = []
  for (const file of options.dump) {
    const products: Product[] = []
    for await (const product of productsOf(file)) {
      const code = String(product['code'] ?? '').replace(/^0+/, '')
      const isFood = (product['product_type'] ?? 'food') === 'food' && isStated(product['product_name'])
      if (!isFood || !/^\d{8,13}$/.test(code) || codes.has(code)) continue
      codes.add(code)
      products.push(product)
    }
    files.push(products)
  }
  return files
}

await withStores(async stores => {
  const files = await readDumps()
  const databaseUrl = await importProducts(stores, files.flat())
  const service = await startService({ databaseUrl, redisUrl: `${stores.redisUrl}/1` })
  const server = createAdapter({ larderUrl: service.apiUrl, timeoutMs: 60_000 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    await compare(`http://127.0.0.1:${port}`, service.apiUrl, select(files, Number(options.products)))
  } finally {
    server.close()
    await service.stop()
  }
})

async function importProducts(stores: Stores, products: Product[]): Promise<string> {
  const databaseUrl = await stores.createDatabase('compared')
  const file = join(stores.folder, 'products.jsonl')
  writeFileSync(file, products.map(product => `${JSON.stringify(product)}\n`).join(''))
  await withConnection(databaseUrl, async client => {
    await migrate(client)
    await runImport(client, { inputs: [{ file, origin: { from: 'off' } }] })
  })
  return databaseUrl
}

async function flagsOf(larderUrl: string, product: Product): Promise<Flag[]> {
  const { id } = product['larder'] as { id: number }
  const response = await fetch(`${larderUrl}/food/${id}/details`)
  return ((await response.json()) as { quality_flags: Flag[] }).quality_flags
}

async function compare(host: string, larderUrl: string, products: Product[]): Promise<void> {
  const client = new OpenFoodFacts(globalThis.fetch, { host })
  const tallies = new Map(rows.map(([name]) => [name, new Tally()]))
  const missing: string[] = []
  for (const stated of products) {
    const code = String(stated['code'])
    const { data } = await client.getProductV2(code)
    const found = data && 'product' in data ? (data.product as Product | undefined) : undefined
    if (found === undefined) missing.push(code)
    else {
      const flags = await flagsOf(larderUrl, found)
      for (const [name, read] of rows) tallies.get(name)?.add(stated, found, read, flags)
    }
  }
  print(tallies, products.length, missing)
}

function print(tallies: Map<string, Tally>, products: number, missing: string[]): void {
  console.log(`${products} products, ${missing.length} not in the catalog: ${missing.join(' ')}`)
  const compared = [...tallies].filter(([, { total }]) => total > 0)
  const sum = (of: (tally: Tally) => number) => compared.reduce((total, [, tally]) => total + of(tally), 0)
  const share = (part: number, total: number) => ((100 * part) / total).toFixed(1)
  const row = (name: string, value: (of: (tally: Tally) => number) => number) => {
    const [total, equal, explained] = [value(t => t.total), value(t => t.equal), value(t => t.explained)]
    const target = { of: `${name}: equal or corrected in %`, target: 100 * minEqual, digits: 1 }
    return [
      name,
      ...[total, equal, explained, value(t => t.differs), value(t => t.absent)].map(String),
      share(equal, total),
      atLeast((100 * (equal + explained)) / total, target),
    ]
  }
  printTable(
    ['field', 'stated', 'equal', 'corrected', 'differs', 'absent', 'equal in %', 'equal or corrected in %'],
    [...compared.map(([name, tally]) => row(name, of => of(tally))), row('all', sum)],
  )
  printTable(
    ['field', 'reasons of corrections'],
    compared.flatMap(([name, { reasons }]) =>
      reasons.size === 0
        ? []
        : [
            [
              name,
              [...reasons]
                .sort((a, b) => b[1] - a[1])
                .map(([rule, count]) => `${rule} ${count}`)
                .join(', '),
            ],
          ],
    ),
  )
  for (const [name, { examples }] of compared)
    for (const example of examples.slice(0, Number(options.examples))) console.log(`${name}: ${example}`)
  printMissed()
}
