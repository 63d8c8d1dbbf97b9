import { describe, expect, it } from 'vitest'
import { pathOf, withWebsite } from '../support/browser.ts'
import { ask } from '../support/http.ts'

// Other tests use the same cores.
const patiently = { timeout: 15_000 }

const website = withWebsite({}, { withFoods: true })
const get = (path: string, headers: Record<string, string> = {}) => ask(website.url, path, { headers })

describe('the start page', () => {
  it('shows what is there and a request that works', async () => {
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
  it('are shown by size, as a picture too', async () => {
    const page = await website.visit('/categories')
    const first = page.locator('.bars li').first()
    expect(await first.innerText()).toMatch(/Dairy\s+25/)
    expect(await first.locator('rect').getAttribute('width')).toBe('100.0')
    expect(await page.locator('.category-list li').count()).toBe(28)
  })

  it('can be filtered, with script and without', async () => {
    const page = await website.visit('/categories')
    await page.getByRole('searchbox', { name: 'Part of the name' }).fill('break')
    await page.getByRole('button', { name: 'Find' }).click()
    expect(await page.locator('.category-list li').allInnerTexts()).toEqual(['Breakfast cereals 9'])

    const live = await website.visit('/categories', { javaScriptEnabled: true })
    const list = live.locator('.category-list li')
    await live.getByRole('searchbox', { name: 'Part of the name' }).fill('CER')
    await expect.poll(() => list.allInnerTexts(), patiently).toEqual(['Breakfast cereals 9'])
    expect(await live.getByRole('status').innerText()).toBe('1 category')
    await live.getByRole('searchbox', { name: 'Part of the name' }).fill('zzz')
    await expect.poll(() => live.getByRole('status').innerText(), patiently).toBe('Nothing found')
    expect(await live.locator('#found').innerText()).toContain('search for foods')
  })

  it('of many are given page by page', async () => {
    await website.stores.sql(
      "insert into category_counts select 'Kind ' || n, 1 from generate_series(1, 400) as n",
    )
    try {
      const seen = new Set<string>()
      const page = await website.visit('/categories')
      for (;;) {
        for (const name of await page.locator('.category-list a').allInnerTexts()) seen.add(name)
        const next = page.getByRole('link', { name: 'Next' })
        if ((await next.count()) === 0) break
        await next.click()
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      }
      expect(seen.size).toBe(428)
      expect((await get('/categories')).text.length).toBeLessThan(100_000)
    } finally {
      await website.stores.sql("delete from category_counts where category like 'Kind %'")
    }
  })
})

describe('a category', () => {
  it('lists its foods, the popular ones first, page by page', async () => {
    const page = await website.visit('/category?name=Dairy')
    expect(await page.locator('.food').count()).toBe(24)
    expect(await page.locator('.food-name').first().innerText()).toBe('Whole Milk')
    expect(await page.locator('meta[name=robots]').count()).toBe(0)
    await page.getByRole('link', { name: 'Next' }).click()
    expect(await page.locator('.food').count()).toBe(1)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Previous' }).click()
    expect(page.url()).toBe(`${website.url}/category?name=Dairy`)
  })

  it.each([
    ['/category?name=Nonsense', 'No such category'],
    ['/category', 'No such category'],
    ['/category?name=Dairy&offset=2400', 'The list ends before this page'],
    ['/popular?offset=99999999', 'The list ends before this page'],
  ])('%s is not there, and says what to do', async (path, text) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain(text)
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
  })

  it('with signs in its name is found', async () => {
    const name = 'Nuts & <Seeds> "50 %"'
    await website.stores.sql('insert into category_counts values ($1, 7)', [name])
    const { text } = await get('/categories?find=seeds')
    const [, href = ''] = /class="category-list"><li><a href="([^"]+)"/.exec(text) ?? []
    expect(new URL(href.replaceAll('&amp;', '&'), website.url).searchParams.get('name')).toBe(name)
    expect(text).not.toContain('<Seeds>')
    await website.stores.sql('delete from category_counts where category = $1', [name])
  })
})

it('popular foods are given page by page', async () => {
  const page = await website.visit('/popular')
  const first = await page.locator('.food-name').allInnerTexts()
  expect(first).toHaveLength(24)
  await page.getByRole('link', { name: 'Next' }).click()
  const second = await page.locator('.food-name').allInnerTexts()
  expect(new Set([...first, ...second]).size).toBe(48)
})

describe('barcodes', () => {
  it.each(['0015887170128', '015887170128', '15887170128', '0-015887-170128'])(
    '%s leads to its food',
    async code => {
      const { status, headers } = await get(`/barcode/${code}`)
      expect(status).toBe(302)
      expect(headers.location).toMatch(/^\/food\/\d+-whole-milk$/)
    },
  )

  it.each([
    ['/barcode/4006381333931', 'Not on our shelves yet', 'can add it at'],
    ['/barcode/4006381333930', 'Not on our shelves yet', 'probably misread'],
    ['/barcode/banana', 'That is no barcode', '8 to 14 digits'],
    ['/barcode/%00', 'That is no barcode', '8 to 14 digits'],
    ['/barcode?code=123456789012345', 'That is no barcode', '8 to 14 digits'],
  ])('%s is told with advice', async (path, title, advice) => {
    const { status, text } = await get(path)
    expect(status).toBe(404)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(advice)
  })

  it('can be typed where there is no camera', async () => {
    const page = await website.visit('/scan')
    expect(await page.getByRole('button', { name: 'Use the camera' }).isVisible()).toBe(false)
    await page.getByLabel('The digits below the bars').fill('0015887170128')
    await page.getByRole('button', { name: 'Look it up' }).click()
    expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
    await page.goto(`${website.url}/barcode`)
    expect(pathOf(page)).toBe('/scan')
  })
})

describe('every page', () => {
  const paths = ['/', '/categories', '/category?name=Dairy', '/popular', '/scan']

  it.each(paths)('%s can be kept by caches, and is not sent twice', async path => {
    const { status, headers, text } = await get(path, {
      cookie: '__Host-larder=nobody; __Host-larder-notice=signed-out',
    })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=3600, stale-while-revalidate=86400')
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toContain('You are signed out')
    expect(text).toContain(`<link rel="canonical" href="${website.url}${path}"/>`)
    const again = await get(path, { 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await ask(website.url, path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag])
  })

  it.each([...paths, '/search?q=milk', '/search?q=zzzz', '/barcode/1'])(
    '%s fits a narrow phone, with targets for thumbs',
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
