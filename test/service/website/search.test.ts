import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

// Generous because tests share CPU cores.
const slow = { timeout: 15_000 }

const website = withWebsite({ TRUSTED_PROXIES: '127.0.0.1' }, { withFoods: true })
const withJavaScript = { javaScriptEnabled: true }

const namesOn = (page: Page) => page.locator('.food-name').allInnerTexts()
const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search foods' })
const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q')
const statusText = (page: Page) => page.getByRole('status').innerText()

/** Waits until the list contains a food with this name. */
async function waitForFood(page: Page, name: string): Promise<void> {
  await page.locator('.food-name', { hasText: name }).first().waitFor()
}

describe('live search', () => {
  it('finds a misspelt name and updates the URL', async () => {
    const page = await website.visit('/search', withJavaScript)
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    await fieldOf(page).pressSequentially('parmezan chese', { delay: 10 })
    await waitForFood(page, 'Grated Parmesan Cheese')
    await expect.poll(() => queryOf(page), slow).toBe('parmezan chese')
    await expect.poll(() => statusText(page), slow).toMatch(/^(\d+ foods?|Top 20 results)$/)
    // Fast typing is debounced.
    expect(requested.filter(url => url.includes('part=list')).length).toBeLessThan(10)
  })

  it('discards outdated responses', async () => {
    const page = await website.visit('/search', withJavaScript)
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    let isHeld = false
    await page.route('**/search?q=milk&part=list', async route => {
      isHeld = true
      await released
      await route.continue().catch(() => undefined)
    })
    await fieldOf(page).fill('milk')
    await expect.poll(() => isHeld, slow).toBe(true)
    await fieldOf(page).fill('honey')
    await waitForFood(page, 'Manuka Honey')
    release()
    await page.waitForTimeout(300)
    expect((await namesOn(page)).filter(name => /honey/i.test(name)).length).toBeGreaterThan(0)
    expect(await namesOn(page)).not.toContain('Whole Milk')
    expect(queryOf(page)).toBe('honey')
  })

  it('supports back and forward through searches and foods', async () => {
    const page = await website.visit('/search', withJavaScript)
    await fieldOf(page).fill('whole milk')
    await fieldOf(page).press('Enter')
    await waitForFood(page, 'Whole Milk')
    await fieldOf(page).fill('manuka')
    await waitForFood(page, 'Manuka Honey')
    await fieldOf(page).fill('manuka honey')
    await expect.poll(() => queryOf(page), slow).toBe('manuka honey')
    await page.goBack()
    await waitForFood(page, 'Whole Milk')
    expect([await fieldOf(page).inputValue(), queryOf(page)]).toEqual(['whole milk', 'whole milk'])
    await page.goForward()
    await waitForFood(page, 'Manuka Honey')
    await page.getByRole('link', { name: 'Manuka Honey' }).click()
    await page.waitForURL('**/food/*')
    await page.goBack()
    await waitForFood(page, 'Manuka Honey')
    expect(await fieldOf(page).inputValue()).toBe('manuka honey')
  })

  it('shows an error and retries on Enter', async () => {
    const page = await website.visit('/search', withJavaScript)
    await page.route('**/search?q=honey&part=list', route => route.abort())
    await fieldOf(page).fill('honey')
    await expect.poll(() => statusText(page), slow).toContain('Press Enter to try again')
    await page.unroute('**/search?q=honey&part=list')
    await fieldOf(page).press('Enter')
    await waitForFood(page, 'Manuka Honey')
  })

  it('keeps the layout stable', async () => {
    const page = await website.visit('/search?q=milk', withJavaScript)
    const top = async () => (await page.locator('#found').boundingBox())?.y
    const before = await top()
    await fieldOf(page).fill('zzzzqqqq')
    await expect.poll(() => statusText(page), slow).toBe('No results')
    expect(await top()).toBe(before)
  })
})

describe('keyboard navigation', () => {
  it('leads from the home page to a food', async () => {
    const page = await website.visit('/', withJavaScript)
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Tab')
      if (await fieldOf(page).evaluate(field => field === field.ownerDocument.activeElement)) break
    }
    await page.keyboard.type('peanut buter')
    await page.keyboard.press('Enter')
    // The arrow keys need the script of this page.
    await page.waitForURL('**/search?*')
    const [first = '', second = ''] = await namesOn(page)
    const focused = () => page.locator(':focus').innerText()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(first)
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(second)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/food/*')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(first)
  })

  it('clears the search with Escape', async () => {
    const page = await website.visit('/search?q=honey', withJavaScript)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect.poll(() => statusText(page), slow).toBe('Enter a search term')
    expect(await fieldOf(page).evaluate(field => field === field.ownerDocument.activeElement)).toBe(true)
    expect([await fieldOf(page).inputValue(), queryOf(page)]).toEqual(['', null])
  })
})

describe('without JavaScript', () => {
  it('finds foods with the form', async () => {
    const page = await website.visit('/')
    await fieldOf(page).fill('choclate biscits')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    expect(await namesOn(page)).toContain('Milk Chocolate Digestive Biscuits')
    expect(await fieldOf(page).inputValue()).toBe('choclate biscits')
    await page.locator('.food-name').first().click()
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
    ['zzzzqqqq', 'No results', 'Try fewer words'],
    ['4006381333931', 'No results', 'have a food with this barcode'],
    ['a', 'Enter at least 2 characters', 'scan a barcode'],
    ['', 'Enter a search term', 'scan a barcode'],
  ])('shows advice for %j', async (q, status, advice) => {
    const page = await website.visit(`/search?q=${q}`)
    expect(await statusText(page)).toBe(status)
    expect(await page.locator('#found').innerText()).toContain(advice)
  })

  it('shows unknown values as unknown', async () => {
    await website.stores.sql("update foods set calories_kcal = null where name = 'Manuka Honey'")
    const page = await website.visit('/search?q=manuka+honey')
    const energy = page.locator('.food', { hasText: 'Manuka Honey' }).locator('.food-energy')
    expect(await energy.getByTitle('not on the label').innerText()).toContain('–')
    expect(await energy.innerText()).toMatch(/^\D+100 g$/)
  })
})

it('ranks results like the API', async () => {
  for (const q of ['milk', 'choclat', 'oeufs', 'cola 330 ml', 'kase']) {
    const path = `/search?q=${encodeURIComponent(q)}`
    const { json } = await ask(website.service.apiUrl, `${path}&limit=20`)
    const { text } = await ask(website.url, path)
    const listed = [...text.matchAll(/class="food-name" href="([^"]+)"/g)].map(([, href]) => href)
    expect(listed.length).toBeGreaterThan(0)
    expect(listed).toEqual(json.map((food: { static_url: string }) => food.static_url))
  }
})

it('rate-limits searches per IP address', async () => {
  const search = (address: string, more = '') =>
    ask(website.url, `/search?q=honey${more}`, { headers: { 'x-forwarded-for': address } })
  const responses = []
  // Several at a time, so that a slow machine does not take longer than the minute.
  for (let n = 0; n < 12; n++)
    responses.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => search('203.0.113.7', '&part=list')))),
    )
  responses.push(await search('203.0.113.7'))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(120)
  const rejected = responses.at(-1)
  expect(rejected?.status).toBe(429)
  expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(rejected?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(rejected?.headers['cache-control']).toBe('no-store')
  expect(rejected?.text).toContain('more than 120 searches in a minute')
  expect((await search('203.0.113.7', '&part=list')).status).toBe(429)
  expect((await search('203.0.113.8')).status).toBe(200)
  const food = await ask(website.url, '/popular', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(food.status).toBe(200)
})
