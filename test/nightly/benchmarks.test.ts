// Every benchmark once, with a load too small to measure anything: whether it runs to its end and prints its result.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withFixtureService } from '../support/fixture-service.ts'

interface BenchmarkRun {
  args: string[]
  environment?: Record<string, string>
  /** Of the last table or figure that it prints. */
  result: RegExp
}

const fixture = withFixtureService()
const folder = mkdtempSync(join(tmpdir(), 'larder-benchmarks-'))
const dump = join(folder, 'products.jsonl')
const queries = join(folder, 'queries.jsonl')

beforeAll(() => {
  const foods = linesOf('lab/catalogs/fixture-foods.jsonl')
  writeFileSync(dump, foods.map(food => `${JSON.stringify(productOf(food))}\n`).join(''))
  writeFileSync(queries, '{"q": "hole milk", "kind": "typo1", "intent": ["whole", "milk"]}\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const runs: Record<string, () => BenchmarkRun> = {
  during: () => ({
    args: [...stores(), '--seconds', '1', '--after', '0', '--', 'true'],
    result: /^Longest event-loop delay: .* during \d+ s of: true$/m,
  }),
  estimates: () => ({
    args: [...database(), '--foods', '50'],
    result: /^\d.* ms for each food$/m,
  }),
  'fit-categories': () => ({
    args: [...database(), '--output', join(folder, 'category-model.bin.gz')],
    result: /^[1-9]\d* features, [1-9]\d* weights, /m,
  }),
  'fit-ranking': () => ({
    args: [...database(), '--folds', '2', '--l2', '0.01', '--output', join(folder, 'weights.json')],
    result: /^Written to /m,
  }),
  'food-page': () => ({
    args: [...database(), '--against', '.', '--rounds', '1', '--requests', '20'],
    result: /^Median ratio: \**\d/m,
  }),
  'food-sample': () => ({
    args: [],
    environment: { DATABASE_URL: fixture.stores.databaseUrl },
    result: /^160\. .*\n +per 100 g: .*\n +confidence 0\./m,
  }),
  import: () => ({
    args: ['--dump', dump],
    result: /^\| repeated, nothing changed \| \d/m,
  }),
  load: () => ({
    args: [
      ...[...stores(), '--minutes', '0.1', '--lookups', '50', '--searches', '5'],
      ...['--seconds', '1', '--overload-seconds', '1'],
    ],
    result: /^\| both again \| new connections \| 20 \| (?:.*\n)*\| growth by regression/m,
  }),
  lookup: () => ({
    args: [...database(), '--rounds', '1', '--seconds', '1', '--connections', '2'],
    result: /^\/search, cached .*\nCPU time of \/foods\/batch with 50 foods, in lookups of one: \d/m,
  }),
  meals: () => ({
    args: [],
    environment: { LARDER_API_URL: fixture.service.apiUrl },
    result: /^spoken: \d+ meals, within 20 % of the energy \d/m,
  }),
  'off-adapter': () => ({
    args: ['--dump', dump, '--products', '20'],
    result: /^\| all \| [1-9]/m,
  }),
  'page-speed': () => ({
    args: ['--runs', '1'],
    result: /^food +desktop +[1-9]/m,
  }),
  search: () => ({
    args: [
      ...[...stores(), '--people-database-url', fixture.stores.databaseUrl],
      ...['--usda-database-url', fixture.stores.databaseUrl, '--queries', queries],
      ...['--clients', '2', '--seconds', '1', '--rounds', '1'],
    ],
    result: /^\| Larder over HTTP \| [1-9]/m,
  }),
  website: () => ({
    args: [...database(), '--pages', '20', '--rounds', '1', '--seconds', '1', '--connections', '2'],
    result: /^\| cached pages (?:.*\n)*Median ratio: \**\d/m,
  }),
}

it('are all started here', () => {
  const [, list = ''] = execFileSync(process.execPath, ['bench/run.ts'], { encoding: 'utf8' }).split('\n\n')
  const names = list.trim().split('\n')
  expect(names.map(line => line.split(' ')[0]).toSorted()).toEqual(Object.keys(runs).toSorted())
})

it.for(Object.entries(runs))('%s', async ([name, runOf]) => {
  const { args, environment = {}, result } = runOf()
  const { status, output, errors } = await run(name, args, environment)
  expect(output, errors).toMatch(result)
  // 1 also if a target is missed, which says nothing at this load; Node.js ends with its version after an uncaught error.
  expect([0, 1], errors).toContain(status)
  expect(errors).not.toMatch(/^Node\.js v/m)
})

function run(name: string, args: string[], environment: Record<string, string>) {
  const env = { ...process.env, LARDER_SHARED_BUFFERS: '128MB', ...environment }
  return new Promise<{ status: unknown; output: string; errors: string }>(resolve => {
    execFile(
      process.execPath,
      ['bench/run.ts', name, ...args],
      { env, maxBuffer: 1e8 },
      (error, output, errors) => resolve({ status: error === null ? 0 : error.code, output, errors }),
    )
  })
}

const database = () => ['--database-url', fixture.stores.databaseUrl]
const stores = () => [...database(), '--redis-url', fixture.stores.redisUrl]

type Line = Record<string, string | number | null>

function linesOf(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

/** As Open Food Facts states it. */
function productOf(food: Line) {
  return {
    code: food['barcode'],
    lang: 'en',
    product_name: food['name'],
    product_name_en: food['name'],
    brands: food['brand'],
    quantity: '500 g',
    serving_size: food['serving_desc'],
    ingredients_text: 'milk',
    ingredients_text_en: 'milk',
    allergens_tags: ['en:milk'],
    labels_tags: ['en:organic'],
    countries_tags: ['en:germany'],
    nutriments: {
      'energy-kcal_100g': food['calories_kcal'],
      fat_100g: food['fat_g'],
      carbohydrates_100g: food['carbs_g'],
      proteins_100g: food['protein_g'],
    },
  }
}
