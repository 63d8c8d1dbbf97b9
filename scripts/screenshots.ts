// Screenshots of every kind of page, with the demo foods on a temporary service.
//   npm run screenshots -- [--into FOLDER] [--only NAME] [--locale de] [--website URL] [--readme]
// --website takes those that readers see most on a running website instead, which should have a real catalog.
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
    website: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
})
const isLocale = (text: string): text is Locale => (localeNames as string[]).includes(text)
const { locale: wanted } = options
if (!isLocale(wanted)) throw new Error(`--locale must be one of ${localeNames.join(', ')}`)
const locale = wanted

const [phone, desktop] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]
const themes = ['light', 'dark'] as const

const firstResult = '.food-name a'

/** On a real catalog; where a selector is given, the page that its first link leads to. */
const pagesReadMost: [name: string, path: string, link?: string][] = [
  ['home', '/'],
  ['search', '/search?q=milk'],
  ['search-amount', '/search?q=2+boiled+eggs'],
  ['search-meal', '/search?q=Haferflocken+60+g+mit+Milch'],
  ['search-raw', '/search?q=chicken+breast+raw'],
  ['meal', '/meal?q=60+g+oats+with+milk%2C+1+banana%2C+coffee'],
  ['meal-german', '/meal?q=Haferflocken+60+g+mit+Milch'],
  ['recipe', '/meal?q=500+g+potatoes%2C+2+onions%2C+3+eggs%2C+2+tbsp+olive+oil&servings=4&cooked=850'],
  ['banana', '/search?q=banana', firstResult],
  ['egg', '/search?q=boiled+egg', firstResult],
  ['coffee', '/search?q=coffee', firstResult],
  ['product', '/search?q=nutella', firstResult],
  ['search-compare', '/search?q=banana+or+apple'],
  ['compare', '/search?q=banana+or+apple', 'main a[href*="/compare?"]'],
  ['category', '/category?name=Fruits'],
  ['claim', '/foods/high-protein-low-calorie'],
  ['docs', '/docs'],
  ['pricing', '/pricing'],
  ['status', '/status'],
]

const routesOf = recordRoutes()
if (options.website === undefined) await onDemoWebsite()
else await takePagesReadMost(options.website)

async function takePagesReadMost(url: string): Promise<void> {
  mkdirSync(options.into, { recursive: true })
  const browser = await launchBrowser()
  const chosen = pagesReadMost.filter(([name]) => name.includes(options.only))
  try {
    for (const viewport of [phone, desktop]) {
      for (const theme of themes) {
        const page = await newPage(browser, viewport, theme)
        for (const [name, path, link] of chosen) {
          await page.goto(url + pathIn(locale, path))
          if (link) await page.goto(url + (await page.locator(link).first().getAttribute('href')))
          await page.waitForLoadState('networkidle')
          await page.screenshot({
            path: join(options.into, `${name}-${locale}-${viewport.width}-${theme}.png`),
            fullPage: true,
          })
        }
        await page.context().close()
      }
    }
  } finally {
    await browser.close()
  }
  console.log(`${chosen.length} pages, four screenshots each, written to ${options.into}`)
}

async function onDemoWebsite(): Promise<void> {
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
}

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
