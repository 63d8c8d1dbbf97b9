// Queries that might be slow or break something, and whether they stay within the latency limit. Deterministic for a
// given catalog.
import { atMost, printTable, shown } from '../../lab/report.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import type { Catalog } from './catalog.ts'
import type { Search, SearchRequest, SearchResponse } from './client.ts'
import { wordsOf } from './quality.ts'

const maxMs = 60
const repetitions = 3
const maxRowsShown = 15

interface Timed extends SearchRequest {
  what: string
  ms: number
  /** The best of some repetitions if it was too slow, to exclude a stall of the machine. */
  bestMsRepeated?: number
  /** A status other than 200. */
  otherStatus?: number
}

export async function measureWorstCases(search: Search, { databaseUrl, foods }: Catalog): Promise<void> {
  const words = await readCatalogWords(databaseUrl, foods)
  const timed: Timed[] = []
  for (const [what, q] of worstCaseQueries(words)) {
    for (const source of [undefined, 'ai_estimate', 'off']) {
      const responses: SearchResponse[] = []
      const request = { q, ...(source && { source }) }
      for (let n = 0; n < repetitions; n++) responses.push(await search(request))
      timed.push(await timing(search, what, request, responses))
    }
  }
  printCounts(timed)
  printWorst(timed)
}

async function timing(
  search: Search,
  what: string,
  request: SearchRequest,
  responses: SearchResponse[],
): Promise<Timed> {
  const other = responses.find(({ status }) => status !== 200)
  const ms = Math.max(...responses.map(response => response.ms))
  return {
    ...request,
    what,
    ms,
    ...(ms > maxMs && { bestMsRepeated: await bestTimeOf(search, request) }),
    ...(other && { otherStatus: other.status }),
  }
}

async function bestTimeOf(search: Search, request: SearchRequest): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < repetitions; n++) best = Math.min(best, (await search(request)).ms)
  return best
}

function printCounts(timed: Timed[]): void {
  const failed = timed.filter(({ otherStatus }) => otherStatus !== undefined).length
  const slow = timed.filter(({ ms }) => ms > maxMs).length
  printTable(
    ['queries', 'status not 200', `above ${maxMs} ms`, 'repeatedly', 'worst ms'],
    [
      [
        String(timed.length),
        atMost(failed, { of: 'worst cases: queries with another status than 200', target: 0, digits: 0 }),
        atMost(slow, { of: `worst cases: queries above ${maxMs} ms`, target: 0, digits: 0 }),
        String(timed.filter(({ bestMsRepeated = 0 }) => bestMsRepeated > maxMs).length),
        Math.max(...timed.map(({ ms }) => ms)).toFixed(1),
      ],
    ],
  )
}

function isBad({ ms, otherStatus }: Timed): boolean {
  return ms > maxMs || otherStatus !== undefined
}

/** Failed queries first, then the slowest; includes every query that misses a target. */
function printWorst(timed: Timed[]): void {
  const worst = timed.toSorted(
    (one, other) => (other.otherStatus ?? 0) - (one.otherStatus ?? 0) || other.ms - one.ms,
  )
  const rows = worst.slice(0, Math.max(maxRowsShown, timed.filter(isBad).length))
  if (rows.length === 0) return
  printTable(
    ['worst', 'query', 'source', 'ms', 'best ms repeated', 'status'],
    rows.map(({ what, q, source, ms, bestMsRepeated, otherStatus }) => [
      what,
      shown(q),
      source ?? '',
      ms.toFixed(1),
      bestMsRepeated?.toFixed(1) ?? '',
      String(otherStatus ?? 200),
    ]),
  )
}

/** Words of a catalog that make a query expensive. */
interface CatalogWords {
  /** The most frequent ones first. */
  common: string[]
  /** Frequent words that never occur in the same food. */
  disjoint: string[]
}

const nameSampleSize = 20_000
const maxCommonWords = 60
const maxDisjointWords = 4

async function readCatalogWords(databaseUrl: string, foods: number): Promise<CatalogWords> {
  const names = await sampleNames(databaseUrl, foods)
  const counts = new Map<string, number>()
  for (const word of names.flat().filter(({ length }) => length > 1))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  const common = [...counts]
    .sort(([word, count], [other, otherCount]) => otherCount - count || (word < other ? -1 : 1))
    .map(([word]) => word)
    .slice(0, maxCommonWords)
  return { common, disjoint: disjointWords(common, names) }
}

