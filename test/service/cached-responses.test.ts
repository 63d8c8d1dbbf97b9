// A response must not depend on who asked before. Generated requests go to a service with the response cache and to one
// without it: where they differ, two requests with different responses share an entry of the cache. Every cached route is
// covered, because the routes come from the servers.

import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { isWebsite, recordServers } from '../../lab/clients/pages.ts'
import { startService } from '../../lab/service.ts'
import { routesWithoutServices } from '../../src/api/openapi-routes.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, type TestStores } from '../support/database.ts'

/** `npm run audit` sends more to every route. */
const isFullAudit = process.env['AUDIT'] === 'full'
const requests = isFullAudit ? 60 : 30
/** Each is sent with every parameter missing, and with what may be mistaken for a missing one. */
const alikeRequests = isFullAudit ? 3 : 1
/** For routes without parameters. */
const fewRequests = 8

const servers = recordServers()
let stores: TestStores
let cached: RunningService
let uncached: RunningService
let redis: Redis
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  redis = new Redis(stores.redisUrl)
  const urls = { API_PUBLIC_URL: 'https://api.larder.example', WEB_PUBLIC_URL: 'https://larder.example' }
  cached = await startService(stores, urls)
  uncached = await startService(stores, { ...urls, RESPONSE_CACHE_MB: '0' })
})
afterAll(async () => {
  await cached.stop()
  await uncached.stop()
  redis.disconnect()
  await stores.drop()
})

interface CachedRoute {
  url: string
  queryNames: string[]
}

const apiRoutes: CachedRoute[] = routesWithoutServices()
  .filter(({ kind }) => kind === 'data')
  .map(({ url, operations }) => ({
    url,
    queryNames: Object.keys(operations[0]?.description?.query?.properties ?? {}),
  }))

/** Those of the service that started first. */
const cachedPages = (): CachedRoute[] =>
  (servers.find(isWebsite) ?? []).flatMap(({ method, url, config }) =>
    method === 'GET' && config?.cachedBy !== undefined ? [{ url, queryNames: [...config.cachedBy] }] : [],
  )

/** What a key may take for something else: missing values, separators, and other spellings of the same text. */
const trickyValues = [
  '',
  ...'undefined null NaN true false 0 00 1 1.0 -1 2 %31'.split(' '),
  ...'%26 %3D %3F %23 %2F %2C %22 %5C %00 %0A %20 + , ; = ? #'.split(' '),
  ...'% %zz %2525 %C3%A9 %c3%a9 e%CC%81 %ED%A0%80 %F0%9F%8D%8E [] %5B1%5D'.split(' '),
  ...'1%26offset%3D24 Dairy%26has_image%3Dfalse %22,%22'.split(' '),
  'x'.repeat(400),
]

/** What finds something, by the name of the parameter; a new path parameter needs an entry. */
const knownValues: Record<string, string[]> = {
  claim: ['high-protein', 'iron', 'low-salt', 'no-such-claim'],
  food_id: ['1', '2', '3', '001', '%31', '+2', '1_0', '999999999999999999999'],
  code: ['0042100005264', '042100005264', '0-42100-00526-4', '4006381333931', '015887170128', '12'],
  q: ['milk', 'MILK', 'milk+', 'whole+milk', 'whole%20milk', 'choclate', '%22milk%22', '0042100005264', 'm'],
  limit: ['1', '2', '3', '10', '50', '100'],
  offset: ['0', '1', '24', '48', '120'],
  category: ['Dairy', 'dairy', 'Snacks', 'Dairy+', '%44airy'],
  has_image: ['true', 'false', '1', '0', 'yes', 'no'],
  source: ['off', 'ai_estimate', 'OFF'],
  kind: ['generic', 'branded'],
  complete: ['true', 'false', '1', '0'],
  brand: ['fernhollow', 'Fernhollow+Dairy', 'FERNHOLLOW', 'palmetto'],
  country: ['DE', 'Germany', 'fr'],
  exclude_allergens: ['milk', 'milk,eggs', 'eggs,milk', 'eggs%2C%20milk'],
  name: ['Dairy', 'dairy', 'Dairy%20', 'Snacks', 'Palmetto+Market', 'palmetto%20market'],
  view: ['rows', 'cards'],
  sort: ['protein_g', '-protein_g', 'calories_kcal'],
  find: ['milk', 'Milk', 'a', 'pal'],
  foods: ['1', '1,2', '2,1', '1%2C2', '1,2,3', '1,1'],
  add: ['milk', 'm'],
  per: ['serving', '100g'],
  amount: ['1', '2', '100', '1.5'],
  unit: ['g', 'serving', 'oz', '0'],
}

