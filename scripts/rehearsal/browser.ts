import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../lab/browser.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Opens the page of a folder in Chromium and waits until its console has shown every pattern. */
export async function openInBrowser(
  folder: string,
  act: ((page: Page) => Promise<void>) | undefined,
  expected: RegExp[],
): Promise<void> {
  const server = createServer(({ url = '/' }, response) => {
    const file = url === '/' ? '/index.html' : url
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(join(folder, file)))
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // The rehearsal cleans up after a signal; Playwright would end the process.
  const browser = await launchBrowser({ handlesSignals: false })
  try {
    const page = await browser.newPage()
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    page.on('pageerror', error => lines.push(String(error)))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await act?.(page)
    const deadline = Date.now() + 60_000
    while (!expected.every(pattern => pattern.test(lines.join('\n')))) {
      if (Date.now() > deadline)
        throw new Error(`the console of the page has no ${expected.join(', ')}:\n${lines.join('\n')}`)
      await setTimeout(100)
    }
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}
