// The food page over HTTP: URLs, headers, metadata and sitemaps.
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import type { Food } from '../../../src/food/food.ts'
import { nutrients } from '../../../src/food/nutrients.ts'
import { genericName } from '../../../src/language/generic-name.ts'
import { localeNames, pathIn } from '../../../src/website/i18n/locales.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const websiteUrl = 'http://larder.test'
const apiUrl = 'http://api.larder.test'
const fixture = withFixtureService({
  WEB_PUBLIC_URL: websiteUrl,
  API_PUBLIC_URL: apiUrl,
  IMAGE_HOSTS: 'photos.test',
})
const open = (path: string, options?: Parameters<typeof ask>[2]) =>
  ask(fixture.service.websiteUrl, path, options)

let milk: Food
let path: string
beforeAll(async () => {
  milk = (await fixture.ask('/barcode/0015887170128')).json
  path = milk.static_url ?? ''
})

const withLabel = (label: string) => ({ headers: { cookie: `label=${label}` } })

/** The text of a label row, without tags. */
function row(html: string, table: 'label-us' | 'label-eu', name: string): string {
  const label = html.slice(html.indexOf(`class="${table}"`))
  const found = label
    .slice(0, label.indexOf('</table>'))
    .split('<tr')
    .find(line => new RegExp(`>${name}[< ]`).test(line))
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
    const withPortion = await open(`/food/${milk.id}?amount=30&unit=g`)
    expect([withPortion.status, withPortion.headers.location]).toEqual([301, `${path}?amount=30&unit=g`])
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
    await fixture.stores.sql(
      'insert into merged_food_ids (food_id, merged_into_food_id) values (700000, $1)',
      [milk.id],
    )
    const answer = await open('/food/700000-whole-milk')
    expect([answer.status, answer.headers.location]).toEqual([301, path])
  })
  it('omits the portion from the canonical URL', async () => {
    const page = await open(`${path}?amount=30&unit=g`)
    expect(attributesOf(page.text, /<link rel="canonical" href="([^"]+)"/g)).toEqual([websiteUrl + path])
  })
})

