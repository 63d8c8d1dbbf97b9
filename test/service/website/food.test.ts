// The food page over HTTP: URLs, headers, metadata and sitemaps.
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import type { Food } from '../../../src/food/food.ts'
import { withDemoService } from '../../support/demo-service.ts'

const websiteUrl = 'http://larder.test'
const apiUrl = 'http://api.larder.test'
const demo = withDemoService({ WEB_PUBLIC_URL: websiteUrl, API_PUBLIC_URL: apiUrl })
const open = (path: string, options?: Parameters<typeof ask>[2]) =>
  ask(demo.service.websiteUrl, path, options)

let milk: Food
let path: string
beforeAll(async () => {
  milk = (await demo.ask('/barcode/0015887170128')).json
  path = milk.static_url ?? ''
})

/** The text of a label row, without tags. */
function row(html: string, table: 'us-label' | 'eu-label', name: string): string {
  const label = html.slice(html.indexOf(`class="label ${table}"`))
  const found = label
    .slice(0, label.indexOf('</table>'))
    .split('<tr')
    .find(line => new RegExp(`>${name}<`).test(line))
  if (found === undefined) throw new Error(`no row ${name} in ${label}`)
  return `<tr${found}`
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function structuredData(html: string) {
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(text)
}

const attributesOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => value)

describe('URLs', () => {
  it('redirects to the canonical URL', async () => {
    expect(path).toBe(`/food/${milk.id}-whole-milk`)
    expect((await open(path)).status).toBe(200)
    for (const other of [`/food/${milk.id}`, `/food/${milk.id}-`, `/food/${milk.id}-old-name`]) {
      const answer = await open(other)
      expect([answer.status, answer.headers.location]).toEqual([301, path])
    }
    const withPortion = await open(`/food/${milk.id}?grams=30`)
    expect([withPortion.status, withPortion.headers.location]).toEqual([301, `${path}?grams=30`])
  })
  it.each([
    '/food/999999',
    '/food/999999-bread',
    '/food/0',
    '/food/bread',
    '/food/-1',
    '/food/9e9',
    '/food/1x',
  ])('returns 404 with a search field for %s', async unknown => {
    const page = await open(unknown)
    expect(page.status).toBe(404)
    expect(page.text).toContain('<h1>Food not found</h1>')
    expect(page.text).toMatch(/<form [^>]*action="\/search"[\s\S]*name="q"/)
    expect(page.headers['cache-control']).not.toContain('s-maxage')
  })
  it('redirects a merged food to the one that it was merged into', async () => {
    await demo.stores.sql('insert into merged_food_ids (food_id, merged_into_food_id) values (700000, $1)', [
      milk.id,
    ])
    const answer = await open('/food/700000-whole-milk')
    expect([answer.status, answer.headers.location]).toEqual([301, path])
  })
  it('omits the portion from the canonical URL', async () => {
    const page = await open(`${path}?grams=30`)
    expect(attributesOf(page.text, /<link rel="canonical" href="([^"]+)"/g)).toEqual([websiteUrl + path])
  })
})

