import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

const website = withWebsite({ TRUSTED_PROXIES: '127.0.0.1' }, { withFoods: true })
const get = (path: string) => ask(website.url, path)

const namesOn = (page: Page) => page.locator('.food-name').allInnerTexts()
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search foods' })

describe('suggestions', () => {
  it('are those of the API, then the search itself', async () => {
    for (const q of ['c', 'chees', 'choclat']) {
      const { text, headers } = await get(`/search?q=${q}&part=suggestions`)
      expect(headers['cache-control']).toBe('private, max-age=60')
      const { json } = await ask(website.service.apiUrl, `/suggest?q=${q}`)
      const names = [...text.matchAll(/<b>([^<]+)</g)].map(([, name = '']) => name.replaceAll('&amp;', '&'))
      const texts = json.map((suggestion: { text: string }) => suggestion.text)
      expect(names).toEqual([...texts, `Search for “${q}”`])
      expect(texts.length).toBeGreaterThan(3)
    }
    const { text } = await get('/search?q=cheddar&part=suggestions')
    expect(text).toMatch(/href="\/food\/\d+-cheese-cheddar"/)
    expect(text).not.toContain('<img')
    const withPhotos = await get('/search?q=whole+milk&part=suggestions&photos=1')
    expect(withPhotos.text).toContain('<img src="https://images.example/')
  })

  it('link to the pages of their language, and escape the query', async () => {
    const { text } = await get('/de/search?q=%22%3Cb%3Emilch&part=suggestions')
    expect(text).toMatch(/ href="\/de\/food\//)
    expect(text).toContain('href="/de/search?q=%22%3Cb%3Emilch"')
    expect(text).not.toContain('<b>milch')
  })

  it('are empty for an empty field', async () => {
    const { status, text } = await get('/search?q=+&part=suggestions')
    expect([status, text]).toEqual([200, ''])
  })

  it('open with the keyboard on any page, and remember searches', async () => {
    const page = await website.visit('/search?q=parmezan+chese', { javaScriptEnabled: true })
    await page.goto(`${website.url}/docs`)
    await page.keyboard.press('/')
    const options = page.locator('#q-list').getByRole('option')
    await options.filter({ hasText: 'parmezan chese' }).waitFor()
    await page.keyboard.type('manuk')
    await options.filter({ hasText: 'Manuka Honey' }).waitFor()
    expect(await fieldOf(page).getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await options.count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await fieldOf(page).getAttribute('aria-activedescendant')).toBe('q-list-0')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/food/*-manuka-honey')
    await page.keyboard.press('Control+k')
    await options.filter({ hasText: 'Clear recent searches' }).click()
    await page.keyboard.press('ArrowDown')
    expect(await options.count()).toBe(0)
  })
})

describe('without JavaScript', () => {
  it('finds foods with the form', async () => {
    const page = await website.visit('/')
    await fieldOf(page).fill('choclate biscits')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    expect(await namesOn(page)).toContain('Milk Chocolate Digestive Biscuits')
    expect(await fieldOf(page).inputValue()).toBe('choclate biscits')
    await page.locator('.food-name a').first().click()
    expect(pathOf(page)).toMatch(/^\/food\/\d+-/)
  })

  it.each(['0015887170128', '15887170128', ' 0 015887 170128 '])(
    'redirects barcode %j to its food',
    async q => {
      const page = await website.visit(`/search?q=${encodeURIComponent(q)}`)
      expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
    },
  )

  it.each([
    ['zzzzqqqq', 'No results for “zzzzqqqq”', 'use fewer words'],
    ['4006381333931', 'No results for “4006381333931”', 'No food has this barcode'],
    ['a', 'Enter at least 2 characters', 'class="food-card"'],
    ['', 'Popular foods', 'href="/category?name=Dairy"'],
  ])('shows advice for %j', async (q, heading, advice) => {
    const { text } = await get(`/search?q=${q}`)
    expect(text).toContain(heading)
    expect(text).toContain(advice)
  })

  it('shows unknown values as unknown', async () => {
    await website.stores.sql("update foods set calories_kcal = null where name = 'Manuka Honey'")
    const { text } = await get('/search?q=manuka+honey')
    expect(text).toMatch(/Manuka Honey<.*?class="food-kcal"><span class="unknown">not stated</)
  })
})

it('ranks results like the API', async () => {
  for (const q of ['milk', 'choclat', 'oeufs', 'cola 330 ml', 'kase']) {
    const path = `/search?q=${encodeURIComponent(q)}`
    const { json } = await ask(website.service.apiUrl, `${path}&limit=20`)
    const { text } = await ask(website.url, path)
    const listed = [...text.matchAll(/class="food-name"><a href="([^"?]+)/g)].map(([, path]) => path)
    expect(listed.length).toBeGreaterThan(0)
    expect(listed).toEqual(json.map((food: { static_url: string }) => food.static_url))
  }
})

it('lists the foods of a comparison first, each once', async () => {
  const first = async (q: string) => {
    const { json } = await ask(website.service.apiUrl, `/search?q=${encodeURIComponent(q)}&limit=1`)
    return json[0].static_url
  }
  const listed = async (more: string) => {
    const { text } = await get(`/search?q=whole+milk+or+cheddar${more}`)
    return [...text.matchAll(/class="food-name"><a href="([^"?]+)/g)].map(([, path]) => path)
  }
  const compared = [await first('whole milk'), await first('cheddar')]
  const found = await listed('')
  expect(found.slice(0, 2)).toEqual(compared)
  expect(new Set(found).size).toBe(found.length)
  expect((await listed('&sort=-protein_g')).slice(0, 2)).not.toEqual(compared)
})

it('rate-limits searches per IP address, and suggestions apart from them', async () => {
  const search = (address: string, more = '') =>
    ask(website.url, `/search?q=honey${more}`, { headers: { 'x-forwarded-for': address } })
  const responses = []
  // Three at a time: fewer take longer than the minute on a slow machine, more wait there until they are rejected.
  for (let n = 0; n < 40; n++)
    responses.push(...(await Promise.all(Array.from({ length: 3 }, () => search('203.0.113.7')))))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(120)
  const rejected = await search('203.0.113.7')
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(rejected.headers['cache-control']).toBe('no-store')
  expect(rejected.text).toContain('more than 120 searches in a minute')
  expect((await search('203.0.113.7', '&part=suggestions')).status).toBe(200)
  expect((await search('203.0.113.8')).status).toBe(200)
})
