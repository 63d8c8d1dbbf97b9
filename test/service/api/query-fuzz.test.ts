// Search queries with letters of all scripts and characters special to SQL, LIKE and tsquery. 500 Unicode
// queries here, more with `npm run test:fuzz`.
import { expect, it } from 'vitest'
import { printMeasurement } from '../../../lab/report.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const queries = Number(process.env['FUZZ_QUERIES'] ?? 500)
const concurrency = 8
const fixture = withFixtureService()

// Unicode blocks with and without letters.
const ranges: [number, number][] = [
  [0x00, 0x7f],
  [0x80, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x5ff],
  [0x600, 0x8ff],
  [0x900, 0xdff],
  [0xe00, 0x1fff],
  [0x2000, 0x2bff],
  [0x3000, 0x9fff],
  [0xa000, 0xd7ff],
  [0xe000, 0xfdff],
  [0xfe00, 0xffff],
  [0x10000, 0x1ffff],
  [0x20000, 0x3ffff],
  [0xe0000, 0x10ffff],
]

function randomBelow(seed: number): (max: number) => number {
  let state = seed
  return max => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

function* unicodeQueries(): Generator<string> {
  const below = randomBelow(11)
  for (let n = 0; n < queries; n++) {
    const [first, last] = ranges[n % ranges.length] ?? [0x61, 0x7a]
    const letters = Array.from({ length: 2 + below(30) }, () => {
      const code = below(6) === 0 ? 0x20 : first + below(last - first + 1)
      return String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0x61 : code)
    })
    yield below(4) === 0 ? `milk ${letters.join('')}` : letters.join('')
  }
}

const specialCharacters = [
  ...["'", "''", "'; drop table foods; --", "' or 1=1 --", '$1', '$$', '\\', "\\'", "E'\\x00'", '/*', '*/'],
  ...['%', '_', '%%', '\\%', '\\_', '%milk%', 'm_lk', '[a-z]', '^', '.*'],
  ...['&', '|', '!', '!!', '<->', '<2>', ':*', ':ABCD', '(', ')', '()', "'a' & 'b'", 'a:*b', "\\'a"],
  ...[
    '"',
    '""',
    '"milk',
    'milk"',
    '"milk" "',
    '@off',
    "'@off'",
    '@ai_estimate',
    '-milk',
    '+milk',
    'AND',
    'NOT',
  ],
  ...[
    '\0',
    '\u0001',
    '\t\n\r',
    '\u2028',
    '\ufeff',
    '\ufffd',
    '\u202e',
    '\u0301'.repeat(50),
    'a\u0300'.repeat(50),
  ],
  ...[
    '<script>',
    ['$', '{7*7}'].join(''),
    '{{7*7}}',
    '../../etc/passwd',
    'null',
    'undefined',
    'NaN',
    '1e999',
  ],
]

async function askAll(texts: Iterable<string>): Promise<{ sent: number; failed: string[] }> {
  const failed: string[] = []
  let sent = 0
  const remaining = texts[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = remaining.next(); !next.done; next = remaining.next()) {
        const { status, json } = await fixture.ask(`/search?q=${encodeURIComponent(next.value)}`)
        sent++
        const isValid =
          (status === 200 && Array.isArray(json)) || (status === 422 && Array.isArray(json.detail))
        if (!isValid) failed.push(`${status}: ${JSON.stringify(next.value)}`)
      }
    }),
  )
  return { sent, failed }
}

it(
  `answers ${queries} Unicode queries`,
  async () => {
    const { sent, failed } = await askAll(unicodeQueries())
    printMeasurement('Unicode queries', sent, 'asked')
    printMeasurement('Unicode queries with a 5xx', failed.length, 'failed')
    expect(failed).toEqual([])
  },
  60_000 + queries * 20,
)

it('answers queries with characters special to SQL, LIKE or tsquery', async () => {
  const texts = specialCharacters.flatMap(character => [
    character,
    `${character}${character}`,
    `milk ${character}`,
    `${character}milk`,
    `mi${character}lk`,
  ])
  const { failed } = await askAll(texts)
  expect(failed).toEqual([])
  expect((await fixture.ask('/health')).json.foods_in_db).toBe(300)
})
