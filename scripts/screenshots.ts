// Screenshots of every kind of page, with the demo foods on a temporary service.
//   npm run screenshots -- [--into FOLDER] [--only NAME] [--locale de] [--readme]
// --readme only writes docs/images/website.png.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../lab/browser.ts'
import { goTo, openAllPages, type PageKind, recordRoutes } from '../lab/clients/pages.ts'
import { withDemoWebsite } from '../lab/demo-website.ts'
import { root } from '../lab/servers/temporary-stores.ts'
import { type Locale, localeNames, pathIn } from '../src/website/i18n/locales.ts'

const { values: options } = parseArgs({
  options: {
    into: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    locale: { type: 'string', default: 'en' },
    readme: { type: 'boolean', default: false },
  },
})
const isLocale = (text: string): text is Locale => (localeNames as string[]).includes(text)
const { locale } = options
if (!isLocale(locale)) throw new Error(`--locale must be one of ${localeNames.join(', ')}`)

const [phone, desktop] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]
const themes = ['light', 'dark'] as const

const routesOf = recordRoutes()
await withDemoWebsite(async website => {
  const browser = await launchBrowser()
  try {
    const kinds = await openAllPages(website, routesOf())
    if (options.readme) await takeReadmeScreenshot(browser, website.url, kinds)
    else await takeAll(browser, website.url, kinds, locale)
  } finally {
    await browser.close()
  }
})

async function takeAll(browser: Browser, url: string, kinds: PageKind[], language: Locale): Promise<void> {
  mkdirSync(options.into, { recursive: true })
  // Form responses exist in the language of the form only.
  const chosen = kinds.filter(
    ({ name, isFormResponse }) => name.includes(options.only) && (language === 'en' || !isFormResponse),
  )
  if (chosen.length === 0)
    throw new Error(`no page contains ${options.only}; there are ${kinds.map(({ name }) => name).join(', ')}`)
  for (const viewport of [phone, desktop]) {
    for (const theme of themes) {
      const page = await newPage(browser, viewport, theme)
      for (const kind of chosen) {
        await goTo(page, url, { ...kind, path: pathIn(language, kind.path) })
        const file = `${kind.name}-${viewport.width}-${theme}.png`
        await page.screenshot({ path: join(options.into, file), fullPage: true })
      }
      await page.context().close()
    }
  }
  console.log(`${chosen.length} kinds of pages, four screenshots each, written to ${options.into}`)
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

async function newPage(browser: Browser, viewport: typeof phone, colorScheme: (typeof themes)[number]) {
  const context = await browser.newContext({ viewport, colorScheme })
  return context.newPage()
}