describe('caching', () => {
  it('is publicly cacheable and supports conditional requests', async () => {
    const page = await open(path)
    expect(page.headers['cache-control']).toBe('public, max-age=60')
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers.etag).toMatch(/^W\/"[\w-]+"$/)
    const again = await open(path, { headers: { 'if-none-match': page.headers.etag ?? '' } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', page.headers.etag])
    const other = await open(path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, other.text]).toEqual([200, page.text])
  })
  it('has the same content for signed-in users', async () => {
    const contentOf = ({ text }: { text: string }) =>
      text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    const page = await open(path)
    const headers = { cookie: '__Host-larder=abc; __Host-larder-notice=signed-out' }
    const signedIn = await open(path, { headers })
    expect(contentOf(signedIn)).toBe(contentOf(page))
    expect(signedIn.headers['set-cookie']).toBeUndefined()
  })
  it('answers HEAD with the same headers and no body', async () => {
    const page = await open(path)
    const head = await open(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', page.headers.etag])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(page.text)))
  })
  it('serves cached pages with the same headers', async () => {
    const fresh = `${path}?amount=17&unit=g`
    const [first, second] = [await open(fresh), await open(fresh)]
    const { date: _first, ...rendered } = first.headers
    const { date: _second, ...cached } = second.headers
    expect(cached).toEqual(rendered)
    expect(second.text).toBe(first.text)
  })
  it('invalidates cached pages when the catalog changes', async () => {
    const { id, static_url: honey = '' } = (await fixture.ask('/search?q=manuka+honey')).json[0]
    const carbs = async () => row((await open(honey, withLabel('eu'))).text, 'label-eu', 'Carbohydrate')
    const before = await carbs()
    await fixture.stores.sql('update foods set carbs_g = 42 where id = $1', [id])
    expect(await carbs()).toBe(before)
    await fixture.stores.sql('update catalog_stats set refreshed_at = now()')
    await expect.poll(carbs).toContain('42 g')
  })
})

describe('nutrition labels', () => {
  it('shows the US label per serving with label rounding', async () => {
    const { text } = await open(path)
    expect(row(text, 'label-us', 'Total Fat')).toBe('Total Fat 8 g 10%')
    expect(row(text, 'label-us', 'Saturated Fat')).toBe('Saturated Fat 4.5 g 23%')
    expect(row(text, 'label-us', 'Cholesterol')).toBe('Cholesterol 30 mg 10%')
    expect(row(text, 'label-us', 'Sodium')).toBe('Sodium 105 mg 5%')
    expect(row(text, 'label-us', 'Dietary Fiber')).toBe('Dietary Fiber 0 g 0%')
    expect(row(text, 'label-us', 'Total Sugars')).toBe('Total Sugars 12 g')
    expect(row(text, 'label-us', 'Potassium')).toBe('Potassium 350 mg 8%')
  })
  it('shows the EU label per 100 g and per portion', async () => {
    const { text } = await open(`${path}?amount=30&unit=g`, withLabel('eu'))
    expect(row(text, 'label-eu', 'Energy')).toBe('Energy 259 kJ 62 kcal 78 kJ 19 kcal')
    expect(row(text, 'label-eu', 'Fat')).toBe('Fat 3.3 g 1.0 g')
    expect(row(text, 'label-eu', 'of which saturates')).toBe('of which saturates 1.9 g 0.6 g')
    expect(row(text, 'label-eu', 'Fibre')).toBe('Fibre 0 g 0 g')
    expect(row(text, 'label-eu', 'Salt')).toBe('Salt 0.11 g 0.03 g')
  })
  it('shows the UK label with the share of the reference intakes', async () => {
    const { text } = await open(`${path}?amount=100&unit=g`, withLabel('uk'))
    const rows = [
      'Energy',
      'Fat',
      'of which saturates',
      'Carbohydrate',
      'of which sugars',
      'Fibre',
      'Protein',
      'Salt',
    ]
    // Fibre has no reference intake.
    expect(rows.map(name => / (\d+%)$/.exec(row(text, 'label-eu', name))?.[1])).toEqual([
      '3%',
      '5%',
      '10%',
      '2%',
      '5%',
      undefined,
      '7%',
      '2%',
    ])
    expect(text).toContain('* Reference intake of an average adult (8,400 kJ / 2,000 kcal), in this portion.')
  })
  it('has the label and the daily values of the region', async () => {
    const read = async (url: string, headers?: Record<string, string>) => {
      const { text } = await open(url, headers && { headers })
      const [, current] = /value="(\w+)" aria-current="true">/.exec(text) ?? []
      const fat = />Fat<\/dt>.*?<small><span[^>]*>([^<]*)<|>Fett<\/dt>.*?<small><span[^>]*>([^<]*)</s.exec(
        text,
      )
      return [
        current,
        fat?.[1] ?? fat?.[2],
        text.includes('class="label-us"'),
        text.includes(' kJ</span></small>'),
      ]
    }
    const [us, eu, uk] = [
      ['us', '10%', true, false],
      ['eu', '11%', false, true],
      ['uk', '11%', false, true],
    ]
    const from = (language: string) => ({ 'accept-language': language })
    expect(await read(path)).toEqual(us)
    expect(await read(path, from('en-US,en;q=0.9'))).toEqual(us)
    expect(await read(path, from('en-GB,en;q=0.9'))).toEqual(uk)
    expect(await read(path, from('en-IE'))).toEqual(eu)
    expect(await read(`/de${path}`)).toEqual(['eu', '11\u00a0%', false, true])
    // Other pages have no copies by the language of the browser.
    expect(await read(`/de${path}`, from('en-US'))).toEqual(['eu', '11\u00a0%', false, true])
    expect((await open(path)).headers.vary).toBe('Cookie, Accept-Language, Accept-Encoding')
    for (const other of [`/de${path}`, '/about'])
      expect((await open(other)).headers.vary).toBe('Cookie, Accept-Encoding')
    // What the reader chose, in every language; cached pages included.
    expect(await read(path, { ...from('en-US'), cookie: 'label=uk' })).toEqual(uk)
    expect(await read(`/de${path}`, { cookie: 'label=us' })).toEqual(['us', '10\u00a0%', true, false])
    expect(await read(path, { cookie: 'label=mars' })).toEqual(us)
  })
  it('says which carbohydrates are shown where a label has others than the API', async () => {
    const [banana] = await fixture.stores.sql<{ id: number }>(
      `select id from foods where name = 'Bananas, raw' and source = 'usda'`,
    )
    const read = async (prefix: string) => {
      const { headers } = await open(`${prefix}/food/${banana?.id}`)
      const { text } = await open(headers.location ?? '')
      return text
        .replace(/<script.*?<\/script>/gs, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
    }
    const german = await read('/de')
    expect(german).toMatch(/Kohlenhydrate 23,8 &#8239; g ohne Ballaststoffe/)
    expect(german).toContain('ohne Ballaststoffe: 20,2 g mit Ballaststoffen ( carbs_g ): 22,8 g')
    const english = await read('')
    expect(english).toContain('Carbs including fiber')
    expect(english).not.toContain('without fiber')
  })
  it('remembers the label that the reader chooses', async () => {
    const choose = (label: string) =>
      open('/label', {
        method: 'POST',
        headers: {
          origin: websiteUrl,
          referer: `${websiteUrl}/de${path}?amount=30&unit=g`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: `label=${label}`,
      })
    const { status, headers } = await choose('uk')
    expect([status, headers.location]).toEqual([303, `/de${path}?amount=30&unit=g#label-title`])
    expect(headers['set-cookie']).toEqual(['label=uk; Max-Age=31536000; Path=/; SameSite=Lax'])
    expect((await choose('mars')).headers['set-cookie']).toBeUndefined()
  })
  it.each([
    ['//evil.example/page?a=1', '/evil.example/page?a=1'],
    ['///evil.example', '/evil.example'],
    ['/\\\\evil.example', '/evil.example'],
    ['\\\\/evil.example', '/evil.example'],
  ])('stays on this host after a form on %s', async (address, location) => {
    for (const form of ['theme', 'label']) {
      const { status, headers } = await open(`/${form}`, {
        method: 'POST',
        headers: {
          origin: websiteUrl,
          referer: websiteUrl + address,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: '',
      })
      expect([status, headers.location?.replace('#label-title', '')]).toEqual([303, location])
    }
  })
  it('shows the same energy everywhere, and says why the US label may differ', async () => {
    const { text } = await open(path)
    expect(text).toMatch(/<dt>Energy<\/dt><dd><span[^>]*>149<\/span>/)
    expect(row((await open(path, withLabel('eu'))).text, 'label-eu', 'Energy')).toContain('149 kcal')
    expect(text).toContain('The US label rounds by FDA rules')
  })
  it('accepts household units, a decimal comma and rejects everything else', async () => {
    const cups = `${path}?amount=0,5&unit=cup`
    expect(row((await open(cups, withLabel('eu'))).text, 'label-eu', 'Fat')).toBe('Fat 3.3 g 4.0 g')
    expect((await open(cups)).text).toContain('0.5 cup (120 g)')
    const ounces = await open(`${path}?amount=2&unit=oz`, withLabel('eu'))
    expect(row(ounces.text, 'label-eu', 'Fat')).toBe('Fat 3.3 g 1.9 g')
    const invalid = ['0', '-5', 'lots', '1e3', '10001', '0.001', '1,2,3'].map(
      amount => `?amount=${encodeURIComponent(amount)}&unit=g`,
    )
    for (const search of [...invalid, '?amount=1&unit=wheelbarrow', '?amount=50&unit=cup', '?unit=cup']) {
      const { status, text } = await open(path + search)
      expect([search, status]).toEqual([search, 200])
      expect(text).toContain('Enter an amount above 0')
      expect(row(text, 'label-us', 'Total Fat')).toBe('Total Fat 8 g 10%')
    }
  })
  it('shows unknown values as unknown, never as 0', async () => {
    const [bare] = await fixture.stores.sql<{ id: number }>(
      `update foods set fat_g = null, sodium_mg = null, potassium_mg = null, calories_kcal = null
         where id = (select id from foods where fat_g > 1 and source = 'off' order by id desc limit 1) returning id`,
    )
    const { headers } = await open(`/food/${bare?.id}`)
    const { text } = await open(headers.location ?? '')
    for (const name of ['Total Fat', 'Sodium', 'Potassium']) {
      expect(row(text, 'label-us', name)).toBe(`${name} not stated`)
    }
    const inEurope = await open(headers.location ?? '', withLabel('eu'))
    for (const name of ['Energy', 'Fat', 'Salt']) {
      expect(row(inEurope.text, 'label-eu', name)).toBe(`${name} not stated not stated`)
    }
    expect(text).toContain('these values are not stated: fat.')
    expect(structuredData(text).mainEntity.additionalProperty).not.toContainEqual(
      expect.objectContaining({ propertyID: 'https://schema.org/fatContent' }),
    )
  })
})

describe('the label alone', () => {
  const labelOf = (id: number, query = '') => `/embed/label/${id}${query}`

  it('is small, has no script, names its source and may be shown in frames', async () => {
    const { status, text, headers } = await open(labelOf(milk.id))
    expect([status, row(text, 'label-us', 'Total Fat')]).toEqual([200, 'Total Fat 8 g 10%'])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'",
    )
    expect(headers['x-frame-options']).toBeUndefined()
    expect(text).not.toContain('<script')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).toContain(`Source: Open Food Facts &#183; <a href="${websiteUrl}${path}" target="_blank"`)
    expect(text.length).toBeLessThan(5_000)
    const [stylesheet = ''] = attributesOf(text, /rel="stylesheet" href="([^"]+)"/g)
    const css = (await open(stylesheet)).text
    expect(css.length).toBeLessThan(8_000)
    expect(css).not.toContain('@font-face')
    expect((await open(path)).headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('has the language, the label and the portion of its address, not those of the reader', async () => {
    const query = '?label=uk&amount=50&unit=g'
    const { text } = await open(pathIn('de', labelOf(milk.id, query)), withLabel('us'))
    expect(text).toContain('<html lang="de"')
    expect(row(text, 'label-eu', 'Fett')).toBe('Fett 3,3 g 1,7 g 2 %')
    const german = (await open(pathIn('de', labelOf(milk.id)), withLabel('us'))).text
    expect(row(german, 'label-eu', 'Fett')).toBe('Fett 3,3 g 7,9 g')
    const invalid = await open(labelOf(milk.id, '?label=x&amount=-1&unit=y'))
    expect(row(invalid.text, 'label-us', 'Total Fat')).toBe('Total Fat 8 g 10%')
  })

  it('does not exist for estimates and unknown foods', async () => {
    const [estimate] = await fixture.stores.sql<{ id: number }>(
      "select id from foods where source = 'ai_estimate' order by id limit 1",
    )
    for (const id of [estimate?.id ?? 0, 999_999_999]) {
      const { status, text } = await open(labelOf(id))
      expect([status, text.includes('<h1>No label for this food</h1>')]).toEqual([404, true])
    }
  })

  it('is offered by the page of the food, with code that can be copied', async () => {
    const { text } = await open(`${path}?amount=30&unit=g`, withLabel('eu'))
    const address = labelOf(milk.id, '?label=eu&amp;amount=30&amp;unit=g')
    expect(text).toContain(`href="${address}" rel="nofollow" data-print>`)
    const [code = ''] = attributesOf(text, /<code>(&lt;iframe.*?)<\/code>/g)
    const frame = code.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    expect(frame).toBe(
      `<iframe src="${websiteUrl}${address}" title="Nutrition label: Whole Milk" width="360" height="620" loading="lazy"></iframe>`,
    )
  })
})

describe('the verdict', () => {
  it('shows traffic lights, badges and the rank within the category', async () => {
    const { text } = await open(path)
    const lights = attributesOf(text, /<div class="light light-(low|medium|high)">/g)
    // Milk is a drink: 4.8 g of sugars would be low in other foods.
    expect(lights).toEqual(['medium', 'medium', 'medium', 'low'])
    expect(text).toContain('thresholds for drinks')
    expect(text).not.toContain('Low sugars')
    expect(text).toContain('<span class="badge badge-ok">High protein</span>')
    expect(text).toContain('Compared with other foods in <a href="/category?name=Milk">Milk</a>')
    expect(text).toMatch(/<b>Energy<\/b><span>More than in \d\d% of \d+ foods<\/span>/)
  })
  it('is in the language of the page, with its number format', async () => {
    const { text } = await open(`/de${path}`)
    expect(text).toContain('Auf einen Blick')
    expect(row(text, 'label-eu', 'davon gesättigte Fettsäuren')).toBe(
      'davon gesättigte Fettsäuren 1,9 g 4,6 g',
    )
    const us = await open(`/de${path}`, withLabel('us'))
    expect(row(us.text, 'label-us', 'Saturated Fat')).toBe('Saturated Fat 4.5 g 23%')
    expect(structuredData(text).description).toBe(
      'Whole Milk (Fernhollow Dairy). Pro 100 g: 62 kcal, 3,3 g Eiweiß, 3,3 g Fett, 4,8 g Kohlenhydrate.',
    )
    expect(structuredData(text).url).toBe(`${websiteUrl}/de${path}`)
  })
  it('is missing for AI estimates, which look different', async () => {
    const [estimate] = await fixture.stores.sql<{ id: number }>(
      `select id from foods where source = 'ai_estimate' order by id limit 1`,
    )
    const { headers } = await open(`/food/${estimate?.id}`)
    const { text } = await open(headers.location ?? '')
    expect(text).toContain('<section class="estimate"')
    expect(text).toMatch(/<b>≈ \d+<\/b> kcal/)
    for (const absent of ['class="label-us"', 'class="light ', 'class="portion', 'of daily intake'])
      expect(text).not.toContain(absent)
  })
  it('is replaced by what to do for foods without values', async () => {
    const [empty] = await fixture.stores.sql<{ id: number }>(
      `update foods set ${nutrients.map(nutrient => `${nutrient} = null`).join(', ')}
         where id = (select id from foods where category = 'Milk' and source = 'off' order by id desc limit 1) returning id`,
    )
    const { headers } = await open(`/food/${empty?.id}`)
    const { text } = await open(headers.location ?? '')
    expect(text).toContain('Nobody has entered this label yet')
    expect(text).toMatch(/<a class="btn btn-primary" href="https:\/\/world\.openfoodfacts\.org\/cgi\//)
    expect(text).toContain('Similar foods with complete data')
    for (const absent of ['class="label-us"', 'class="light ', 'class="portion'])
      expect(text).not.toContain(absent)
  })
})

describe('metadata and sitemaps', () => {
  it('describes the food as a product with its nutrients', async () => {
    const { text } = await open(path)
    const { mainEntity, breadcrumb, ...page } = structuredData(text)
    const { additionalProperty, ...product } = mainEntity
    expect(page).toMatchObject({ '@type': 'ItemPage', url: websiteUrl + path, inLanguage: 'en' })
    expect(breadcrumb.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Foods',
      'Dairy',
      'Milk',
      'Whole Milk (Fernhollow Dairy)',
    ])
    expect(product).toEqual({
      '@type': 'Product',
      '@id': `${websiteUrl}${path}#food`,
      name: 'Whole Milk',
      description:
        'Whole Milk (Fernhollow Dairy). Per 100 g: 62 kcal, 3.3 g protein, 3.3 g fat, 4.8 g carbohydrate.',
      brand: { '@type': 'Brand', name: 'Fernhollow Dairy' },
      category: 'Milk',
      image: milk.image_url,
      gtin13: '0015887170128',
    })
    expect(additionalProperty).toHaveLength(nutrients.length)
    expect(additionalProperty).toContainEqual({
      '@type': 'PropertyValue',
      propertyID: 'https://schema.org/proteinContent',
      name: 'Protein',
      value: 3.3,
      unitText: 'g/100 g',
    })
  })
  it('shows the API request and its actual response', async () => {
    const { text } = await open(path)
    expect(text).toContain(`curl</span> ${apiUrl}/food/${milk.id}<`)
    for (const language of ['curl', 'js', 'py', 'swift', 'kt'])
      expect(text).toContain(`<pre data-lang="${language}"`)
    const [, json = ''] = /<pre class="json"[^>]*><code>(.*?)<\/code>/s.exec(text) ?? []
    expect(JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(milk)
  })
  it('lists every food once in the sitemaps with its last update', async () => {
    const index = await open('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml')
    const parts = attributesOf(index.text, /<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g)
    expect(parts).toEqual(
      ['pages', 'categories', 'foods-1'].map(part => `${websiteUrl}/sitemaps/${part}.xml`),
    )
    const part = await open('/sitemaps/foods-1.xml')
    const foods = await fixture.stores.sql<{ id: number; day: string }>(
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
  it('lists categories with the day on which one of their first foods changed', async () => {
    await fixture.stores.sql(`
      update foods set updated_at = '2024-02-29' where category = 'Milk'`)
    await fixture.stores.sql(`
      update foods set updated_at = '2024-03-01' where id = (select min(id) from foods where category = 'Milk' and is_group_best)`)
    const categories = (await open('/sitemaps/categories.xml')).text
    const entry = (lang: string) =>
      new RegExp(
        `<url><loc>${websiteUrl}${lang}/category\\?name=Milk</loc><lastmod>2024-03-01</lastmod>(.*?)</url>`,
      )
    const [, alternates = ''] = entry('').exec(categories) ?? []
    expect(attributesOf(alternates, /hreflang="(\w+)"/g)).toEqual(localeNames)
    // Every language lists all of them, itself included.
    for (const locale of localeNames)
      expect(entry(pathIn(locale, '/').replace(/\/$/, '')).exec(categories)?.[1]).toBe(alternates)
    // The list of a category contains the foods of those below it.
    expect(categories).toMatch(/category\?name=Dairy<\/loc><lastmod>20/)
  })
  it('dates pages that show the catalog by its last change, and no others', async () => {
    const { text } = await open('/sitemaps/pages.xml')
    const [stats] = await fixture.stores.sql<{ day: string }>(
      `select to_char(refreshed_at at time zone 'UTC', 'YYYY-MM-DD') as day from catalog_stats`,
    )
    expect(text).toContain(`<loc>${websiteUrl}/popular</loc><lastmod>${stats?.day}</lastmod>`)
    expect(text).toContain(`<loc>${websiteUrl}/de/pricing</loc><xhtml:link `)
    // Only in English.
    expect(text).toContain(`<url><loc>${websiteUrl}/docs/data-quality</loc></url>`)
    expect(text).toContain(`<url><loc>${websiteUrl}/changelog</loc></url>`)
  })
  it.each(['/sitemaps/foods-2.xml', '/sitemaps/foods-0.xml', '/sitemaps/1.xml', '/sitemaps/x.xml'])(
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
  const idsOf = (text: string, title: string) => {
    const section = text.slice(text.indexOf(`id="${title}-title"`))
    return attributesOf(section.slice(0, section.indexOf('</section>')), /href="\/food\/(\d+)-/g).map(Number)
  }
  it('lists similar foods of the same category with complete data', async () => {
    const { text } = await open(path)
    const ids = idsOf(text, 'similar')
    expect(ids.length).toBeGreaterThan(1)
    expect(ids.length).toBeLessThanOrEqual(4)
    const alike = await fixture.stores.sql(
      `select from foods where id = any($1) and category = 'Milk' and confidence >= 0.75
         and abs(calories_kcal - 62) < 30 and source <> 'ai_estimate'`,
      [ids],
    )
    expect(alike).toHaveLength(ids.length)
    expect(text).toContain(`href="/compare?foods=${milk.id}"`)
  })
  it('lists foods of the same name for a food without a category, each group once', async () => {
    const name = 'Lentil Soup'
    const ids = (
      await fixture.stores.sql<{ id: number }>(
        `select id from foods where category is not null and category <> 'Milk' and confidence >= 0.75 and source <> 'ai_estimate'
           and is_group_best and calories_kcal is not null order by id limit 4`,
      )
    ).map(({ id }) => id)
    await fixture.stores.sql(
      `update foods set name = $2, category = null, generic_name = $3, is_group_best = id <> $4, calories_kcal = 60,
                        protein_g = 4, carbs_g = 8, fat_g = 1, saturated_fat_g = 0, sugar_g = 1, sodium_mg = 0
         where id = any($1)`,
      [ids, name, genericName(name), ids[3]],
    )
    const { text } = await open(`/food/${ids[0]}-lentil-soup`)
    expect(idsOf(text, 'similar').toSorted((a = 0, b = 0) => a - b)).toEqual([ids[1], ids[2]])
  })
  it('offers alternatives of the category that are eaten alike, with less of what the food is high in', async () => {
    const [sweet, lessSweet, watery, creamy] = (
      await fixture.stores.sql<{ id: number }>(
        `select id from foods where category = 'Milk' and source = 'off' and id <> $1 and is_group_best
           order by id limit 4`,
        [milk.id],
      )
    ).map(({ id }) => id)
    const set = (id: number | undefined, calories: number, carbs: number, fat: number) =>
      fixture.stores.sql(
        `update foods set calories_kcal = $2, carbs_g = $3, sugar_g = $3, fat_g = $4, protein_g = 4,
                          saturated_fat_g = 2, sodium_mg = 40, confidence = 0.9
           where id = $1`,
        [id, calories, carbs, fat],
      )
    await set(sweet, 280, 60, 3)
    await set(lessSweet, 180, 35, 3)
    // It has a fraction of the energy.
    await set(watery, 60, 10, 1)
    // Its energy comes from fat.
    await set(creamy, 250, 5, 24)
    const { headers } = await open(`/food/${sweet}`)
    const { text } = await open(headers.location ?? '')
    expect(idsOf(text, 'better')).toEqual([lessSweet])
  })
  it('allows photos of the known hosts and of those of the operator', async () => {
    const policyOf = async (page: string) => (await open(page)).headers['content-security-policy']
    expect(await policyOf(path)).toContain(
      ' https://*.openfoodfacts.org https://images.example https://*.images.example https://photos.test https://*.photos.test;',
    )
    expect(await policyOf('/docs')).not.toContain('photos.test')
  })
  it('credits the sources of the foods on the page, and those of the catalog elsewhere', async () => {
    const creditOn = async (page: string) => {
      const { text } = await open(page)
      const [, credit = ''] = /Food data from (.*?)\. Not medical advice/s.exec(text) ?? []
      return credit.replace(/<[^>]*>/g, '')
    }
    await fixture.stores.sql(
      `update foods set category = 'Laboratory', generic_name = null where source = 'usda'`,
    )
    const [food] = await fixture.stores.sql(`select id from foods where source = 'usda' order by id limit 1`)
    const { static_url } = (await fixture.ask(`/food/${food?.['id']}`)).json
    expect(await creditOn(static_url)).toBe('USDA FoodData Central (CC0)')
    const all = 'Open Food Facts (ODbL), USDA FoodData Central (CC0), Community (ODbL), AI estimate'
    expect(await creditOn('/docs')).toBe(all)
    expect(await creditOn('/search?q=zzqxv')).toBe(all)
    expect(await creditOn('/search?q=fernhollow+milk')).toBe('Open Food Facts (ODbL)')
  })
  it('shows the quality, the source, where to correct it, and the credit of the photo', async () => {
    const { text } = await open(path)
    expect(text).toContain(`<b class="tnum">${milk.confidence.toFixed(2)}</b> out of 1`)
    expect(text).toContain('All 10 nutrients are stated')
    expect(text).toContain('href="https://world.openfoodfacts.org/product/0015887170128"')
    expect(text).toMatch(
      /Something wrong\? <a href="https:\/\/world\.openfoodfacts\.org\/cgi\/product\.pl\?type=edit&amp;code=0015887170128">Correct it on Open Food Facts<\/a>/,
    )
    expect(text).toContain('https://creativecommons.org/licenses/by-sa/3.0/')
    expect(text).toContain('href="/search?q=Fernhollow+Dairy&amp;brand=Fernhollow+Dairy"')
  })
})
