// Generated requests: 500 per endpoint here, more with `npm run test:fuzz`.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { printMeasurement } from '../../../lab/report.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 500)
const fixture = withFixtureService({
  RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '1000000',
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000000',
  TRUSTED_PROXIES: '127.0.0.1',
})

const keys: string[] = []
const schemas = new Map<string, ValidateFunction>()
beforeAll(async () => {
  keys.push(
    await accountKey(fixture.stores, 'fuzz', 'scale'),
    (await namedKey(fixture.stores, 'fuzz', 'ci', 'read')).key,
  )
  const description = (await fixture.ask('/openapi.json')).json
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })
  for (const [path, methods] of Object.entries<Record<string, { responses: Record<string, Described> }>>(
    description.paths,
  )) {
    if (/^\/(auth|billing)\//.test(path)) continue // account-routes.test.ts
    const responses = Object.values(methods).flatMap(each => Object.entries(each.responses))
    for (const [status, { content }] of responses) {
      if (content === undefined) continue // 304
      const schema = { ...content['application/json'].schema, components: description.components }
      schemas.set(`${path} ${status}`, ajv.compile(schema))
    }
  }
})

interface Described {
  content?: { 'application/json': { schema: object } }
}

// Request-line bytes, valid and invalid escapes, and words with special meaning.
const rawText = fc
  .array(
    fc.oneof(
      fc.stringMatching(/^[a-z0-9 ]{1,8}$/).map(text => text.replaceAll(' ', '+')),
      fc.integer({ min: 0, max: 255 }).map(byte => `%${byte.toString(16).padStart(2, '0')}`),
      fc.string({ unit: 'grapheme' }).map(text => encodeURIComponent(text)),
      fc.string({ unit: 'binary' }).map(text => encodeURIComponent(text.toWellFormed())),
      fc.constantFrom(
        '%',
        '%%',
        '%zz',
        '%u0041',
        '%00',
        '%ED%A0%80',
        '%F0%9F%8D%8E',
        '%C0%AF',
        '..',
        '.',
        ';',
        "'",
        '--',
        '%27%20OR%201=1',
        '%5C',
        '%22',
        '*',
        ':*',
        '%26',
        '%7C',
        '!',
        '(',
        ')',
        '<->',
        'milk',
        'lait',
        'œ',
        'é',
        '%EF%BB%BF',
        '{',
        '}',
        '[',
        ']',
        '99999999999999999999',
        '-1',
        '0',
        '1.0',
        '1e3',
        'NaN',
        'true',
        'off',
        'ai_estimate',
        '9'.repeat(400),
      ),
    ),
    { maxLength: 12 },
  )
  // Characters that Node's client cannot send are covered by tests with raw sockets.
  .map(parts =>
    parts
      .join('')
      .replace(/[^\x21-\x7e]/g, '')
      .replaceAll('#', ''),
  )

const segment = rawText
  .map(text => text.replaceAll('/', '').replaceAll('?', ''))
  .filter(text => text !== '' && !/^\.+$/.test(text))
const query = (names: string[]) =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: rawText }),
        rawText,
      ),
      {
        maxLength: 5,
      },
    )
    .map(pairs =>
      pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
    )

const plausible = {
  q: fc
    .tuple(fc.constantFrom('milk', 'lait', 'choco', 'bananna', '2%25', 'a'), rawText)
    .map(texts => texts.join('+')),
  limit: fc.integer({ min: -1, max: 60 }).map(String),
  offset: fc.integer({ min: -1, max: 400 }).map(String),
  source: fc.constantFrom('off', 'ai_estimate', 'community'),
  category: fc.constantFrom('', 'Dairy', 'Snacks', 'dairy'),
  has_image: fc.constantFrom('true', 'false', '0', 'Yes', 'maybe'),
  brand: rawText,
  country: fc.constantFrom('DE', 'France', 'Atlantis'),
  kind: fc.constantFrom('generic', 'branded', 'other'),
  complete: fc.constantFrom('true', '0'),
  exclude_allergens: fc.constantFrom('milk', 'milk,eggs', 'sesame+seeds', 'kiwi'),
  protein_g_min: fc.double().map(String),
  ids: fc.array(fc.integer({ min: -1, max: 310 }), { maxLength: 52 }).map(ids => ids.join()),
  barcodes: fc
    .array(fc.constantFrom('0042100005264', '042100005264', '4252614', 'x', ''), { maxLength: 52 })
    .map(codes => codes.join()),
  since: fc.oneof(
    fc.constantFrom('MjAyNi0xMS0xN1QwNDoxMjowOS4xODQyMDVa', '2026-02-30T00:00:00Z'),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
    rawText,
  ),
  sodium_mg_max: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
}
const filterNames = [
  'category',
  'has_image',
  'brand',
  'country',
  'kind',
  'complete',
  'exclude_allergens',
  'protein_g_min',
  'sodium_mg_max',
] as const
const likely = (...names: (keyof typeof plausible)[]) =>
  fc
    .tuple(
      ...names.map(name =>
        fc.option(
          plausible[name].map(value => `${name}=${value}`),
          { nil: '', freq: 3 },
        ),
      ),
    )
    .map(pairs => `?${pairs.filter(Boolean).join('&')}`)
