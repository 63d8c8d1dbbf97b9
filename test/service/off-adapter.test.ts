// @larder/off-adapter against a running service: the official client, and the requests of apps as they send them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { createAdapter } from '@larder/off-adapter'
import { OpenFoodFacts } from '@openfoodfacts/openfoodfacts-nodejs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageArguments } from '../../lab/build.ts'
import { ask } from '../../lab/clients/http.ts'
import { type OffApp, type OffRequest, offApps, type Shown } from '../../lab/clients/off-apps.ts'
import { withFixtureService } from '../support/fixture-service.ts'
import { accountKey } from '../support/keys.ts'

const fixture = withFixtureService({
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '200',
  RATE_LIMIT_SCALE_PER_MINUTE: '3',
})
const milk = '0042100005264'

let server: Server
let url: string
const log: string[] = []

beforeAll(async () => {
  server = createAdapter({ larderUrl: fixture.service.apiUrl, log: line => log.push(line) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Larder counts these requests by the address that the adapter passes on. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('the official client for JavaScript', () => {
  const client = () => new OpenFoodFacts(globalThis.fetch, { host: url })

  it('reads a product by version 3', async () => {
    const { data } = await client().getProductV3('042100005264', {
      fields: ['code', 'product_name', 'nutriments'],
    })
    expect(data).toMatchObject({
      status: 'success_with_warnings',
      code: milk,
      result: { id: 'product_found' },
      product: {
        code: milk,
        product_name: '2% Reduced Fat Milk',
        nutriments: { 'energy-kcal_100g': 51, sodium_100g: 0.048, salt_100g: 0.12 },
      },
    })
    const { data: missing, error } = await client().getProductV3('0000000012345')
    expect(missing).toBeUndefined()
    expect(error).toMatchObject({ status: 'failure', result: { id: 'product_not_found' } })
  })

  it('reads a product by version 2', async () => {
    expect(await client().getProductV2(milk)).toMatchObject({
      data: { status: 1, product: { product_name: '2% Reduced Fat Milk', brands: 'Fernhollow Dairy' } },
    })
  })

  it('searches by category and brand', async () => {
    const byCategory = await client().search({
      categories_tags: 'en:milks',
      page_size: 2,
      fields: 'code,product_name',
    })
    expect(byCategory.data).toMatchObject({ page: 1, page_size: 2, page_count: 2, skip: 0 })
    expect(byCategory.data?.products).toHaveLength(2)
    const { json: milks } = await fixture.ask('/foods/popular?category=Milk&has_image=false')
    expect(byCategory.data?.count).toBe(milks.length)
    const lastPage = Math.ceil(milks.length / 2)
    const last = await client().search({ categories_tags: 'en:milks', page_size: 2, page: lastPage })
    expect(last.data).toMatchObject({ count: milks.length, page_count: milks.length % 2 === 0 ? 2 : 1 })
    const byBrand = await client().search({ brands_tags: 'xx:fernhollow-dairy' })
    expect(new Set(byBrand.data?.products?.map(({ brands }) => brands))).toEqual(
      new Set(['Fernhollow Dairy']),
    )
  })
})

function send({ path, method, body }: OffRequest) {
  return ask(url, path, {
    ...(method && { method }),
    ...(body !== undefined && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
}

async function shown(app: OffApp, code: string): Promise<Shown> {
  const { status, json } = await send(app.product(code))
  const product = app.found(status, json)
  if (product === null) throw new Error(`${app.name} takes ${code} as not found: ${status}`)
  return app.show(product)
}

describe.each(offApps)('$name', app => {
  it('shows a product with right values', async () => {
    expect(await shown(app, milk)).toEqual(expectedMilk[app.name])
  })

  it('shows a product without any nutrient', async () => {
    const product = await shown(app, '5070353344538')
    expect(product['name']).toBe('Banana & Custard Baby Porridge')
    // SparkyFitness shows 0 for what is not stated, also with Open Food Facts.
    expect(product['kcal'] ?? 0).toBe(0)
    expect(product['salt'] ?? null).toBeNull()
  })

  it('notices that a product does not exist', async () => {
    const { status, json } = await send(app.product('0000000012345'))
    expect(app.found(status, json)).toBeNull()
  })
})

const searchingApps = offApps.flatMap(app => (app.search ? [{ ...app, search: app.search }] : []))

describe.each(searchingApps)('$name', app => {
  it('finds products by text, also those without a barcode', async () => {
    const { status, json } = await send(app.search('mushroom soup'))
    expect(status).toBe(200)
    expect(json).toMatchObject({ page: 1, skip: 0, page_count: json.products.length })
    expect(json.count).toBeGreaterThanOrEqual(json.products.length)
    const soup: Shown | undefined = json.products
      .map(app.show)
      .find(({ name }: Shown) => name === 'Mushroom Soup')
    expect(soup).toMatchObject({ brand: 'Kettle Lane', kcal: 49 })
    const code = String(soup?.['barcode'])
    expect(code).toMatch(/^10000\d{10}$/)
    expect(await shown(app, code)).toEqual(soup)
  })
})

const nutrients = { kcal: 51, protein: 3.4 }
const macronutrients = { ...nutrients, carbs: 4.9, fat: 2, sugars: 4.9, saturatedFat: 1.2, fiber: 0 }
const milligrams = { sodiumMg: 48, cholesterolMg: 8, potassiumMg: 150 }
const name = '2% Reduced Fat Milk'
const brand = 'Fernhollow Dairy'
const barcode = milk

/** From the fixture foods, where this milk has 51 kcal, 48 mg of sodium, 8 mg of cholesterol and 150 mg of potassium. */
const expectedMilk: Record<string, Shown> = {
  SparkyFitness: {
    name,
    brand,
    barcode,
    ...macronutrients,
    ...milligrams,
    serving: 240,
    servingUnit: 'ml',
    image: null,
  },
  Grocy: { name, image: '' },
  Waistline: {
    name,
    brand,
    barcode: '042100005264',
    portion: '100 g',
    ...macronutrients,
    kilojoules: 213.4,
    salt: 0.12,
    ...milligrams,
    image: null,
  },
  OpenNutriTracker: {
    name,
    brand,
    barcode,
    ...macronutrients,
    serving: 240,
    servingSize: '1 cup (240 ml)',
    image: null,
    thumbnail: null,
  },
  FoodYou: {
    name,
    brand,
    barcode,
    isLiquid: true,
    serving: 240,
    ...macronutrients,
    salt: 0.12,
    sodium: 0.048,
    cholesterol: 0.008,
    potassium: 0.15,
  },
  'openfoodfacts-dart': {
    name,
    brand,
    barcode,
    serving: 240,
    ...nutrients,
    kilojoules: 213.4,
    salt: 0.12,
    image: null,
  },
}

describe('details', () => {
  const granola = '0086745607827'
  const paths: string[] = []
  let relay: Server
  let isOlder = false

  /** Records the requests; an older Larder answers 401 to a path that it does not know. */
  beforeAll(async () => {
    await fixture.stores.sql(
      `insert into food_details (food_id, details)
        select id, $2 from foods where barcode = $1
        on conflict (food_id) do update set details = excluded.details`,
      [granola, JSON.stringify(granolaDetails)],
    )
    const answerOf = async (path: string) =>
      isOlder && path.endsWith('/details')
        ? { status: 401, text: '{"detail":"Not authenticated"}' }
        : await fixture.ask(path)
    relay = createServer(({ url: path = '' }, response) => {
      paths.push(path)
      answerOf(path).then(
        ({ status, text }) => response.writeHead(status).end(text),
        () => response.destroy(),
      )
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
  })
  afterAll(() => relay.close())

  /** The response, and how many requests it cost. */
  async function count(path: string, maxDetailsPerSearch = 0) {
    const { port } = relay.address() as AddressInfo
    const adapter = createAdapter({ larderUrl: `http://127.0.0.1:${port}`, maxDetailsPerSearch })
    adapter.listen(0, '127.0.0.1')
    await once(adapter, 'listening')
    paths.length = 0
    const { json } = await ask(`http://127.0.0.1:${(adapter.address() as AddressInfo).port}`, path)
    adapter.close()
    return { json, requests: paths.length, details: paths.filter(asked => asked.endsWith('/details')).length }
  }

  const granolaDetails = {
    language: 'en',
    names: { de: 'Knuspermüsli', en: 'Maple & Pecan Granola' },
    ingredients: 'oats, maple syrup, _pecans_',
    allergens: ['nuts'],
    labels: ['organic', 'fr:label rouge'],
    countries: ['Czechia'],
    nutri_score: 'b',
    nova_group: 3,
    micronutrients: { calcium_mg: 120, vitamin_d_ug: 2.5 },
    package_quantity: '125 g',
  }

  it('are read by the official client, in the format of Open Food Facts', async () => {
    const { data } = await new OpenFoodFacts(globalThis.fetch, { host: url }).getProductV2(granola)
    expect(data).toMatchObject({
      product: {
        product_name_de: 'Knuspermüsli',
        ingredients_text_en: 'oats, maple syrup, _pecans_',
        allergens_tags: ['en:nuts'],
        labels_tags: ['en:organic', 'fr:label-rouge'],
        countries_tags: ['en:czech-republic'],
        nutriscore_grade: 'b',
        nova_group: 3,
        quantity: '125 g',
        nutriments: { calcium_100g: 0.12, 'vitamin-d_100g': 0.0000025, 'vitamin-d_unit': 'g' },
      },
    })
  })

  it('cost one more request, and none if no wanted field needs them', async () => {
    expect(await count(`/api/v2/product/${granola}`)).toMatchObject({ requests: 2, details: 1 })
    expect(await count(`/api/v2/product/${granola}?fields=code,brands`)).toMatchObject({ requests: 1 })
    const unknown = await count('/api/v2/product/0000000012345')
    expect(unknown).toMatchObject({ requests: 1, json: { status: 0 } })
  })

  it('of a search are bounded', async () => {
    const search = '/cgi/search.pl?search_terms=cheese&fields=code,nutriscore_grade'
    expect(await count(search)).toMatchObject({ requests: 1, details: 0 })
    const some = await count(search, 2)
    expect(some).toMatchObject({ requests: 3, details: 2 })
    const graded = some.json.products.filter((product: object) => 'nutriscore_grade' in product)
    expect([graded.length, some.json.products.length > 2]).toEqual([2, true])
    expect(await count('/cgi/search.pl?search_terms=cheese&fields=code', 2)).toMatchObject({ requests: 1 })
  })

  it('of an older Larder are absent', async () => {
    isOlder = true
    const { json, requests } = await count(`/api/v2/product/${granola}`)
    isOlder = false
    expect([requests, json.status]).toEqual([2, 1])
    expect(json.product).not.toHaveProperty('nutriscore_grade')
    expect(json.product).not.toHaveProperty('allergens_tags')
  })

  it('filter by country', async () => {
    const search = async (country: string) =>
      (await ask(url, `/api/v2/search?countries_tags=${country}&fields=code`)).json
    expect(await search('en:czech-republic')).toMatchObject({ count: 1, products: [{ code: granola }] })
    expect(await search('en:france')).toMatchObject({ count: 0, products: [] })
    expect(await search('en:nowhere')).toMatchObject({
      count: 0,
      warnings: [{ field: { id: 'countries', value: 'nowhere' } }],
    })
  })
})

describe('the adapter', () => {
  it.each([
    ['v0', 200, 200],
    ['v1', 404, 200],
    ['v2', 404, 200],
    ['v3', 404, 404],
    ['v3.5', 404, 404],
  ])('/api/%s answers %s to an unknown code and %s to an invalid one', async (version, unknown, invalid) => {
    const statusOf = async (code: string) => (await ask(url, `/api/${version}/product/${code}`)).status
    expect([await statusOf('0000000012345'), await statusOf('abc')]).toEqual([unknown, invalid])
  })

  it('divides the foods of a search into pages', async () => {
    const search = async (page: number) =>
      (await ask(url, `/cgi/search.pl?search_terms=milk&page_size=7&page=${page}&fields=code`)).json
    const first = await search(1)
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(first.count / 7) }, (_, page) => search(page + 1)),
    )
    const codes = pages.flatMap(({ products }) => products.map(({ code }: { code: string }) => code))
    expect(new Set(codes).size).toBe(first.count)
    expect(first.count).toBeGreaterThan(7)
    expect(await search(100)).toMatchObject({ page: 100, page_count: 0, products: [] })
  })

  it('looks up a list of codes', async () => {
    const { json } = await ask(url, `/api/v2/search?code=${milk},0000000012345,abc&fields=code`)
    expect(json).toMatchObject({ count: 1, page_count: 1, page_size: 20, products: [{ code: milk }] })
  })

  it('passes on the credit of all foods in the response', async () => {
    await fixture.stores.sql(`update foods set source = 'usda' where barcode = '0015887170128'`)
    const { headers } = await ask(url, `/api/v2/search?code=${milk},0015887170128,0000000012345&fields=code`)
    expect([headers['x-attribution'], String(headers.link).split(', ').length]).toEqual([
      'Open Food Facts (ODbL), USDA FoodData Central (CC0)',
      2,
    ])
    const alone = await ask(url, '/api/v2/product/0015887170128')
    expect(alone.headers['x-attribution']).toBe('USDA FoodData Central (CC0)')
  })

  it('answers HEAD, preflights and compressed', async () => {
    const head = await ask(url, `/api/v2/product/${milk}`, { method: 'HEAD' })
    expect([head.status, head.text, Number(head.headers['content-length']) > 100]).toEqual([200, '', true])
    expect(head.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'x-attribution': expect.any(String),
    })
    const preflight = await ask(url, '/cgi/search.pl', { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'GET, HEAD, OPTIONS, POST',
    ])
    const compressed = await fetch(`${url}/api/v2/product/${milk}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(await compressed.json()).toMatchObject({ status: 1 })
  })

  it('is read-only, and bounds what it reads', async () => {
    const statusOf = async (
      ...request: Parameters<typeof ask> extends [string, ...infer Rest] ? Rest : never
    ) => (await ask(url, ...request)).status
    expect(await statusOf('/cgi/product_jqm2.pl?code=1&password=secret', { method: 'POST' })).toBe(405)
    expect(await statusOf(`/api/v3/product/${milk}`, { method: 'PATCH', body: '{}' })).toBe(405)
    expect(
      await statusOf('/cgi/search.pl', { method: 'POST', body: `search_terms=${'x'.repeat(70_000)}` }),
    ).toBe(413)
    expect(await statusOf(`/cgi/search.pl?search_terms=${'x'.repeat(9_000)}`)).toBe(414)
    expect(await statusOf('/api/v3/taxonomy_suggestions')).toBe(404)
    expect(await statusOf(`/api/v2/search?code=${Array.from({ length: 101 }, (_, i) => 10000 + i)}`)).toBe(
      400,
    )
    expect(log.join()).not.toContain('secret')
    expect(log.map(line => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/cgi/product_jqm2.pl', status: 405 }),
    )
  })

  it("passes on the caller's key and its limit", async () => {
    const key = await accountKey(fixture.stores, 'off-adapter', 'scale')
    const remaining = async (fields: string) => {
      const { status, headers } = await ask(url, `/api/v2/product/${milk}?fields=${fields}`, { key })
      return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
    }
    expect(await remaining('code,product_name')).toEqual([200, '3', '2'])
    expect(await remaining('code,nutriscore_grade')).toEqual([200, '3', '0'])
    const second = await ask(url, `/api/v3/product/${milk}`, { key })
    expect([second.status, Number(second.headers['retry-after']) > 0]).toEqual([429, true])
    expect(second.json).toMatchObject({ status: 'failure', result: { id: 'too_many_requests' } })
    expect((await ask(url, `/api/v2/product/${milk}`, { key: 'no-such-key' })).status).toBe(401)
  })

  it('is limited per caller, not as a whole', async () => {
    const codes = Array.from({ length: 100 }, (_, index) => 10_000_000 + index)
    for (let spent = 0; spent < 200; spent += codes.length)
      expect((await ask(url, `/api/v2/search?code=${codes}`, from('203.0.113.1'))).status).toBe(200)
    const limited = await ask(url, `/api/v2/product/${milk}`, from('203.0.113.1'))
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await ask(url, `/api/v2/product/${milk}`, from('203.0.113.2'))).status).toBe(200)
  })

  it('reports that Larder cannot be reached', async () => {
    expect((await ask(url, '/health')).json).toEqual((await fixture.ask('/health')).json)
    const lost = createAdapter({ larderUrl: 'http://127.0.0.1:1' })
    lost.listen(0, '127.0.0.1')
    await once(lost, 'listening')
    const { port } = lost.address() as AddressInfo
    expect((await ask(`http://127.0.0.1:${port}`, '/health')).status).toBe(502)
    lost.close()
  })

  it('starts as a command and stops on SIGTERM', async () => {
    const args = [...packageArguments('off-adapter'), '--port', '0']
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'] ?? '', LARDER_API_URL: fixture.service.apiUrl },
    })
    const ended = once(child, 'exit')
    const [line] = await once(createInterface({ input: child.stderr }), 'line')
    const address = /listening on (\S+),/.exec(line)?.[1] ?? ''
    expect((await ask(address, `/api/v0/product/${milk}.json`)).json).toMatchObject({ status: 1 })
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
