// The food page in a browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { decodeBarcode } from '../../../src/website/barcode/barcode-decoder.client.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

const website = withWebsite({}, { withFoods: true })
const withJavaScript = { javaScriptEnabled: true }

let milk: string
beforeAll(async () => {
  milk = await pathOfFood('barcode', '0015887170128')
})

async function pathOfFood(column: 'barcode' | 'id', value: string): Promise<string> {
  const [food] = await website.stores.sql<{ id: number }>(`select id from foods where ${column} = $1`, [
    value,
  ])
  return `/food/${food?.id}`
}

const usFat = (page: Page) => textOf(page, '.label-us tr', 'Total Fat')
const euFat = (page: Page) => textOf(page, '.label-eu tr', /^Fat/)
const normalizeSpace = (text: string) => text.replace(/\s+/g, ' ').trim()
const textOf = async (page: Page, selector: string, hasText: string | RegExp) =>
  normalizeSpace(await page.locator(selector, { hasText }).innerText())

/** Labels cover the radio buttons. */
const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true })

it('works without JavaScript: portion, label, print and narrow screens', async () => {
  const page = await website.visit(milk)
  expect(await usFat(page)).toBe('Total Fat 8 g 10%')
  await page.getByLabel('Amount').fill('30')
  await page.getByLabel('Unit').selectOption('g')
  await page.getByRole('button', { name: 'Update' }).click()
  expect(page.url()).toContain('-whole-milk?amount=30&unit=g')
  expect(await usFat(page)).toBe('Total Fat 1 g 1%')
  await page.getByRole('link', { name: '100 g' }).click()
  expect(page.url()).toContain('?amount=100&unit=g')
  expect(await usFat(page)).toBe('Total Fat 3.5 g 4%')

  const columns = () => page.locator('.label-eu thead th').count()
  const isUs = () => page.locator('.label-us').isVisible()
  expect([await isUs(), await columns()]).toEqual([true, 0])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [label, expected] of [
      ['EU', [false, 2]],
      ['UK', [false, 3]],
      ['US', [true, 0]],
    ] as const) {
      await page.getByRole('button', { name: label, exact: true }).click()
      expect(page.url()).toContain('?amount=100&unit=g#label-title')
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect([await isUs(), await columns()]).toEqual(expected)
    }
  }
  await page.emulateMedia({ media: 'print' })
  expect(normalizeSpace(await page.locator('body').innerText())).toMatch(
    /^Fernhollow Dairy Whole Milk Nutrition Facts Portion size 100 g .*omits added sugars and trans fat\. Source: Open Food Facts · Larder$/,
  )
})

it('prints the label without JavaScript from a separate page', async () => {
  const page = await website.visit(milk)
  await page.getByRole('link', { name: '100 g' }).click()
  await page.getByRole('link', { name: 'Print label' }).click()
  expect(pathOf(page)).toMatch(/^\/embed\/label\/\d+/)
  expect(await usFat(page)).toBe('Total Fat 3.5 g 4%')
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})

