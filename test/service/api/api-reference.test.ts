// /docs in a real browser: shows the endpoints and loads nothing from other hosts.
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { withDemoService } from '../../support/demo-service.ts'

const demo = withDemoService()

it('shows the API, works offline, and sends a request', async () => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const faults: string[] = []
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  page.on('console', message => {
    const { url } = message.location()
    // Browsers request the favicon on their own; unknown paths return 401.
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) faults.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', error => faults.push(error.message))

  await page.goto(`${demo.service.apiUrl}/docs`)
  await page.getByRole('heading', { name: 'Larder' }).waitFor()
  for (const name of [
    'Search foods',
    'Get a food by id',
    'Get a food by barcode',
    'List popular foods',
    'List categories',
  ]) {
    await page.getByText(name, { exact: true }).first().waitFor()
  }
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click()
  const answered = page.waitForResponse(response => new URL(response.url()).pathname === '/search')
  await page.getByRole('button', { name: /^Send/ }).first().click()
  expect((await answered).status()).toBe(200)
  expect([...hosts]).toEqual([new URL(demo.service.apiUrl).host])
  expect(faults).toEqual([])
}, 60_000)
