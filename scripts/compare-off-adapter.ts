// Compares the adapter's products with the same products of the Open Food Facts API, field by field and as six apps would
// show them.
//   npm run compare:off-adapter -- --larder-url http://127.0.0.1:8080 --file products.jsonl.gz [--products 400]
// The file has one product of the Open Food Facts API per line, gzipped. Larder must have imported these products and must
// not limit the requests (RATE_LIMIT_ANONYMOUS_PER_MINUTE, FAIRNESS_DELAY_MS=0).
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { createAdapter } from '@larder/off-adapter'
import { OpenFoodFacts } from '@openfoodfacts/openfoodfacts-nodejs'
import { ask } from '../lab/clients/http.ts'
import { type OffProduct, offApps, type Shown } from '../lab/clients/off-apps.ts'

const { values } = parseArgs({
  options: {
    'larder-url': { type: 'string', default: process.env['LARDER_API_URL'] ?? 'http://127.0.0.1:8080' },
    file: { type: 'string' },
    products: { type: 'string', default: '400' },
    examples: { type: 'string', default: '2' },
    search: { type: 'string', default: 'nutella,banana,oat milk' },
  },
})
if (values.file === undefined) {
  console.error('--file is required: products of the Open Food Facts API, one per line, gzipped')
  process.exit(2)
}

const nutrients = [
  'energy-kcal', 'energy', 'proteins', 'carbohydrates', 'sugars', 'fat', 'saturated-fat', 'fiber', 'salt', 'sodium',
  'cholesterol', 'potassium',
] // biome-ignore format: a list

type Read = (product: OffProduct) => unknown

const fields: [name: string, read: Read][] = [
  ['code', ({ code }) => code],
  ['product_name', product => product['product_name']],
  ['brands', ({ brands }) => brands],
  ['image_front_url', ({ image_front_url: image }) => image],
  ['serving_size', ({ serving_size: size }) => size],
  ['serving_quantity', ({ serving_quantity: quantity }) => quantity],
  ['serving_quantity_unit', ({ serving_quantity_unit: unit }) => unit],
  [
    'energy_100g against 4.184 × energy-kcal_100g of Open Food Facts',
    // Both records pass through here; only Larder's has the member of that name.
    ({ nutriments = {}, ...product }) =>
      'larder' in product ? nutriments['energy_100g'] : kilojoulesOf(nutriments['energy-kcal_100g']),
  ],
  ...nutrients.flatMap((nutrient): [string, Read][] => [
    [`${nutrient}_100g`, ({ nutriments }) => nutriments?.[`${nutrient}_100g`]],
    [`${nutrient}_serving`, ({ nutriments }) => nutriments?.[`${nutrient}_serving`]],
  ]),
]

/** Open Food Facts estimates the kJ of many labels that state kcal only from their other nutrients. */
function kilojoulesOf(kcal: unknown): number | undefined {
  return isMissing(kcal) ? undefined : Number(kcal) * 4.184
}

const outcomes = ['equal', 'differs', 'only_off', 'only_larder', 'absent'] as const
type Outcome = (typeof outcomes)[number]

class Tally {
  readonly counts: Record<Outcome, number> = { equal: 0, differs: 0, only_off: 0, only_larder: 0, absent: 0 }
  readonly examples: string[] = []
  wrongUnits = 0

  add(code: string, original: unknown, ours: unknown): void {
    const outcome = compare(original, ours)
    this.counts[outcome]++
    const [before, after] = [Number(original), Number(ours)]
    const isWrongUnit = outcome === 'differs' && wrongFactors.some(factor => isNear(before, after * factor))
    if (isWrongUnit) this.wrongUnits++
    const shows = outcome === 'differs' || outcome === 'only_off' || outcome === 'only_larder'
    if (shows && (isWrongUnit || this.examples.length < Number(values.examples)))
      this.examples.push(`${code} ${outcome}: ${JSON.stringify(original)} → ${JSON.stringify(ours)}`)
  }
}

/** A value that is off by one of these was not converted: milligrams, kcal and kJ, sodium and salt. */
const wrongFactors = [1000, 1 / 1000, 4.184, 1 / 4.184, 2.5, 1 / 2.5]

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(0.01 * Math.max(Math.abs(a), Math.abs(b)), 1e-9)
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

function compare(original: unknown, ours: unknown): Outcome {
  if (isMissing(original)) return isMissing(ours) ? 'absent' : 'only_larder'
  if (isMissing(ours)) return 'only_off'
  if (isNear(Number(original), Number(ours))) return 'equal'
  const folded = [original, ours].map(value => String(value).normalize('NFC').replace(/\s+/g, ' ').trim())
  return folded[0] === folded[1] ? 'equal' : 'differs'
}

