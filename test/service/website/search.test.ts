import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

// Other tests use the same cores.
const patiently = { timeout: 15_000 }

const website = withWebsite({ TRUSTED_PROXIES: '127.0.0.1' }, { withFoods: true })
const withScript = { javaScriptEnabled: true }

const namesOn = (page: Page) => page.locator('.food-name').allInnerTexts()
const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search foods' })
const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q')
const told = (page: Page) => page.getByRole('status').innerText()

/** Until the list holds a food of this name. */
async function waitFor(page: Page, name: string): Promise<void> {
  await page.locator('.food-name', { hasText: name }).first().waitFor()
}

describe('while one types', () => {
  it('a misspelt name finds the food, and the address follows', async () => {
    const page = await website.visit('/search', withScript)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await fieldOf(page).pressSequentially('parmezan chese', { delay: 10 })
    await waitFor(page, 'Grated Parmesan Cheese')
    await expect.poll(() => queryOf(page), patiently).toBe('parmezan chese')
    await expect.poll(() => told(page), patiently).toMatch(/^(\d+ foods?|The 20 best matches)$/)
    // Fast typing asks once, not for each letter.
    expect(asked.filter(url => url.includes('part=list')).length).toBeLessThan(10)
  })

  it('an answer that comes late never takes the place of a newer one', async () => {
    const page = await website.visit('/search', withScript)
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
    await expect.poll(() => isHeld, patiently).toBe(true)
    await fieldOf(page).fill('honey')
    await waitFor(page, 'Manuka Honey')
    release()
    await page.waitForTimeout(300)
    expect((await namesOn(page)).filter(name => /honey/i.test(name)).length).toBeGreaterThan(0)
    expect(await namesOn(page)).not.toContain('Whole Milk')
    expect(queryOf(page)).toBe('honey')
  })

  it('back leads through what was searched for, and from a food to the list', async () => {
    const page = await website.visit('/search', withScript)
    await fieldOf(page).fill('whole milk')
    await fieldOf(page).press('Enter')
    await waitFor(page, 'Whole Milk')
    await fieldOf(page).fill('manuka')
    await waitFor(page, 'Manuka Honey')
    await fieldOf(page).fill('manuka honey')
    await expect.poll(() => queryOf(page), patiently).toBe('manuka honey')
    await page.goBack()
    await waitFor(page, 'Whole Milk')
    expect([await fieldOf(page).inputValue(), queryOf(page)]).toEqual(['whole milk', 'whole milk'])
    await page.goForward()
    await waitFor(page, 'Manuka Honey')
    await page.getByRole('link', { name: 'Manuka Honey' }).click()
    await page.waitForURL('**/food/*')
    await page.goBack()
    await waitFor(page, 'Manuka Honey')
    expect(await fieldOf(page).inputValue()).toBe('manuka honey')
  })

  it('trouble is told, and Enter tries again', async () => {
    const page = await website.visit('/search', withScript)
    await page.route('**/search?q=honey&part=list', route => route.abort())
    await fieldOf(page).fill('honey')
    await expect.poll(() => told(page), patiently).toContain('Press Enter to try again')
    await page.unroute('**/search?q=honey&part=list')
    await fieldOf(page).press('Enter')
    await waitFor(page, 'Manuka Honey')
  })

  it('the page does not jump', async () => {
    const page = await website.visit('/search?q=milk', withScript)
    const top = async () => (await page.locator('#found').boundingBox())?.y
    const before = await top()
    await fieldOf(page).fill('zzzzqqqq')
    await expect.poll(() => told(page), patiently).toBe('Nothing found')
    expect(await top()).toBe(before)
  })
})

describe('by keyboard alone', () => {
  it('from the start page to a food', async () => {
    const page = await website.visit('/', withScript)
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Tab')
      if (await fieldOf(page).evaluate(field => field === field.ownerDocument.activeElement)) break
    }
    await page.keyboard.type('peanut buter')
    await page.keyboard.press('Enter')
    // With its script, which the arrows need.
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

  it('Escape clears, from the list too', async () => {
    const page = await website.visit('/search?q=honey', withScript)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect.poll(() => told(page), patiently).toBe('Type what you look for')
    expect(await fieldOf(page).evaluate(field => field === field.ownerDocument.activeElement)).toBe(true)
    expect([await fieldOf(page).inputValue(), queryOf(page)]).toEqual(['', null])
  })
})

describe('without script', () => {
  it('the form finds foods', async () => {
    const page = await website.visit('/')
    await fieldOf(page).fill('choclate biscits')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    expect(await namesOn(page)).toContain('Milk Chocolate Digestive Biscuits')
    expect(await fieldOf(page).inputValue()).toBe('choclate biscits')
    await page.locator('.food-name').first().click()
    expect(pathOf(page)).toMatch(/^\/food\/\d+-/)
  })

  it.each(['0015887170128', '15887170128', ' 0 015887 170128 '])(
    'the barcode %j leads to its food',
    async q => {
      const page = await website.visit(`/search?q=${encodeURIComponent(q)}`)
      expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
    },
  )

  it.each([
    ['zzzzqqqq', 'Nothing found', 'Try fewer words'],
    ['4006381333931', 'Nothing found', 'No food has this barcode'],
    ['a', 'Type one more letter', 'scan a barcode'],
    ['', 'Type what you look for', 'scan a barcode'],
  ])('%j is answered with advice', async (q, status, advice) => {
    const page = await website.visit(`/search?q=${q}`)
    expect(await told(page)).toBe(status)
    expect(await page.locator('#found').innerText()).toContain(advice)
  })

  it('what is unknown is shown as unknown', async () => {
    await website.stores.sql("update foods set calories_kcal = null where name = 'Manuka Honey'")
    const page = await website.visit('/search?q=manuka+honey')
    const figure = page.locator('.food', { hasText: 'Manuka Honey' }).locator('.food-energy')
    expect(await figure.getByTitle('not on the label').innerText()).toContain('–')
    expect(await figure.innerText()).toMatch(/^\D+100 g$/)
  })
})

it('the ranking is that of the API', async () => {
  for (const q of ['milk', 'choclat', 'oeufs', 'cola 330 ml', 'kase']) {
    const path = `/search?q=${encodeURIComponent(q)}`
    const { json } = await ask(website.service.apiUrl, `${path}&limit=20`)
    const { text } = await ask(website.url, path)
    const listed = [...text.matchAll(/class="food-name" href="([^"]+)"/g)].map(([, href]) => href)
    expect(listed.length).toBeGreaterThan(0)
    expect(listed).toEqual(json.map((food: { static_url: string }) => food.static_url))
  }
})

it('too many searches from one address are answered with when to go on', async () => {
  const search = (address: string, more = '') =>
    ask(website.url, `/search?q=honey${more}`, { headers: { 'x-forwarded-for': address } })
  const answers = []
  for (let n = 0; n < 121; n++) answers.push(await search('203.0.113.7'))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
  const refused = answers.at(-1)
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(refused?.headers['cache-control']).toBe('no-store')
  expect(refused?.text).toContain('more than 120 searches in a minute')
  expect((await search('203.0.113.7', '&part=list')).status).toBe(429)
  expect((await search('203.0.113.8')).status).toBe(200)
  const food = await ask(website.url, '/popular', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(food.status).toBe(200)
})
