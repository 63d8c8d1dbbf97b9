// Damaged dumps: malformed lines are counted by reason, without a crash and with little memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { environmentFor } from '../../../lab/service.ts'
import { exitCodes } from '../../../src/main/commands/exit-codes.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

const maxMegabytes = 512
const folder = mkdtempSync(join(tmpdir(), 'larder-dirty-'))
let stores: TestStores
beforeAll(async () => {
  stores = await createStores()
})
beforeEach(() => stores.sql(emptyCatalog))
afterAll(async () => {
  await stores.drop()
  rmSync(folder, { recursive: true })
})

/** Runs the command and watches its memory. */
async function importFile(file: string, ...options: string[]) {
  const child = spawn(
    process.execPath,
    [...programArguments(), 'import', 'off', file, '--json', ...options],
    {
      env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    },
  )
  let megabytes = 0
  const watch = setInterval(() => {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    megabytes = Math.max(megabytes, Number(kilobytes ?? 0) / 1024)
  }, 20)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  clearInterval(watch)
  if (child.exitCode === null) await once(child, 'exit')
  printMeasurement('malformed dumps: peak memory', megabytes, 'MB')
  return { code: child.exitCode, report: stdout === '' ? null : JSON.parse(stdout), stderr, megabytes }
}

const line = (n: number, more: object = {}) =>
  JSON.stringify({
    code: String(4_000_000_000_000 + n),
    product_name: `Food ${n}`,
    brands: 'Brand, other',
    categories_tags: ['en:foods', 'en:breads'],
    serving_size: '1 bar (30 g)',
    nutriments: { 'energy-kcal_100g': 250, fat_100g: 10, carbohydrates_100g: 30, proteins_100g: 10 },
    ...more,
  })
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n))

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

it('skips a line of 50 MB and reads the others', async () => {
  const path = join(folder, 'long.jsonl')
  const out = createWriteStream(path)
  out.write(`${line(1)}\n{"code":"1","ingredients_text":"`)
  for (let n = 0; n < 50; n++) out.write('x'.repeat(1_000_000))
  out.end(`"}\n${lines(20).join('\n')}\n`)
  await once(out, 'finish')
  const { report, megabytes } = await importFile(path)
  expect(report).toMatchObject({
    read: 22,
    foods: { added: 20 },
    malformed: { 'too-long': 1 },
  })
  expect(megabytes).toBeLessThan(maxMegabytes)
})

it('accepts nonsense values: 1e999, NUL, lone surrogates, very long numbers', async () => {
  const odd = [
    line(1, { nutriments: { fat_100g: '@', proteins_100g: 5 } }).replace('"@"', '1e999'),
    line(2, { product_name: 'Nul \u0000 inside' }),
    line(3, { product_name: 'Half \ud83c of an emoji' }),
    line(4, { nutriments: { fat_100g: '9'.repeat(5_000) } }),
    line(5, { unique_scans_n: 1e300, last_modified_t: -1e300 }),
    line(6, { product_name: 'a'.repeat(100_000), brands: { a: 1 }, categories_tags: [[['x']]], images: 7 }),
    line(7, { code: ['4000000000007'] }),
    line(9, {
      product_name: Array.from({ length: 150 }, (_, n) => String.fromCodePoint(0xfdfa, 0x600 + n)).join(' '),
    }),
    line(8, { product_name: null, nutriments: 'none', serving_size: [1] }),
  ]
  const { report, code } = await importFile(file('odd.jsonl', odd.join('\n')))
  expect(code).toBe(0)
  expect(report).toMatchObject({
    read: 9,
    foods: { added: 7 },
    rejected: { 'no-code': 1, 'no-name': 1 },
  })
  const rows = await stores.sql<{ name: string; fat_g: number | null }>(
    'select name, fat_g from foods order by id',
  )
  expect(rows.slice(0, 4).map(({ fat_g }) => fat_g)).toEqual([null, 10, 10, null])
  expect(rows[1]?.name).toBe('Nul inside')
})

it('counts invalid UTF-8 and duplicate codes', async () => {
  const bad = Buffer.concat([
    Buffer.from(`${line(1)}\n{"code":"2","product_name":"`),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from(`"}\n${line(1)}\n${line(1)}\n${lines(20).join('\n')}\n`),
  ])
  expect((await importFile(file('utf8.jsonl', bad))).report).toMatchObject({
    read: 24,
    foods: { added: 20 },
    malformed: { 'not-utf8': 1 },
    repeated: 3,
  })
})

