// End-to-end setup of the website: the whole service, a browser, a mail server and an OIDC provider, all real.

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type BrowserOptions, launchBrowser } from '../../lab/browser.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { type MailServer, startMailServer } from '../../lab/servers/mail-server.ts'
import { startProvider, type TestProvider } from '../../lab/servers/oidc-provider.ts'
import { startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, type TestStores } from './database.ts'

export interface TestWebsite {
  /** The URL of the website, equal to WEB_PUBLIC_URL. */
  url: string
  stores: TestStores
  service: RunningService
  mails: MailServer
  provider: TestProvider
  /** A page in a fresh browser context, with JavaScript off by default; closed when the test ends. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>
}

interface WebsiteOptions {
  /** Load the fixture foods. */
  withFoods?: boolean
  browser?: BrowserOptions
}

/** For the tests of one file. */
export function withWebsite(
  overrides: Record<string, string> = {},
  { withFoods = false, browser: browserOptions }: WebsiteOptions = {},
): TestWebsite {
  const website = {} as TestWebsite
  let browser: Browser
  beforeAll(async () => {
    const port = await findFreePort()
    website.url = `http://localhost:${port}`
    website.stores = await createStores(withFoods ? 'fixture-foods' : 'empty')
    website.mails = await startMailServer()
    website.provider = await startProvider([`${website.url}/sign-in/example/callback`])
    website.service = await startService(website.stores, {
      WEB_PORT: String(port),
      WEB_PUBLIC_URL: website.url,
      SMTP_URL: website.mails.url,
      OIDC_PROVIDERS: JSON.stringify([providerSettings(website.provider)]),
      ...overrides,
    })
    browser = await launchBrowser(browserOptions)
  })
  afterAll(async () => {
    await browser.close()
    await website.service.stop()
    await website.mails.stop()
    website.provider.stop()
    await website.stores.drop()
  })
  website.visit = async (path, options) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(website.url + path)
    return page
  }
  return website
}

function providerSettings({ issuer, clientId, clientSecret }: TestProvider) {
  return { id: 'example', name: 'Example', issuer, clientId, clientSecret }
}

/** Fills in the fields with these labels and clicks the button. */
export async function send(page: Page, typed: Record<string, string>, button: string): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await page.locator('main').getByLabel(label).fill(text)
  await page.getByRole('button', { name: button, exact: true }).click()
}

const maxTabs = 150

/** Moves the focus as a keyboard does, from where it is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle()
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    if (await page.evaluate(each => each === document.activeElement, element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by keyboard: ${target}`)
}

/** How somebody uses a page. */
export interface Way {
  name: string
  hasScript: boolean
  /** A link, a button, or a field that opens a dialog. */
  press(page: Page, target: Locator): Promise<void>
  type(page: Page, field: Locator, text: string): Promise<void>
  /** A checkbox or the first radio button of a group. */
  check(page: Page, box: Locator): Promise<void>
  choose(page: Page, select: Locator, option: string): Promise<void>
}

const mouse: Omit<Way, 'name' | 'hasScript'> = {
  press: (_page, target) => target.click(),
  type: (_page, field, text) => field.fill(text),
  check: (_page, box) => box.check(),
  choose: async (_page, select, option) => void (await select.selectOption(option)),
}

export const ways: Way[] = [
  { name: 'with the mouse', hasScript: true, ...mouse },
  {
    name: 'by keyboard alone',
    hasScript: true,
    async press(page, target) {
      await tabTo(page, target)
      await page.keyboard.press('Enter')
    },
    async type(page, field, text) {
      await tabTo(page, field)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    async check(page, box) {
      await tabTo(page, box)
      await page.keyboard.press('Space')
    },
    async choose(page, select, option) {
      await tabTo(page, select)
      await page.keyboard.type(option)
    },
  },
  { name: 'without JavaScript', hasScript: false, ...mouse },
]

export function pathOf(page: Page): string {
  return new URL(page.url()).pathname
}

export async function cookieOf(context: BrowserContext, name: string) {
  const cookies = await context.cookies()
  return cookies.find(cookie => cookie.name === name)
}
