// The food page in a browser.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
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

const usFat = (page: Page) => page.locator('.us-label tr', { hasText: 'Total Fat' }).innerText()
const euFat = (page: Page) => page.locator('.eu-label tr', { hasText: /^Fat/ }).innerText()
const normalizeSpace = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('the portion', () => {
  it('is submitted with a form without JavaScript', async () => {
    const page = await website.visit(milk)
    expect(normalizeSpace(await usFat(page))).toBe('Total Fat 8 g 10%')
    await page.getByLabel('Grams', { exact: true }).fill('30')
    await page.getByRole('button', { name: 'Recalculate' }).click()
    expect(page.url()).toContain('-whole-milk?grams=30')
    expect(normalizeSpace(await usFat(page))).toBe('Total Fat 1 g 1%')
    await page.getByRole('link', { name: '2 servings' }).click()
    expect(page.url()).toContain('?grams=480')
    expect(normalizeSpace(await usFat(page))).toBe('Total Fat 16 g 20%')
  })
  it('updates both labels and the chart immediately with JavaScript', async () => {
    const page = await website.visit(milk, withJavaScript)
    let loads = 0
    page.on('load', () => loads++)
    await page.getByLabel('Grams', { exact: true }).fill('30')
    expect(normalizeSpace(await usFat(page))).toBe('Total Fat 1 g 1%')
    expect(await page.getByLabel('Servings', { exact: true }).inputValue()).toBe('0.13')
    await page.getByLabel('Servings', { exact: true }).fill('2')
    expect(await page.getByLabel('Grams', { exact: true }).inputValue()).toBe('480')
    expect(normalizeSpace(await usFat(page))).toBe('Total Fat 16 g 20%')
    expect(await page.locator('.donut-chart').textContent()).toContain('298')
    expect(normalizeSpace(await page.locator('.energy tr', { hasText: 'Fat' }).innerText())).toMatch(
      /143 kcal$/,
    )
    await page.getByLabel('EU', { exact: true }).check()
    expect(normalizeSpace(await euFat(page))).toBe('Fat 3.3 g 16 g')
    await page.getByRole('link', { name: '100 g' }).click()
    expect(normalizeSpace(await euFat(page))).toBe('Fat 3.3 g 3.3 g')
    expect(page.url()).toContain('?grams=100')
    // Invalid input changes nothing.
    await page.getByLabel('Grams', { exact: true }).fill('-3')
    expect(normalizeSpace(await euFat(page))).toBe('Fat 3.3 g 3.3 g')
    expect(loads).toBe(0)
  })
})

describe('the label', () => {
  it('can be switched without JavaScript and is remembered with it', async () => {
    const plain = await website.visit(milk)
    const [us, eu] = [plain.locator('.us-label'), plain.locator('.eu-label')]
    expect([await us.isVisible(), await eu.isVisible()]).toEqual([true, false])
    await plain.getByLabel('EU', { exact: true }).check()
    expect([await us.isVisible(), await eu.isVisible()]).toEqual([false, true])

    const page = await website.visit(milk, withJavaScript)
    await page.getByLabel('EU', { exact: true }).check()
    await page.goto(website.url + (await pathOfFood('id', '1')))
    expect(await page.locator('.eu-label').isVisible()).toBe(true)
    expect(await page.locator('.us-label').isVisible()).toBe(false)
  })
  it('is the only printed part of the page', async () => {
    const page = await website.visit(milk)
    await page.emulateMedia({ media: 'print' })
    const shown = await page.locator('body').innerText()
    expect(normalizeSpace(shown)).toMatch(/^Whole Milk Nutrition Facts .*omits added sugars and trans fat\.$/)
    for (const hidden of ['header.top', 'footer', '.food-head', '.food-rest', '.portion', '.eu-label']) {
      expect(await page.locator(hidden).isVisible()).toBe(false)
    }
  })
})

describe('the barcode', () => {
  it.each(['0015887170128', 'an EAN-8'])('%s can be scanned from the screen', async kind => {
    const [short] = await website.stores.sql<{ barcode: string }>(
      'select barcode from foods where length(barcode) = 8 order by id limit 1',
    )
    const code = kind === 'an EAN-8' ? (short?.barcode ?? '') : kind
    const page = await website.visit(await pathOfFood('barcode', code), {
      ...withJavaScript,
      colorScheme: 'dark',
    })
    const screenshot = await page.locator('svg.barcode').screenshot()
    expect(decodeBarcode(await toGreyscale(page, screenshot))).toBe(code)
  })
})

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

describe('with JavaScript', () => {
  it('copies the API request', async () => {
    const page = await website.visit(milk, {
      ...withJavaScript,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl http:\/\/\S+\/food\/\d+$/)
  })
  it('shows a placeholder if the image fails to load', async () => {
    const page = await website.visit(milk, withJavaScript)
    await page.locator('.food-photo img').waitFor({ state: 'detached' })
    expect(await page.locator('.food-photo svg').isVisible()).toBe(true)
  })
})

describe('names that contain markup', () => {
  const hostile = [
    `<script>window.ran = 1</script>`,
    `</script><script>window.ran = 1</script>`,
    `"><img src=x onerror="window.ran = 1">`,
    `'"--></title></textarea><svg onload="window.ran = 1">`,
    `<!--<script>window.ran = 1</script>`,
    `javascript:window.ran = 1`,
    `\u2028\u2029{{constructor.constructor('window.ran = 1')()}}`,
  ]
  it.each(hostile)('shows %j as text', async text => {
    const { stores } = website
    const [food] = await stores.sql<{ id: number }>(
      `update foods
         set name = $1, brand = $1, category = $1, serving_desc = $1, image_url = $2,
             quality_flags = jsonb_build_array(jsonb_build_object('rule', 'placeholder', 'field', 'brand', 'found', $1::text))
         where id = (select id from foods where name <> all($3) and serving_size_g > 0 order by id limit 1)
         returning id`,
      [text, text, hostile],
    )
    const page = await website.visit('/sign-in', withJavaScript)
    const messages: string[] = []
    page.on('console', message => messages.push(message.text()))
    page.on('dialog', dialog => messages.push(dialog.message()))
    await page.goto(`${website.url}/food/${food?.id}`)
    expect(pathOf(page)).toMatch(/^\/food\/\d+-[a-z0-9-]+$/)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(messages).toEqual([])
    expect(normalizeSpace(await page.locator('h1').innerText())).toBe(normalizeSpace(text))
    expect(normalizeSpace(await page.locator('.food-maker').innerText())).toBe(normalizeSpace(text))
    const data = await page.evaluate<{ name: string; category: string }>(
      `JSON.parse(document.querySelector('script[type="application/ld+json"]').textContent)`,
    )
    expect([data.name, data.category]).toEqual([text, text])
    expect(await page.locator('.food-photo img').count()).toBe(0)
  })
})

it('serves sitemaps as valid XML', async () => {
  const page = await website.visit('/robots.txt', withJavaScript)
  for (const path of ['/sitemap.xml', '/sitemaps/1.xml']) {
    const xml = await (await fetch(website.url + path)).text()
    const root = await page.evaluate<string>(
      `new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml').documentElement.nodeName`,
    )
    expect(root).toBe(path === '/sitemap.xml' ? 'sitemapindex' : 'urlset')
  }
})

it.each([320, 1280])('fits a viewport of %i pixels', async width => {
  const page = await website.visit(milk, { viewport: { width, height: 800 } })
  for (const label of ['US', 'EU']) {
    await page.getByLabel(label, { exact: true }).check()
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(scrollWidth).toBeLessThanOrEqual(width)
  }
})