it('shows a label in a frame of another website, and no other page', async () => {
  const label = `${website.url}${milk.replace('/food/', '/embed/label/')}?label=eu`
  const other = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<iframe name="label" src="${label}"></iframe><iframe name="page" src="${website.url}${milk}"></iframe>`,
      ),
  )
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  try {
    const page = await website.visit('/robots.txt')
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    expect(await page.frameLocator('[name=label]').locator('.label-eu').innerText()).toContain('Fat')
    await expect.poll(() => page.frame('page')?.url()).toMatch(/^chrome-error:/)
  } finally {
    other.close()
  }
})

it('adds a food to a comparison from the suggestions, with the keyboard', async () => {
  const page = await website.visit(`/compare?foods=${milk.replace('/food/', '')}`, withJavaScript)
  await page.getByRole('main').getByRole('combobox').pressSequentially('skim milk')
  const options = page.locator('#add-query-list [role=option]')
  await options.first().waitFor()
  const addresses = await options.evaluateAll(all => all.map(option => option.getAttribute('href') ?? ''))
  const index = addresses.findIndex(address => /foods=\d+,\d+$/.test(address))
  expect(index).toBeGreaterThanOrEqual(0)
  for (let presses = 0; presses <= index; presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname + url.search === addresses[index])
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Compare Whole Milk and /)
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: / has more energy: / })
      .count(),
  ).toBe(1)
})

it('updates at once with JavaScript, remembers the label, copies and shows a barcode to scan', async () => {
  const page = await website.visit(milk, {
    ...withJavaScript,
    colorScheme: 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  let loads = 0
  page.on('load', () => loads++)
  // The host of the fixture's photos does not exist.
  await page.locator('.food-photo img').waitFor({ state: 'detached' })
  expect(await page.locator('.food-photo .icon').isVisible()).toBe(true)
  await page.getByLabel('Amount').fill('2')
  expect(await usFat(page)).toBe('Total Fat 16 g 20%')
  expect(await textOf(page, '.figures > div', 'Energy')).toBe('Energy 298 kcal 15% of daily intake')
  expect(await textOf(page, '.label-us', 'Nutrition Facts')).toContain('2 cups (480 g)')
  await page.getByLabel('Unit').selectOption('g')
  expect(await page.getByLabel('Amount').inputValue()).toBe('480')
  await page.getByLabel('Amount').fill('30,5')
  expect(await usFat(page)).toBe('Total Fat 1 g 1%')
  expect(loads).toBe(0)
  await page.getByRole('button', { name: 'EU', exact: true }).click()
  expect(page.url()).toContain('?amount=30.5&unit=g')
  await page.getByLabel('Amount').fill('2.5')
  const printed = await page.getByRole('link', { name: 'Print label' }).getAttribute('href')
  expect(printed).toMatch(/&amount=2.5&unit=g$/)
  expect(await page.locator('.label-switch code').textContent()).toContain('&amp;amount=2.5&amp;unit=g"')
  await page.getByRole('link', { name: '100 g' }).click()
  expect(await euFat(page)).toBe('Fat 3.3 g 3.3 g')
  expect(page.url()).toContain('?amount=100&unit=g')
  // Invalid input changes nothing.
  await page.getByLabel('Amount').fill('-3')
  expect(await euFat(page)).toBe('Fat 3.3 g 3.3 g')

  await choose(page, 'Python')
  await page.getByRole('button', { name: 'Copy code: Request' }).click()
  await page.locator('.toast').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^import requests\n\nfood = requests\.get\("http:\S+\/food\/\d+"\)\.json\(\)$/,
  )
  expect(await barcodeOnScreen(page)).toBe('0015887170128')

  const [short] = await website.stores.sql<{ barcode: string }>(
    'select barcode from foods where length(barcode) = 8 and calories_kcal is not null order by id limit 1',
  )
  await page.goto(website.url + (await pathOfFood('barcode', short?.barcode ?? '')))
  expect(await page.locator('.label-eu').isVisible()).toBe(true)
  expect(await page.locator('.label-us').isVisible()).toBe(false)
  expect(await barcodeOnScreen(page)).toBe(short?.barcode)
})

async function barcodeOnScreen(page: Page) {
  return decodeBarcode(await toGreyscale(page, await page.locator('svg.barcode').screenshot()))
}

/** Decodes a PNG to greyscale in the browser. */
async function toGreyscale(page: Page, screenshot: Buffer) {
  const { width, height, grey } = await page.evaluate<{ width: number; height: number; grey: number[] }>(`
    (async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${screenshot.toString('base64')}'
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const grey = Array.from({ length: data.length / 4 }, (_, index) => data[4 * index])
      return { width: image.width, height: image.height, grey }
    })()`)
  return { width, height, grey: Uint8Array.from(grey) }
}

it('shows names that contain markup as text', async () => {
  const hostile = [
    `<script>window.ran = 1</script>`,
    `</script><script>window.ran = 1</script>`,
    `"><img src=x onerror="window.ran = 1">`,
    `'"--></title></textarea><svg onload="window.ran = 1">`,
    `<!--<script>window.ran = 1</script>`,
    `javascript:window.ran = 1`,
    `\u2028\u2029{{constructor.constructor('window.ran = 1')()}}`,
  ]
  const page = await website.visit('/sign-in', withJavaScript)
  const messages: string[] = []
  page.on('console', message => messages.push(message.text()))
  page.on('dialog', dialog => messages.push(dialog.message()))
  for (const text of hostile) {
    const [food] = await website.stores.sql<{ id: number }>(
      `update foods
         set name = $1, brand = $1, category = $1, serving_desc = $1, image_url = $2,
             quality_flags = jsonb_build_array(jsonb_build_object('rule', 'placeholder', 'field', 'brand', 'found', $1::text))
         where id = (select id from foods where name <> all($3) and serving_size_g > 0 order by id limit 1)
         returning id`,
      [text, text, hostile],
    )
    await page.goto(`${website.url}/food/${food?.id}`)
    expect(pathOf(page)).toMatch(/^\/food\/\d+-[a-z0-9-]+$/)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(normalizeSpace(await page.locator('h1').innerText())).toBe(normalizeSpace(text))
    expect(normalizeSpace(await page.locator('.food-head .brand').innerText())).toBe(normalizeSpace(text))
    const { mainEntity: data } = await page.evaluate<{ mainEntity: { name: string; category: string } }>(
      `JSON.parse(document.querySelector('script[type="application/ld+json"]').textContent)`,
    )
    expect([data.name, data.category]).toEqual([text, text])
    expect(await page.locator('.food-head img').count()).toBe(0)
  }
  expect(messages).toEqual([])
})

it('serves sitemaps as valid XML', async () => {
  const page = await website.visit('/robots.txt', withJavaScript)
  for (const path of [
    '/sitemap.xml',
    ...['pages', 'categories', 'foods-1'].map(part => `/sitemaps/${part}.xml`),
  ]) {
    const xml = await (await fetch(website.url + path)).text()
    const root = await page.evaluate<string>(
      `new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml').documentElement.nodeName`,
    )
    expect(root).toBe(path === '/sitemap.xml' ? 'sitemapindex' : 'urlset')
  }
})

it('shows the name of a unit in full', async () => {
  const [egg] = await website.stores.sql<{ id: number }>(
    "select id from foods where name = 'Eggs, hard-boiled'",
  )
  // The widest unit in the fonts of the page, and what the field leaves out of it.
  const hiddenWidth = (page: Page) =>
    page.evaluate<number>(`(() => {
      const select = document.querySelector('select[name=unit]')
      select.append(new Option('mittelgroße Banane (118 g)'))
      const copy = select.cloneNode(true)
      copy.style.cssText = 'position: absolute; width: max-content'
      select.parentElement.append(copy)
      const hidden = copy.offsetWidth - select.offsetWidth
      copy.remove()
      return hidden
    })()`)
  for (const path of [`/de/food/${egg?.id}`, `/de/meal?items=${egg?.id}_2_large`]) {
    const page = await website.visit(path)
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await hiddenWidth(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})