async function readProducts(file: string, wanted: number): Promise<OffProduct[]> {
  const products: OffProduct[] = []
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const product: OffProduct = JSON.parse(line)
    const hasNutrients = Object.keys(product.nutriments ?? {}).some(name => name.endsWith('_100g'))
    if (product['product_type'] === 'food' && hasNutrients && product.code !== undefined)
      products.push(product)
  }
  const step = products.length / Math.min(wanted, products.length)
  return Array.from(
    { length: Math.min(wanted, products.length) },
    (_, index) => products[Math.floor(index * step)],
  ).filter(product => product !== undefined)
}

const server = createAdapter({ larderUrl: values['larder-url'], timeoutMs: 60_000 })
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const byField = new Map(fields.map(([name]) => [name, new Tally()]))
const byApp = new Map(offApps.map(({ name }) => [name, { same: 0, different: new Map<string, number>() }]))
const officialClient = new OpenFoodFacts(globalThis.fetch, { host: baseUrl })
let readByOfficialClient = 0
let notFound = 0
const products = await readProducts(values.file, Number(values.products))
for (const [index, original] of products.entries()) {
  if (index % 100 === 0) console.error(`${index} of ${products.length} products`)
  const code = original.code ?? ''
  const { status, json } = await ask(baseUrl, `/api/v2/product/${code}`)
  if (status === 404) {
    notFound++
    continue
  }
  if (status !== 200) throw new Error(`${code}: the adapter answered ${status}: ${JSON.stringify(json)}`)
  for (const [name, read] of fields) byField.get(name)?.add(code, read(original), read(json.product))
  const { data } = await officialClient.getProductV3(code, { fields: ['code', 'product_name', 'nutriments'] })
  const read = data !== undefined && 'product' in data ? data.product.nutriments : undefined
  if (isDeepStrictEqual(read, json.product.nutriments)) readByOfficialClient++
  for (const app of offApps) {
    const answer = await ask(baseUrl, app.product(code).path)
    const product = app.found(answer.status, answer.json)
    if (product === null) throw new Error(`${app.name} takes ${code} as not found`)
    const differences = differingMembers(app.show(original), app.show(product))
    const tally = byApp.get(app.name)
    if (differences.length === 0 && tally) tally.same++
    for (const member of differences) tally?.different.set(member, (tally.different.get(member) ?? 0) + 1)
  }
}

const searches: string[] = []
for (const terms of values.search.split(',')) {
  for (const app of offApps) {
    if (app.search === undefined) continue
    const { path, method, body } = app.search(terms)
    const { status, json } = await ask(baseUrl, path, { ...(method && { method }), body })
    if (status !== 200) throw new Error(`${app.name}, ${terms}: the adapter answered ${status}`)
    const [first] = json.products.map(app.show)
    searches.push(`| ${app.name} | ${terms} | ${json.count} | ${first?.name} | ${first?.kcal} |`)
  }
}
server.close()

function differingMembers(original: Shown, ours: Shown): string[] {
  return Object.keys(original).filter(member => {
    const outcome = compare(original[member], ours[member])
    return outcome !== 'equal' && outcome !== 'absent'
  })
}

const compared = products.length - notFound
console.log(`${products.length} products, ${notFound} not in the catalog\n`)
console.log(`| field | ${outcomes.join(' | ')} | wrong unit |\n|---|${'---|'.repeat(outcomes.length + 1)}`)
for (const [name, { counts, wrongUnits }] of byField)
  console.log(`| ${name} | ${outcomes.map(outcome => counts[outcome]).join(' | ')} | ${wrongUnits} |`)
console.log('\n| app | shows the same | differs in |\n|---|---|---|')
for (const [name, { same, different }] of byApp) {
  const members = [...different].sort((a, b) => b[1] - a[1]).map(([member, times]) => `${member} ${times}`)
  console.log(`| ${name} | ${same} of ${compared} | ${members.join(', ')} |`)
}
console.log(
  `\nThe official client for JavaScript reads the nutriments of ${readByOfficialClient} of ${compared} products.`,
)
console.log(
  `\n| app | search | count | first product | kcal |\n|---|---|---|---|---|\n${searches.join('\n')}\n`,
)
for (const [name, { examples }] of byField) for (const example of examples) console.log(`${name}: ${example}`)