function sampleNames(databaseUrl: string, foods: number): Promise<string[][]> {
  const percent = Math.min(100, (100 * nameSampleSize) / Math.max(1, foods))
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ name: string }>(
      'select name from foods tablesample system ($1) repeatable (1)',
      [percent],
    )
    return rows.map(({ name }) => [...new Set(wordsOf(name))])
  })
}

function disjointWords(common: string[], names: string[][]): string[] {
  const disjoint: string[] = []
  for (const word of common.filter(({ length }) => length > 3)) {
    const cooccurring = new Set(names.filter(words => words.includes(word)).flat())
    if (!disjoint.some(other => cooccurring.has(other))) disjoint.push(word)
  }
  return disjoint.slice(0, maxDisjointWords)
}

/** Pairs of a description and a query. */
function worstCaseQueries({ common, disjoint }: CatalogWords): [string, string][] {
  const random = randomNumbers(1)
  const long = common.filter(({ length }) => length >= 6)
  return [
    ...common.slice(0, 10).map(word => named('a common word', word)),
    named('two common words', common.slice(0, 2).join(' ')),
    named('twelve common words', common.slice(0, 12).join(' ')),
    named('fifty common words', common.slice(0, 50).join(' ')),
    named('fifty unknown words', Array.from({ length: 50 }, () => noise(random, 7)).join(' ')),
    named('long words, two errors each', long.slice(0, 12).map(withTwoErrors).join(' ')),
    named('long words joined', long.slice(0, 12).join('')),
    named('disjoint words', disjoint.slice(0, 2).join(' ')),
    named('disjoint words', disjoint.join(' ')),
    named('disjoint words, incomplete', `${disjoint.slice(0, 2).join(' ')} ch`),
    ...['de la', 'de', 'the of and', 'le la les', 'und', 'of'].map(q => named('stop words', q)),
    ...['ch', 'sa', 'co', 'cho', 'a c', 'de c'].map(q => named('an incomplete word', q)),
    named('one-letter words', 'a b c d e f g h i j k l m n o p'),
    named('one-letter words', 'a a'),
    named('one word forty times', Array(40).fill(common[0]).join(' ')),
    named('200 letters of noise', noise(random, 200)),
    named('200 letters of noise, in words', noise(random, 200).replaceAll(/(.{6})./g, '$1 ')),
    named('one letter 200 times', 'a'.repeat(200)),
    named('8,000 characters', 'chocolate '.repeat(800)),
    ...[`'; drop table foods; --`, `' or 1=1 --`, `milk' union select null`, '$1 $$ {} \\x00'].map(q =>
      named('SQL', q),
    ),
    ...['%%%', '100% _a_', '\\%\\_\\', 'c%t'].map(q => named('LIKE', q)),
    ...['milk & !bread | (ham <-> egg):*', `'milk':*A & '`, ':* & | ! ( )', '!milk', 'milk:*'].map(q =>
      named('tsquery', q),
    ),
    ...['"whole milk"', '"whole milk', '""', '"" milk "" ""'].map(q => named('quotes', q)),
    ...['🍎🍏', '🍎 milk', '👨‍👩‍👧‍👦'.repeat(20)].map(q => named('emoji', q)),
    ...['1'.repeat(200), '0'.repeat(13), '4006381333931', '12 34 56 78', '9'.repeat(14)].map(q =>
      named('digits', q),
    ),
    named('200 CJK letters', '巧克力牛奶'.repeat(40)),
    named(
      '200 CJK letters, all different',
      Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n * 37)).join(''),
    ),
    named('100 accents on a letter', `e${'\u0301'.repeat(100)}`),
    named('200 letters that normalize to 18 each', 'ﷺ'.repeat(200)),
    named('blanks', ' '.repeat(200)),
    named('control characters', '\0\u0001\u001f\u007f'),
  ]
}

const named = (what: string, q: string): [string, string] => [what, q]

// Swaps the second and third letters and drops the fifth.
function withTwoErrors(word: string): string {
  return `${word[0]}${word[2]}${word[1]}${word[3]}${word.slice(5)}`
}

function noise(random: () => number, length: number): string {
  return Array.from({ length }, () => pick(random, [...'abcdefghijklmnopqrstuvwxyz'])).join('')
}

function pick(random: () => number, choices: string[]): string {
  return choices[below(random, choices.length)] ?? ''
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit)
}

/** Seeded random numbers in [0, 1) (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
