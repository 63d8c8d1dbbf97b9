// Pages of an app that uses Larder's packages, bundled by Vite as an app's own build does, and opened in Chromium.

import { createServer } from 'node:http'
import { extname } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from '../../lab/browser.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'

/** The module and its dependencies as one script. The packages come from their sources, as in other tests. */
export async function bundle(file: string, external: string[] = []): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { tsconfigPaths: true },
    // NODE_ENV is `test` here; an app is built for production.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      lib: { entry: file, formats: ['es'] },
      rollupOptions: { external },
    },
  })
  const [built] = [result].flat()
  if (built === undefined || !('output' in built)) throw new Error(`Vite did not build ${file}`)
  return built.output.map(chunk => ('code' in chunk ? chunk.code : '')).join('\n')
}

interface App {
  html: string
  /** Scripts and style sheets by path. */
  files?: Record<string, string>
}

/** For the tests of one file: opens an app in a new browser context, which is closed when the test ends. */
export function withBrowserApps(): { open(app: App): Promise<Page> } {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  return {
    async open(app) {
      const url = await serveApp(app)
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      await page.goto(url)
      return page
    },
  }
}

const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** A server, because Chromium does not let a page that was made up in the browser connect to this machine. */
async function serveApp({ html, files = {} }: App): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', contentTypes[extname(url)] ?? 'text/html')
    response.end(files[url] ?? html)
  })
  const port = await findFreePort()
  await new Promise<void>(resolve => {
    server.listen(port, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${port}/`
}
