import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

// Generous because tests share CPU cores.
const slow = { timeout: 15_000 }

const website = withWebsite({}, { withFoods: true })
const get = (path: string, headers: Record<string, string> = {}) => ask(website.url, path, { headers })

describe('the home page', () => {
  it('shows popular foods, categories and a working API request', async () => {
    const page = await website.visit('/')
    expect(await page.locator('.lead').innerText()).toContain('300 foods')
    expect(await page.locator('.food').count()).toBe(6)
    const command = await page.locator('pre').innerText()
    const [, path = ''] = /^curl "http:\/\/localhost:\d+(\/[^"]+)"$/.exec(command) ?? []
    const { status, json } = await ask(website.service.apiUrl, path)
    expect([status, json.length]).toEqual([200, 3])
    await page.getByRole('link', { name: 'Dairy' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dairy')
  })
})

describe('categories', () => {
  it('are listed as a tree, largest first, with bars', async () => {
    const page = await website.visit('/categories')
    const branches = page.locator('.category-branch')
    expect(await branches.first().getByRole('heading').innerText()).toMatch(/^Dairy\s+52$/)
    expect(await branches.first().locator('rect').getAttribute('width')).toBe('100.0')
    const children = branches.first().locator('.category-list li')
    expect(await children.allInnerTexts()).toEqual([
      'Milk 20',
      'Cheeses 17',
      'Yogurts 8',
      'Butter 2',
      'Milk drinks 2',
      'Quark and fromage frais 2',
      'Cream 1',
    ])
    await children.getByRole('link', { name: 'Cheeses' }).click()
    expect(pathOf(page)).toBe('/category')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Cheeses')
  })

  it('can be filtered with and without JavaScript', async () => {
    const page = await website.visit('/categories')
    await page.getByRole('searchbox', { name: 'Filter categories' }).fill('parm')
    await page.getByRole('button', { name: 'Filter' }).click()
    const parmesan = ['Parmesan and hard cheeses 4, in Dairy › Cheeses']
    expect(await page.locator('.category-list li').allInnerTexts()).toEqual(parmesan)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')

    const live = await website.visit('/categories', { javaScriptEnabled: true })
    const list = live.locator('.category-list li')
    await live.getByRole('searchbox', { name: 'Filter categories' }).fill('HARD CH')
    await expect.poll(() => list.allInnerTexts(), slow).toEqual(parmesan)
    expect(await live.getByRole('status').innerText()).toBe('1 category')
    await live.getByRole('searchbox', { name: 'Filter categories' }).fill('zzz')
    await expect.poll(() => live.getByRole('status').innerText(), slow).toBe('No results')
    expect(await live.locator('#found').innerText()).toContain('food search')
  })

  it('of earlier imports are listed last', async () => {
    await website.stores.sql(
      "insert into category_counts select 'Kind ' || n, 1000 from generate_series(1, 400) as n",
    )
    await website.stores.sql('update catalog_stats set refreshed_at = now()')
    const listed = async () => (await get('/categories')).text
    await expect.poll(listed, { timeout: 10_000 }).toContain('Other categories')
    try {
      const page = await website.visit('/categories')
      const last = page.locator('.category-branch').last()
      expect(await last.getByRole('heading').innerText()).toBe('Other categories')
      expect(await last.getByRole('listitem').count()).toBe(150)
      expect((await get('/categories')).text.length).toBeLessThan(100_000)
    } finally {
      await website.stores.sql("delete from category_counts where category like 'Kind %'")
      await website.stores.sql('update catalog_stats set refreshed_at = now()')
      await expect.poll(listed, { timeout: 10_000 }).not.toContain('Other categories')
    }
  })
})