const barcode = fc.oneof(
  segment,
  fc.stringMatching(/^[0-9]{1,20}$/),
  fc.constantFrom('0042100005264', '042100005264', '04252614', '0-42100-00526-4', '42100005264'),
)

const endpoints: [path: string, requests: fc.Arbitrary<string>][] = [
  [
    '/search',
    fc
      .oneof(
        query(['q', 'limit', 'source', 'offset', ...filterNames]),
        likely('q', 'limit', 'source'),
        likely('q', ...filterNames),
        likely('q'),
      )
      .map(text => `/search${text}`),
  ],
  [
    '/food/{food_id}',
    fc
      .tuple(
        fc.oneof(segment, fc.integer().map(String), fc.integer({ min: 1, max: 310 }).map(String)),
        query(['x']),
      )
      .map(([id, text]) => `/food/${id}${text}`),
  ],
  ['/barcode/{code}', fc.tuple(barcode, query(['x'])).map(([code, text]) => `/barcode/${code}${text}`)],
  [
    '/foods/popular',
    fc
      .oneof(
        query(['limit', 'offset', ...filterNames]),
        likely('limit', 'offset', 'category', 'has_image'),
        likely(...filterNames),
      )
      .map(text => `/foods/popular${text}`),
  ],
  [
    '/suggest',
    fc.oneof(query(['q', 'limit']), likely('q', 'limit'), likely('q')).map(text => `/suggest${text}`),
  ],
  ['/foods/categories', query(['x']).map(text => `/foods/categories${text}`)],
  [
    '/food/{food_id}/details',
    fc.oneof(segment, fc.integer({ min: -2, max: 310 }).map(String)).map(id => `/food/${id}/details`),
  ],
  [
    '/foods/batch',
    fc
      .oneof(query(['ids', 'barcodes']), likely('ids'), likely('barcodes'))
      .map(text => `/foods/batch${text}`),
  ],
  ['/changes', fc.oneof(query(['since']), likely('since')).map(text => `/changes${text}`)],
  ['/meals', fc.oneof(query(['q']), likely('q')).map(text => `/meals${text}`)],
  ['/health', query(['x']).map(text => `/health${text}`)],
]

const method = fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD')
const authorization = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1 }).map(n => `Bearer ${keys[n]}`) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e ]{0,60}$/) },
)

describe.each(endpoints)('%s', (path, paths) => {
  it(
    `answers ${requests} generated requests without a 5xx, every body matching its schema`,
    async () => {
      const seen = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(paths, method, authorization, async (url, verb, header) => {
          const answer = await fixture.ask(url, {
            method: verb,
            headers: header === undefined ? {} : { authorization: header },
          })
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
          expect(answer.status).toBeLessThan(500)
          if (verb === 'HEAD') {
            expect(answer.text).toBe('')
            return
          }
          // An escaped slash changes the path, and unknown paths return 401.
          const fits =
            answer.status === 401 ? schemas.get('/search 401') : schemas.get(`${path} ${answer.status}`)
          expect([answer.status, fits?.(answer.json), fits?.errors]).toEqual([answer.status, true, null])
        }),
        { numRuns: requests },
      )
      const answers = [...seen.values()].reduce((sum, count) => sum + count, 0)
      printMeasurement(`generated requests at ${path}, none a 5xx`, answers, 'requests')
      console.log(
        `${path}: ${[...seen]
          .sort()
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}`,
      )
    },
    60_000 + requests * 20,
  )
})
