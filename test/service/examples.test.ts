// The examples that are more than a sample of the guides, against a service with the demo foods.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { bundle, withBrowserApps } from '../support/browser-app.ts'
import { withDemoService } from '../support/demo-service.ts'

const demo = withDemoService()
const apps = withBrowserApps()

const readExample = (file: string) => readFileSync(`examples/${file}`, 'utf8')
const withLocalUrls = (text: string) =>
  text
    .replaceAll('http://localhost:8080', demo.service.apiUrl)
    .replaceAll('http://localhost:8081', demo.service.websiteUrl)

describe('the diary', () => {
  async function openDiary() {
    const page = await apps.open({
      html: readExample('diary/index.html').replace('/diary.ts', '/diary.js'),
      files: {
        '/diary.js': withLocalUrls(await bundle('examples/diary/diary.ts')),
        '/service-worker.js': readExample('diary/public/service-worker.js'),
        '/style.css': readExample('diary/style.css'),
      },
    })
    return { page, entries: page.locator('#entries li'), message: page.getByRole('status').last() }
  }

  it('adds foods by search and by barcode, in portions, and totals the day', async () => {
    const { page, entries } = await openDiary()
    await page.getByLabel('Search foods').fill('whole milk')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: 'Milk, whole' }).first().click()
    await page.getByLabel('Grams').fill('250')
    await page.getByRole('button', { name: 'Add to the diary' }).click()
    await page.getByLabel('Barcode').fill('51500255162')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('button', { name: 'Add to the diary' }).click()
    await expect.poll(() => entries.count()).toBe(2)
    const [milk] = (await demo.ask('/search?q=whole%20milk')).json
    const spread = (await demo.ask('/barcode/0051500255162')).json
    const energy = Math.round(milk.calories_kcal * 2.5 + (spread.calories_kcal * spread.serving_size_g) / 100)
    expect(await page.locator('#totals tr').first().textContent()).toBe(`Energy${energy} kcal`)
    await page.reload()
    expect(await entries.count()).toBe(2)
    await page.getByRole('button', { name: 'Remove Milk, whole' }).first().click()
    expect(await entries.count()).toBe(1)
    await page.getByRole('button', { name: 'Previous day' }).click()
    expect(await entries.count()).toBe(0)
  })

  it('says when no food has a barcode', async () => {
    const { page } = await openDiary()
    await page.getByLabel('Barcode').fill('00000017')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('No food has the barcode 00000017.').waitFor()
  })

  it('shows what was eaten without a connection', async () => {
    const { page, entries } = await openDiary()
    await page.getByLabel('Barcode').fill('51500255162')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('button', { name: 'Add to the diary' }).click()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.context().setOffline(true)
    await page.reload()
    await expect.poll(() => entries.count()).toBe(1)
  })
})

describe('the spreadsheet function', () => {
  /** Runs cells in a separate process, because a request of Apps Script waits for its response. */
  async function cells(...formulas: string[]): Promise<{ values: unknown[]; requests: number }> {
    const services = `
      let requests = 0
      const { execFileSync } = require('node:child_process')
      const UrlFetchApp = {
        fetch: url => ({ getContentText: () => (requests++, execFileSync('curl', ['--silent', url], { encoding: 'utf8' })) }),
      }
      const cache = new Map()
      const CacheService = {
        getScriptCache: () => ({ get: key => cache.get(key) ?? null, put: (key, value) => cache.set(key, value) }),
      }`
    const calls = `;console.log(JSON.stringify({ values: [${formulas.join()}], requests }))`
    const code = `${services}\n${withLocalUrls(readExample('spreadsheet/larder.gs'))}\n${calls}`
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', code])
    return JSON.parse(stdout)
  }

  it('finds nutrients by name and by barcode, and asks once', async () => {
    const spread = (await demo.ask('/barcode/0051500255162')).json
    const [first] = (await demo.ask('/search?q=whole%20milk')).json
    const { values, requests } = await cells(
      'LARDER(51500255162, "protein_g", 250)',
      'LARDER(51500255162)',
      'LARDER("whole milk")',
    )
    expect(values).toEqual([
      expect.closeTo(spread.protein_g * 2.5),
      spread.calories_kcal,
      first.calories_kcal,
    ])
    expect(requests).toBe(2)
  })

  it('says what is not found, and which names are no nutrient', async () => {
    expect((await cells('LARDER("00000017")')).values).toEqual(['not found'])
    await expect(cells('LARDER("whole milk", "protein")')).rejects.toThrow('A food has no protein')
  })
})
