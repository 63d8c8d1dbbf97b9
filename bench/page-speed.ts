// What a visitor on a slow phone waits for: largest contentful paint, layout shift and bytes of a first visit, and the
// bytes of the next page, in Chromium with a four times slower processor and 1.6 Mbit/s. Photos are not loaded.
//   npm run bench -- page-speed [--url http://localhost:3001] [--runs 3]
// Without --url it starts a temporary service with the demo (`larder demo`).

import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../lab/browser.ts'
import { withDemoWebsite } from '../lab/demo-website.ts'

const { values: options } = parseArgs({
  options: { url: { type: 'string' }, runs: { type: 'string', default: '3' } },
})
const limits = { lcpMs: 1_800, cls: 0.05, firstVisitBytes: 200_000, laterPageBytes: 60_000 }
/** As Lighthouse simulates a slow 4G connection. */
const network = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
}
const cpuSlowdown = 4
const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

if (options.url === undefined) await withDemoWebsite(({ url }) => measureAll(url))
else await measureAll(options.url)

async function measureAll(url: string): Promise<void> {
  const browser = await launchBrowser()
  try {
    const food = await firstFood(browser, url)
    const pages = { home: '/', search: '/search?q=milk', food }
    console.log(
      'page    viewport  LCP ms (median)  element                CLS     first visit KB  next page KB',
    )
    for (const [name, path] of Object.entries(pages)) {
      for (const [device, viewport] of Object.entries(viewports)) {
        const results = []
        for (let run = 0; run < Number(options.runs); run++)
          results.push(await measure(browser, url, path, viewport))
        results.sort((a, b) => a.lcpMs - b.lcpMs)
        const median = results[Math.floor(results.length / 2)]
        if (!median) throw new Error('--runs must be at least 1')
        const cls = Math.max(...results.map(result => result.cls))
        console.log(
          [
            name.padEnd(7),
            device.padEnd(9),
            String(Math.round(median.lcpMs)).padEnd(16),
            median.element.padEnd(22),
            cls.toFixed(4).padEnd(7),
            (median.firstBytes / 1000).toFixed(0).padEnd(15),
            (median.nextBytes / 1000).toFixed(0),
          ].join(' '),
        )
        const isWithin =
          median.lcpMs < limits.lcpMs &&
          cls < limits.cls &&
          median.firstBytes <= limits.firstVisitBytes &&
          median.nextBytes <= limits.laterPageBytes
        if (!isWithin) process.exitCode = 1
      }
    }
  } finally {
    await browser.close()
  }
}

async function firstFood(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(`${url}/popular`)
  const href = await page.locator('.food-name a').first().getAttribute('href')
  await page.close()
  if (href === null) throw new Error('no food on /popular')
  return href
}

async function measure(
  browser: Browser,
  url: string,
  path: string,
  viewport: { width: number; height: number },
) {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  // Not by intercepting requests: that turns the browser's cache off.
  await client.send('Network.setBlockedURLs', { urls: ['https://*'] })
  let bytes = 0
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await client.send('Network.emulateNetworkConditions', network)
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(`
    window.vitals = { lcpMs: 0, element: '', cls: 0 }
    new PerformanceObserver(list => {
      for (const { startTime, element } of list.getEntries()) {
        vitals.lcpMs = startTime
        vitals.element = element ? element.localName + (element.className ? '.' + element.className : '') : ''
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.cls += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await settle(page, url + path)
  const firstBytes = bytes
  const vitals = await page.evaluate<{ lcpMs: number; element: string; cls: number }>('vitals')
  bytes = 0
  await settle(page, `${url}/categories`)
  const nextBytes = bytes
  await context.close()
  return { ...vitals, element: vitals.element.slice(0, 22), firstBytes, nextBytes }
}

async function settle(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
}