it('skips 1 % malformed lines', async () => {
  const some = lines(5_000).map((good, n) => (n % 100 === 7 ? good.slice(0, 40) : good))
  const { report } = await importFile(file('junk.jsonl.gz', gzipSync(some.join('\n'))))
  expect(report).toMatchObject({
    read: 5_000,
    foods: { added: 4_950 },
    malformed: { 'not-json': 50 },
  })
})

it('aborts with advice on a truncated gzip and changes nothing', async () => {
  const whole = gzipSync(lines(20_000).join('\n'))
  const { code, stderr } = await importFile(file('half.jsonl.gz', whole.subarray(0, whole.length / 2)))
  expect(code).toBe(exitCodes['malformed-input'].code)
  expect(stderr).toContain('download it again. Nothing was changed')
  expect(await stores.sql('select from foods')).toEqual([])
})

const wrongFiles: [title: string, path: () => string, reason: keyof typeof exitCodes][] = [
  ['the README', () => 'README.md', 'malformed-input'],
  ['an empty file', () => file('empty.jsonl', ''), 'no-usable-records'],
  ['JSON lines of something else', () => file('books.jsonl', '{"title":"A book"}\n'), 'no-usable-records'],
  ['a short list of the foods', () => file('one.jsonl', line(1)), 'mass-removal'],
]
it.each(wrongFiles)('exits with a separate code for %s, and removes no food', async (_, path, reason) => {
  await importFile(file('ten.jsonl', lines(10).join('\n')))
  const options = reason === 'mass-removal' ? ['--full'] : ['--full', '--allow-mass-removal']
  const { code, stderr } = await importFile(path(), ...options)
  expect([code, stderr]).toEqual([exitCodes[reason].code, expect.stringContaining('Nothing was changed')])
  expect(await stores.sql('select from foods')).toHaveLength(10)
})

it('turns each of 10,000 mutated lines into a food, a rejected record or a malformed line', async () => {
  let state = 7
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const bytes = Buffer.concat(
    Array.from({ length: 10_000 }, (_, n) => {
      // Mostly values change: with more invalid JSON the import would abort.
      const mutated = Buffer.from(`${line(n)}\n`)
      const texts = [...'0123456789aeiou.,-%"{}[]:\\\u00e9']
      const changes = n % 30 === 0 ? 1 + below(5) : 0
      for (let change = 0; change < changes; change++) {
        mutated[below(mutated.length - 1)] =
          n % 60 === 0 ? below(256) : (texts[below(texts.length)] ?? ' ').charCodeAt(0)
      }
      return n % 30 === 0 ? mutated : Buffer.from(`${mutatedProduct(n, below)}\n`)
    }),
  )
  const { code, report, megabytes } = await importFile(file('mutated.jsonl', bytes))
  expect(code).toBe(0)
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0)
  expect(report.accepted + sum(report.rejected) + sum(report.malformed)).toBe(report.read)
  expect(report.read).toBeGreaterThanOrEqual(9_990)
  expect(sum(report.malformed)).toBeGreaterThan(50)
  const [{ count = 0 } = {}] = await stores.sql<{ count: number }>(
    'select count(*)::integer as count from foods',
  )
  expect(count).toBe(report.foods.added)
  expect(count).toBeGreaterThan(5_000)
  expect(megabytes).toBeLessThan(maxMegabytes)
})

const oddValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  1e-308,
  '',
  ' ',
  'null',
  'NaN',
  '∞',
  '1,5',
  '<0.5',
  '٣',
  '\u0000',
  '\ud800',
  '&quot;',
  '<b>',
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
  'x'.repeat(3_000),
  '👩‍👩‍👧‍👦',
  "Robert'); drop table foods;--",
  '\\N',
  '\\.',
  'a\tb\nc\rd',
]

function mutatedProduct(n: number, below: (most: number) => number): string {
  const product = JSON.parse(line(n))
  const members = [
    ...Object.keys(product),
    'lang',
    'images',
    'nutrition',
    'obsolete',
    'product_type',
    'last_modified_t',
  ]
  for (let change = 0; change < 2; change++) {
    const member = members[below(members.length)] ?? 'code'
    const value = oddValues[below(oddValues.length)]
    if (member === 'nutriments' && below(2) === 0)
      product.nutriments = { ...product.nutriments, fat_100g: value }
    else product[member] = value
  }
  return JSON.stringify(product)
}