describe('caching', () => {
  it('is publicly cacheable and supports conditional requests', async () => {
    const page = await open(path)
    expect(page.headers['cache-control']).toBe(
      'public, max-age=60, s-maxage=3600, stale-while-revalidate=86400',
    )
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers.etag).toMatch(/^W\/"[\w-]+"$/)
    const again = await open(path, { headers: { 'if-none-match': page.headers.etag ?? '' } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', page.headers.etag])
    const other = await open(path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, other.text]).toEqual([200, page.text])
  })
  it('is identical for signed-in users', async () => {
    const page = await open(path)
    const headers = { cookie: '__Host-larder=abc; __Host-larder-notice=signed-out' }
    const signedIn = await open(path, { headers })
    expect(signedIn.text).toBe(page.text)
    expect(signedIn.headers['set-cookie']).toBeUndefined()
  })
  it('answers HEAD with the same headers and no body', async () => {
    const page = await open(path)
    const head = await open(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', page.headers.etag])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(page.text)))
  })
  it('serves cached pages with the same headers', async () => {
    const fresh = `${path}?grams=17`
    const [first, second] = [await open(fresh), await open(fresh)]
    const { date: _first, ...rendered } = first.headers
    const { date: _second, ...cached } = second.headers
    expect(cached).toEqual(rendered)
    expect(second.text).toBe(first.text)
  })
  it('invalidates cached pages when the catalog changes', async () => {
    const { id, static_url: honey = '' } = (await demo.ask('/search?q=manuka+honey')).json[0]
    const carbs = async () => row((await open(honey)).text, 'eu-label', 'Carbohydrate')
    const before = await carbs()
    await demo.stores.sql('update foods set carbs_g = 42 where id = $1', [id])
    expect(await carbs()).toBe(before)
    await demo.stores.sql('update catalog_stats set refreshed_at = now()')
    await expect.poll(carbs, { timeout: 10_000 }).toContain('42 g')
  })
})

describe('nutrition labels', () => {
  it('shows the US label per serving with label rounding', async () => {
    const { text } = await open(path)
    expect(row(text, 'us-label', 'Total Fat')).toBe('Total Fat 8 g 10%')
    expect(row(text, 'us-label', 'Saturated Fat')).toBe('Saturated Fat 4.5 g 23%')
    expect(row(text, 'us-label', 'Cholesterol')).toBe('Cholesterol 30 mg 10%')
    expect(row(text, 'us-label', 'Sodium')).toBe('Sodium 105 mg 5%')
    expect(row(text, 'us-label', 'Dietary Fiber')).toBe('Dietary Fiber 0 g 0%')
    expect(row(text, 'us-label', 'Total Sugars')).toBe('Total Sugars 12 g')
    expect(row(text, 'us-label', 'Potassium')).toBe('Potassium 350 mg 8%')
  })
  it('shows the EU label per 100 g and per portion', async () => {
    const { text } = await open(`${path}?grams=30`)
    expect(row(text, 'eu-label', 'Energy')).toBe('Energy 259 kJ 62 kcal 78 kJ 19 kcal')
    expect(row(text, 'eu-label', 'Fat')).toBe('Fat 3.3 g 1.0 g')
    expect(row(text, 'eu-label', 'of which saturates')).toBe('of which saturates 1.9 g 0.6 g')
    expect(row(text, 'eu-label', 'Fibre')).toBe('Fibre 0 g 0 g')
    expect(row(text, 'eu-label', 'Salt')).toBe('Salt 0.11 g 0.03 g')
  })
  it.each(['0', '-5', 'lots', '1e3', '10001', '0.001', '1,2,3'])(
    'shows an error for a portion of %s grams',
    async input => {
      const { status, text } = await open(`${path}?grams=${encodeURIComponent(input)}`)
      expect(status).toBe(200)
      expect(text).toContain('Enter a portion between')
      expect(row(text, 'us-label', 'Total Fat')).toBe('Total Fat 8 g 10%')
    },
  )
  it('shows unknown values as unknown, never as 0', async () => {
    const [bare] = await demo.stores.sql<{ id: number }>(
      `update foods set fat_g = null, sodium_mg = null, potassium_mg = null, calories_kcal = null
         where id = (select id from foods where fat_g > 1 order by id desc limit 1) returning id`,
    )
    const { headers } = await open(`/food/${bare?.id}`)
    const { text } = await open(headers.location ?? '')
    for (const name of ['Total Fat', 'Sodium', 'Potassium']) {
      expect(row(text, 'us-label', name)).toBe(`${name} – not on the label`)
    }
    for (const name of ['Energy', 'Fat', 'Salt']) {
      expect(row(text, 'eu-label', name)).toBe(`${name} – not on the label – not on the label`)
    }
    expect(text).toContain('the label does not state fat')
    expect(structuredData(text).nutrition).not.toHaveProperty('fatContent')
  })
})

describe('metadata and sitemaps', () => {
  it('includes schema.org data', async () => {
    const { text } = await open(path)
    expect(structuredData(text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': websiteUrl + path,
      url: websiteUrl + path,
      name: 'Whole Milk',
      description:
        'Whole Milk (Fernhollow Dairy). Per 100 g: 62 kcal, 3.3 g protein, 3.3 g fat, 4.8 g carbohydrate.',
      brand: { '@type': 'Brand', name: 'Fernhollow Dairy' },
      category: 'Milk',
      image: milk.image_url,
      gtin13: '0015887170128',
      nutrition: {
        '@type': 'NutritionInformation',
        servingSize: '100 g',
        calories: '62 kcal',
        fatContent: '3.3 g',
        saturatedFatContent: '1.9 g',
        carbohydrateContent: '4.8 g',
        sugarContent: '4.8 g',
        fiberContent: '0 g',
        proteinContent: '3.3 g',
        sodiumContent: '44 mg',
        cholesterolContent: '12 mg',
      },
    })
  })
  it('includes link preview metadata', async () => {
    const { text } = await open(path)
    const content = (name: string) =>
      attributesOf(text, new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`, 'g'))
    expect(content('og:title')).toEqual(['Whole Milk (Fernhollow Dairy)'])
    expect(content('og:url')).toEqual([websiteUrl + path])
    expect(content('og:image')).toEqual([milk.image_url])
    expect(content('og:description')).toEqual(content('description'))
    expect(content('twitter:card')).toEqual(['summary'])
  })
  it('shows the API request and its actual response', async () => {
    const { text } = await open(path)
    expect(text).toContain(`curl ${apiUrl}/food/${milk.id}<`)
    const [, json = ''] = /<pre class="json"[^>]*><code>(.*?)<\/code>/s.exec(text) ?? []
    expect(JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(milk)
  })
  it('lists every food once in the sitemaps with its last update', async () => {
    const index = await open('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml')
    const parts = attributesOf(index.text, /<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g)
    expect(parts).toEqual([`${websiteUrl}/sitemaps/1.xml`])
    const part = await open('/sitemaps/1.xml')
    const foods = await demo.stores.sql<{ id: number; day: string }>(
      `select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from foods order by id`,
    )
    const listed = [
      ...part.text.matchAll(
        /<url><loc>([^<]+\/food\/(\d+)-[a-z0-9-]+)<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g,
      ),
    ]
    expect(listed.map(([, , id, day]) => ({ id: Number(id), day }))).toEqual(foods)
    expect(listed.map(([, address]) => address)).toContain(websiteUrl + path)
  })
  it.each(['/sitemaps/2.xml', '/sitemaps/0.xml', '/sitemaps/1', '/sitemaps/x.xml'])(
    'returns 404 for %s',
    async missing => {
      expect((await open(missing)).status).toBe(404)
    },
  )
  it('links the sitemap in robots.txt', async () => {
    expect((await open('/robots.txt')).text).toContain(`\nSitemap: ${websiteUrl}/sitemap.xml\n`)
  })
})

describe('other sections', () => {
  it('lists similar foods with higher confidence', async () => {
    const [poor] = await demo.stores.sql<{ id: number; confidence: number }>(
      `select poor.id, poor.confidence from foods as poor
         where exists (select from foods as other
                         where other.generic_name = poor.generic_name and other.confidence > poor.confidence)
         order by poor.confidence limit 1`,
    )
    const { headers } = await open(`/food/${poor?.id}`)
    const { text } = await open(headers.location ?? '')
    const similar = text.slice(text.indexOf('Similar foods with better data'))
    const ids = attributesOf(similar.slice(0, similar.indexOf('</section>')), /href="\/food\/(\d+)-/g).map(
      Number,
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.length).toBeLessThanOrEqual(5)
    const better = await demo.stores.sql('select from foods where id = any($1) and confidence > $2', [
      ids,
      poor?.confidence,
    ])
    expect(better).toHaveLength(ids.length)
  })
  it('shows data confidence with reasons, the source and an edit link', async () => {
    const { text } = await open(path)
    expect(text).toContain(`<strong>${milk.confidence.toFixed(2)} out of 1.</strong>`)
    expect(text).toContain('All seven values of a European label are known')
    expect(text).toContain('href="https://world.openfoodfacts.org/product/0015887170128"')
    expect(text).toContain('Edit it at the source')
  })
})