const pathNames = ({ url }: CachedRoute): string[] =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

function pathOf(route: CachedRoute): fc.Arbitrary<string> {
  const names = pathNames(route)
  const values = names.map(name => {
    const known = knownValues[name]
    if (known === undefined) throw new Error(`${route.url}: add values of :${name} to knownValues`)
    const tricky = trickyValues.filter(value => !/[?#]|^$/.test(value))
    return fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom(...tricky) },
    )
  })
  return fc
    .tuple(...values)
    .map(chosen =>
      names.reduce((path, name, index) => path.replace(`:${name}`, chosen[index] ?? ''), route.url),
    )
}

/** The values of a parameter in a query; none if it is missing. */
type Query = Record<string, string[]>

/** Without these, requests find nothing or are rejected. */
const usuallyGiven = ['q', 'name']

function queryOf(route: CachedRoute, valueFor: (name: string) => fc.Arbitrary<string>): fc.Arbitrary<Query> {
  const names = route.queryNames
  // With all of many parameters, one of them is nearly always invalid.
  const missingWeight = Math.max(5, 2 * names.length)
  const parameters = names.map(name => {
    const value = valueFor(name)
    const values = fc.oneof(
      { weight: usuallyGiven.includes(name) ? 0 : missingWeight, arbitrary: fc.constant<string[]>([]) },
      { weight: 4, arbitrary: fc.tuple(value) },
      { weight: 1, arbitrary: fc.tuple(value, value) },
    )
    return [name, values] as const
  })
  return fc.record(Object.fromEntries(parameters))
}

const knownValue = (name: string) => fc.constantFrom(...(knownValues[name] ?? ['1', '2', '2.0', '50']))
const anyValue = (name: string) => fc.oneof(knownValue(name), fc.constantFrom(...trickyValues))

/** How careless code writes a missing value, and what it may take for one. */
const missingValues = ['undefined', 'null', '', 'NaN', '0', 'false']

/** The query with each of its parameters missing in turn, and then with what may be mistaken for a missing one. */
const almostAlike = (query: Query): Query[] =>
  Object.keys(query).flatMap(name => [
    { ...query, [name]: [] },
    ...missingValues.map(value => ({ ...query, [name]: [value] })),
  ])

const unreadParameters = ['', '', '', '', ...'utm_source=a undefined = & Q=1 %00= # #limit=1'.split(' ')]

function textOf(query: Query, unread: string): string {
  const pairs = Object.entries(query).flatMap(([name, values]) => values.map(value => `${name}=${value}`))
  const text = [...pairs, unread].filter(Boolean).join('&')
  return text === '' ? '' : `?${text}`
}

interface GeneratedRequest {
  method: string
  target: string
  headers: Record<string, string>
}

type RequestShape = Omit<GeneratedRequest, 'target'> & { prefix: string; path: string; unread: string }

const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
  )

const apiRequest = (route: CachedRoute): fc.Arbitrary<RequestShape> =>
  fc.record({
    method: often('GET', 'HEAD'),
    prefix: often('', 'http://other.example'),
    path: pathOf(route),
    unread: fc.constantFrom(...unreadParameters),
    headers: fc.record({ host: often('api.larder.example', 'other.example') }),
  })

const pageRequest = (route: CachedRoute): fc.Arbitrary<RequestShape> =>
  fc.record({
    method: often('GET', 'HEAD'),
    prefix: fc
      .tuple(often('', 'http://other.example'), often('', '/de', '/pl', '/xx'))
      .map(parts => parts.join('')),
    path: pathOf(route),
    unread: fc.constantFrom(...unreadParameters),
    headers: fc
      .tuple(
        often('', 'theme=dark', 'theme=light', 'theme=undefined'),
        often('', '__Host-larder=expired'),
        often('', '__Host-larder-form=token', '__Host-larder-notice=hello'),
        often('en', 'de'),
        often('larder.example', 'other.example'),
      )
      .map(([theme, session, other, language, host]) => ({
        cookie: [theme, session, other].filter(Boolean).join('; '),
        'accept-language': language,
        host,
      })),
  })

const complete = ({ prefix, path, unread, ...request }: RequestShape, query: Query): GeneratedRequest => ({
  ...request,
  target: prefix + path + textOf(query, unread),
})

