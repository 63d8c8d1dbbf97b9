// Screenshots of every kind of page, with the demo foods on a temporary service.
//   npm run screenshots -- [--into FOLDER] [--only NAME] [--readme]
// --readme only writes docs/images/website.png.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { type Browser, chromium } from 'playwright-core'
import { goTo, openAllPages, type PageKind, recordRoutes } from '../lab/clients/pages.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import { startMailServer } from '../lab/servers/mail-server.ts'
import { startProvider } from '../lab/servers/oidc-provider.ts'
import { startPaymentServer } from '../lab/servers/payment-server.ts'
import { root, withStores } from '../lab/servers/temporary-stores.ts'
import { runImport } from '../src/importer/run.ts'
import { readConfig } from '../src/main/config.ts'
import { serve } from '../src/main/serve.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { withConnection } from '../src/platform/database/pool.ts'

const { values: options } = parseArgs({
  options: {
    into: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
})
const [phone, desktop] = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
]
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const routesOf = recordRoutes()
await withStores(async ({ createDatabase, redisUrl }) => {
  const databaseUrl = await createDatabase('screenshots')
  await withConnection(databaseUrl, async client => {
    await migrate(client)
    await runImport(client, {
      inputs: [{ file: join(root, 'data/demo-foods.jsonl'), origin: { from: 'jsonl', source: 'per-line' } }],
    })
  })
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const [mails, payments] = await Promise.all([startMailServer(), startPaymentServer()])
  const provider = await startProvider([`${url}/sign-in/example/callback`])
  const { issuer, clientId, clientSecret } = provider
  const service = await serve(
    readConfig({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      SECRET_KEY: 'the secret of some pictures, long enough',
      API_PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: url,
      SMTP_URL: mails.url,
      OIDC_PROVIDERS: JSON.stringify([{ id: 'example', name: 'Example', issuer, clientId, clientSecret }]),
      ...payments.environment,
    }),
  )
  const sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    withConnection(databaseUrl, async client => (await client.query<Row>(text, values)).rows)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const kinds = await openAllPages({ url, mails, stores: { sql } }, routesOf())
    if (options.readme) await takeReadmeScreenshot(browser, url, kinds)
    else await takeAll(browser, url, kinds)
  } finally {
    await browser.close()
    await service.stop()
    await Promise.all([mails.stop(), payments.stop()])
    provider.stop()
  }
})

async function takeAll(browser: Browser, url: string, kinds: PageKind[]): Promise<void> {
  mkdirSync(options.into, { recursive: true })
  for (const viewport of [phone, desktop]) {
    for (const colorScheme of schemes) {
      const page = await newPage(browser, viewport, colorScheme)
      for (const kind of kinds.filter(({ name }) => name.includes(options.only))) {
        await goTo(page, url, kind)
        const file = `${kind.name}-${viewport.width}-${colorScheme}.png`
        await page.screenshot({ path: join(options.into, file), fullPage: true })
      }
      await page.context().close()
    }
  }
  console.log(`${kinds.length} kinds of pages, four screenshots each, written to ${options.into}`)
}

async function takeReadmeScreenshot(browser: Browser, url: string, kinds: PageKind[]): Promise<void> {
  const kind = kinds.find(({ name }) => name === 'food-complete')
  if (!kind) throw new Error('no food page found')
  const page = await newPage(browser, desktop, 'light')
  await goTo(page, url, kind)
  const image = await page.screenshot()
  const folder = join(root, 'docs/images')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'website.png'), image)
  console.log(`docs/images/website.png, ${Math.round(image.length / 1000)} KB`)
}

async function newPage(browser: Browser, viewport: typeof phone, colorScheme: Scheme) {
  const context = await browser.newContext({ viewport, colorScheme })
  return context.newPage()
}