describe('a category', () => {
  it('lists its foods and those of its child categories by popularity with pagination', async () => {
    const page = await website.visit('/category?name=Dairy')
    expect(await page.locator('.food').count()).toBe(24)
    expect(await page.locator('.food-name').first().innerText()).toBe('Whole Milk')
    expect(await page.locator('meta[name=robots]').count()).toBe(0)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByRole('link', { name: 'Next' }).click()
    expect(await page.locator('.food').count()).toBe(4)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.getByRole('link', { name: 'Previous' }).click()
    expect(page.url()).toBe(`${website.url}/category?name=Dairy`)
  })

  it('links to its parents and children', async () => {
    const page = await website.visit('/category?name=Cheeses')
    const parents = page.getByRole('navigation', { name: 'Parent categories' })
    expect(await parents.getByRole('link').allInnerTexts()).toEqual(['Categories', 'Dairy'])
    const children = page.getByRole('navigation', { name: 'Categories in Cheeses' })
    expect(await children.getByRole('link').first().innerText()).toBe('Cheddar 5')
    await children.getByRole('link', { name: 'Cheddar' }).click()
    expect(await page.locator('.food').count()).toBe(5)
    expect(await parents.getByRole('link').allInnerTexts()).toEqual(['Categories', 'Dairy', 'Cheeses'])
    expect(await page.getByRole('navigation', { name: 'Categories in Cheddar' }).count()).toBe(0)
    await parents.getByRole('link', { name: 'Dairy' }).click()
    expect(page.url()).toBe(`${website.url}/category?name=Dairy`)
  })

  it.each([
    ['/category?name=Nonsense', 'Category not found'],
    ['/category', 'Category not found'],
    ['/category?name=Dairy&offset=2400', 'No more results'],
    ['/popular?offset=99999999', 'No more results'],
  ])('returns 404 for %s', async (path, text) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.text).toContain(text)
    expect(response.headers['cache-control']).toBe('public, max-age=60')
  })

  it('supports special characters in its name', async () => {
    const name = 'Nuts & <Seeds> "50 %"'
    await website.stores.sql('insert into category_counts values ($1, 7)', [name])
    const { text } = await get('/categories?find=seeds')
    const [, href = ''] = /class="category-list"><li><a href="([^"]+)"/.exec(text) ?? []
    expect(new URL(href.replaceAll('&amp;', '&'), website.url).searchParams.get('name')).toBe(name)
    expect(text).not.toContain('<Seeds>')
    await website.stores.sql('delete from category_counts where category = $1', [name])
  })
})

it('paginates popular foods', async () => {
  const page = await website.visit('/popular')
  const first = await page.locator('.food-name').allInnerTexts()
  expect(first).toHaveLength(24)
  await page.getByRole('link', { name: 'Next' }).click()
  const second = await page.locator('.food-name').allInnerTexts()
  expect(new Set([...first, ...second]).size).toBe(48)
})

describe('barcodes', () => {
  it.each(['0015887170128', '015887170128', '15887170128', '0-015887-170128'])(
    'redirects %s to its food',
    async code => {
      const { status, headers } = await get(`/barcode/${code}`)
      expect(status).toBe(302)
      expect(headers.location).toMatch(/^\/food\/\d+-whole-milk$/)
    },
  )

  it.each([
    ['/barcode/4006381333931', 'Barcode not found', 'can add it at'],
    ['/barcode/4006381333930', 'Barcode not found', 'probably misread'],
    ['/barcode/01234543', 'Barcode not found', '/product/0012340000053'],
    ['/barcode/banana', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode/hello1world', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode/12', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode/%00', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode?code=123456789012345', 'Invalid barcode', '8, 12, 13 or 14 digits'],
  ])('shows an error page with advice for %s', async (path, title, advice) => {
    const { status, text } = await get(path)
    expect(status).toBe(404)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(advice)
  })

  it('can be entered without a camera', async () => {
    const page = await website.visit('/scan')
    expect(await page.getByRole('button', { name: 'Start camera' }).isVisible()).toBe(false)
    await page.getByLabel('Barcode number').fill('0015887170128')
    await page.getByRole('button', { name: 'Look up' }).click()
    expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
    await page.goto(`${website.url}/barcode`)
    expect(pathOf(page)).toBe('/scan')
  })
})

describe('every page', () => {
  const paths = ['/', '/categories', '/category?name=Dairy', '/popular', '/scan']

  it.each(paths)('%s is cacheable and supports conditional requests', async path => {
    const { status, headers, text } = await get(path, {
      cookie: '__Host-larder=nobody; __Host-larder-notice=signed-out',
    })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=3600, stale-while-revalidate=86400')
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toContain('You have signed out')
    expect(text).toContain(`<link rel="canonical" href="${website.url}${path}"/>`)
    const again = await get(path, { 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await ask(website.url, path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag])
  })

  it.each([...paths, '/search?q=milk', '/search?q=zzzz', '/barcode/1'])(
    '%s fits a narrow phone with touch-sized targets',
    async path => {
      const page = await website.visit(path, { viewport: { width: 320, height: 640 } })
      const { scrollWidth, clientWidth } = await page.locator('html').evaluate(html => ({
        scrollWidth: Reflect.get(html, 'scrollWidth'),
        clientWidth: Reflect.get(html, 'clientWidth'),
      }))
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      for (const target of await page.locator('button:visible, input:visible, .main-nav a, .chips a').all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
    },
  )
})