/** Requests that differ in one parameter, followed by requests that have little in common. */
function requestsTo(
  route: CachedRoute,
  shapeOf: (route: CachedRoute) => fc.Arbitrary<RequestShape>,
): fc.Arbitrary<GeneratedRequest[]> {
  const count = pathNames(route).length + route.queryNames.length > 0 ? requests : fewRequests
  const alike = fc.tuple(shapeOf(route), queryOf(route, knownValue))
  const any = fc.tuple(shapeOf(route), queryOf(route, anyValue))
  return fc
    .tuple(
      fc.array(alike, { minLength: alikeRequests, maxLength: alikeRequests }),
      fc.array(any, { minLength: count, maxLength: count }),
    )
    .map(([similar, others]) => [
      ...similar.flatMap(([shape, query]) => almostAlike(query).map(each => complete(shape, each))),
      ...others.map(([shape, query]) => complete(shape, query)),
    ])
}

/** Everything but what differs by request or clock. */
async function responseTo(baseUrl: string, { method, target, headers }: GeneratedRequest): Promise<string> {
  // Searches on the website are limited per address, and both services count them.
  await redis.flushdb()
  const { status, text, headers: received } = await ask(baseUrl, target, { method, headers })
  const { date: _, 'x-request-id': __, 'keep-alive': ___, connection: ____, ...compared } = received
  // Error pages show the id of their request.
  const body = text.replace(/(?<=<code>)[0-9a-f-]{8,}(?=<\/code>)/, 'request id')
  return JSON.stringify({ status, headers: Object.entries(compared).toSorted(), body })
}

const shown = ({ method, target, headers }: GeneratedRequest) =>
  `${method} ${target}${headers['cookie'] ? ` (${headers['cookie']})` : ''}`

async function expectSameResponses(
  route: CachedRoute,
  shapeOf: (route: CachedRoute) => fc.Arbitrary<RequestShape>,
  urls: { cached: string; uncached: string },
): Promise<void> {
  const property = fc.asyncProperty(requestsTo(route, shapeOf), async sent => {
    const requestsByResponse = new Map<string, string>()
    for (const each of sent) {
      const expected = await responseTo(urls.uncached, each)
      // Twice: the second response is from the cache.
      for (const actual of [await responseTo(urls.cached, each), await responseTo(urls.cached, each)]) {
        if (actual === expected) continue
        const other = requestsByResponse.get(actual) ?? 'another request'
        expect.fail(`${shown(each)} gets the response of ${other}:\n${differenceOf(actual, expected)}`)
      }
      if (!requestsByResponse.has(expected)) requestsByResponse.set(expected, shown(each))
    }
  })
  // Without shrinking, which would meet the responses that are already cached.
  const { failed, seed, errorInstance } = await fc.check(property, { numRuns: 1, endOnFailure: true })
  if (failed) throw new Error(`seed ${seed}: ${String(errorInstance)}`)
}

function differenceOf(actual: string, expected: string): string {
  let start = 0
  while (actual[start] === expected[start]) start++
  const excerpt = (text: string) => text.slice(Math.max(0, start - 60), start + 100)
  return `${excerpt(actual)}\ninstead of\n${excerpt(expected)}`
}

async function hits(): Promise<number> {
  const text = await (await fetch(cached.metricsUrl)).text()
  return Number(/^larder_response_cache_requests_total\{.*hit.*\} (\d+)/m.exec(text)?.[1])
}

describe('requests that share a cached response', () => {
  async function checkRoutes(
    routes: CachedRoute[],
    shapeOf: (route: CachedRoute) => fc.Arbitrary<RequestShape>,
    urlOf: (service: RunningService) => string,
  ): Promise<void> {
    for (const route of routes) {
      const before = await hits()
      await expectSameResponses(route, shapeOf, { cached: urlOf(cached), uncached: urlOf(uncached) })
      expect(await hits(), `${route.url} was never answered from the cache`).toBeGreaterThan(before)
    }
  }

  it('have equal responses on the API', async () => {
    expect(apiRoutes.length).toBeGreaterThan(8)
    await checkRoutes(apiRoutes, apiRequest, ({ apiUrl }) => apiUrl)
  })

  it('have equal responses on the website', async () => {
    // A food page is cached at its own address only.
    const foods = await stores.sql<{ id: number }>('select id from foods order by popular_order, id limit 3')
    const pages = foods.map(({ id }) => ask(cached.apiUrl, `/food/${id}`))
    knownValues['food'] = (await Promise.all(pages)).map(({ json }) => json.static_url.replace('/food/', ''))
    const routes = cachedPages()
    expect(routes.length).toBeGreaterThan(40)
    await checkRoutes(routes, pageRequest, ({ websiteUrl }) => websiteUrl)
  })
})
