// What holds for every kind of page: accessible in both themes and in two languages, valid HTML, small, and translated.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { goTo, type PageKind } from '../../../lab/clients/pages.ts'
import { pathIn } from '../../../src/website/i18n/locales.ts'
import { withAllPages } from '../../support/all-pages.ts'

const site = await withAllPages()

const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`
const [phone, desktop] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

interface View {
  name: string
  viewport: typeof phone
  theme: 'light' | 'dark'
  isGerman?: boolean
}

const views: View[] = [
  { name: 'phone', viewport: phone, theme: 'light' },
  { name: 'German, desktop, dark theme', viewport: desktop, theme: 'dark', isGerman: true },
  { name: 'phone, dark theme', viewport: phone, theme: 'dark' },
  { name: 'German, desktop', viewport: desktop, theme: 'light', isGerman: true },
]

/**
 * The pages are built from the same components, so each page is checked in one of the views, in turn, and each component in all of them.
 * `npm run audit` checks every page in every view.
 */
const viewsOf = (index: number): View[] =>
  process.env['AUDIT'] === 'full' ? views : [views[index % views.length] as View]

type Violations = Record<string, string[]>

async function violationsIn(page: Page, { viewport, theme }: View): Promise<Violations> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(viewport)
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false })
  // Finish transitions between the themes first.
  return page.evaluate<Violations>(`
    document.getAnimations().forEach(animation =>
      isFinite(animation.effect.getComputedTiming().endTime) ? animation.finish() : animation.cancel())
    axe.run(document, ${options}).then(({ violations }) => ({
      ...Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])),
      ...(document.documentElement.scrollWidth > innerWidth && { 'scrolls-sideways': [String(document.documentElement.scrollWidth)] }),
    }))`)
}

/** Form responses exist in the language of the form only. */
const inGerman = (kind: PageKind): PageKind =>
  kind.isFormResponse ? kind : { ...kind, path: pathIn('de', kind.path) }

async function audit(page: Page, kind: PageKind, view: View): Promise<Violations> {
  await goTo(page, site.website.url, view.isGerman ? inGerman(kind) : kind)
  // Evaluated by the browser because the Content-Security-Policy blocks injected scripts.
  await page.evaluate(axe)
  return violationsIn(page, view)
}

it('is accessible in both themes and two languages, and never scrolls sideways', async () => {
  const found: Record<string, Violations> = {}
  const queue = site.kinds.flatMap((kind, index) => viewsOf(index).map(view => ({ kind, view })))
  const worker = async () => {
    const page = await site.website.visit('/robots.txt', { javaScriptEnabled: true })
    for (let next = queue.shift(); next; next = queue.shift()) {
      const violations = await audit(page, next.kind, next.view)
      if (Object.keys(violations).length > 0) found[`${next.kind.name}, ${next.view.name}`] = violations
    }
  }
  // Two pages in parallel.
  await Promise.all([worker(), worker()])
  expect(found).toEqual({})
}, 600_000)

it('detects a missing label', async () => {
  const page = await site.website.visit('/sign-in', { javaScriptEnabled: true })
  await page.evaluate(axe)
  await page.evaluate(`document.querySelector('main label').remove()`)
  const view: View = { name: 'phone', viewport: phone, theme: 'light' }
  expect(Object.keys(await violationsIn(page, view))).toContain('label')
})

describe('HTML', () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
  const errorsIn = async (html: string) => {
    const { results } = await validator.validateString(html)
    return results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    )
  }

  it('is valid', async () => {
    const found: Record<string, string[]> = {}
    for (const { name, answer } of site.kinds) {
      const errors = await errorsIn(answer.text)
      if (errors.length > 0) found[name] = errors
    }
    expect(found).toEqual({})
    expect(await errorsIn('<!doctype html><p><ul></ul></p>')).not.toEqual([])
  })

  it('is a complete document with a title and one h1', () => {
    for (const { name, answer } of site.kinds) {
      expect(answer.headers['content-type'], name).toBe('text/html; charset=utf-8')
      expect(answer.text.match(/<h1[ >]/g), name).toHaveLength(1)
      expect(answer.text, name).toMatch(/^<!doctype html><html lang="en">/)
      expect(answer.text, name).toMatch(/<title>[^<]+<\/title>/)
    }
  })
})

describe('size', () => {
  /** Without photos; what a visitor downloads for the first page, and for a later page in another area. */
  const maxFirstVisitBytes = 200_000
  const maxLaterPageBytes = 60_000
  const assets = new Map<string, { bytes: number; text: string }>()

  async function read(path: string): Promise<{ bytes: number; text: string }> {
    const known = assets.get(path)
    if (known) return known
    const response = await fetch(site.website.url + path, { headers: { 'accept-encoding': 'identity' } })
    const content = Buffer.from(await response.arrayBuffer())
    const isCompressed = path.endsWith('.woff2')
    const asset = {
      bytes: isCompressed ? content.length : gzipSync(content).length,
      text: isCompressed ? '' : content.toString(),
    }
    assets.set(path, asset)
    return asset
  }

  /** What the text refers to, and what that refers to; fonts only those that a page of this kind shows. */
  async function referenced(text: string, found = new Set<string>()): Promise<Set<string>> {
    for (const [path] of text.matchAll(/\/assets\/[\w-]+\.(?:css|js|svg|woff2)/g)) {
      if (found.has(path) || /(?:latin-ext|fraunces)/.test(path)) continue
      found.add(path)
      await referenced((await read(path)).text, found)
    }
    return found
  }

  const firstVisit: Record<string, number> = {}
  const laterPage: Record<string, number> = {}
  beforeAll(async () => {
    for (const { name, answer } of site.kinds) {
      const html = gzipSync(answer.text).length
      const paths = [...(await referenced(answer.text))]
      const sizes = await Promise.all(paths.map(async path => ({ path, ...(await read(path)) })))
      const sum = (all: typeof sizes) => all.reduce((total, { bytes }) => total + bytes, html)
      const fraunces = answer.text.match(/\/assets\/fraunces[\w-]+\.woff2/)?.[0]
      firstVisit[name] = sum(sizes) + (fraunces ? (await read(fraunces)).bytes : 0)
      // Every page loads the fonts, the icons and the core stylesheet and scripts; a later one needs the others only.
      laterPage[name] = sum(
        sizes.filter(({ path }) => !/\.woff2$|\/(?:core|icons|site|suggestions|larder)-/.test(path)),
      )
    }
  })

  it('of a first visit with fonts and without photos is within the budget', () => {
    expect(Object.entries(firstVisit).filter(([, bytes]) => bytes > maxFirstVisitBytes)).toEqual([])
    expect(Object.keys(firstVisit).length).toBeGreaterThan(60)
  })

  it('of a later page is within the budget', () => {
    expect(Object.entries(laterPage).filter(([, bytes]) => bytes > maxLaterPageBytes)).toEqual([])
  })
})

describe('languages', () => {
  it('show the same pages under another address, with links to each other', async () => {
    const { text } = await ask(site.website.url, '/fr/search?q=milk')
    expect(text).toMatch(/^<!doctype html><html lang="fr">/)
    expect(text).toContain('<a lang="de" hreflang="de" href="/de/search?q=milk">Deutsch</a>')
    expect(text).toContain('<a lang="en" hreflang="en" href="/search?q=milk">English</a>')
    expect(text).toMatch(/ href="\/fr\/food\/\d+-/)
    expect(text).not.toMatch(/ (?:href|action)="\/(?!assets\/|(?:fr|de|es|pl|it)[/"?]|search\?q=milk")/)
  })

  it('are announced to search engines', async () => {
    const { text } = await ask(site.website.url, '/pl')
    for (const [locale, path] of [
      ['en', '/'],
      ['de', '/de'],
      ['x-default', '/'],
    ])
      expect(text).toContain(`<link rel="alternate" hreflang="${locale}" href="${site.website.url}${path}"/>`)
    expect(text).toContain(`<link rel="canonical" href="${site.website.url}/pl"/>`)
  })

  it.each(['/docs/keys', '/docs/errors', '/docs/reference/food', '/changelog'])(
    'do not offer %s, which is in English',
    async path => {
      const { text } = await ask(site.website.url, `/de${path}`)
      expect(text).toContain(`<link rel="canonical" href="${site.website.url}${path}"/>`)
      expect(text).not.toContain('rel="alternate" hreflang')
      expect(text).toContain('Diesen Text gibt es nicht auf Deutsch; hier steht er auf Englisch.')
      expect(text).toMatch(/<(?:article class="prose stack"|div) lang="en">/)
      const [offered = ''] = /<nav class="languages".*?<\/nav>/s.exec(text) ?? []
      expect([...offered.matchAll(/hreflang="(..)"/g)].map(([, locale]) => locale)).toEqual(['en'])
      const english = await ask(site.website.url, path)
      expect(english.text).not.toMatch(
        /class="languages"|rel="alternate" hreflang|is not available in English/,
      )
    },
  )

  it.each(['/docs', '/docs/search-foods', '/docs/portions', '/docs/unknown'])(
    'offer %s in English and German only',
    async path => {
      const read = async (locale: string) => (await ask(site.website.url, locale + path)).text
      const german = await read('/de')
      expect(german).toContain(`<link rel="canonical" href="${site.website.url}/de${path}"/>`)
      expect(german).toContain('<article class="prose stack">')
      expect(german).not.toContain('nur in dieser Sprache')
      const french = await read('/fr')
      expect(french).toContain(`<link rel="canonical" href="${site.website.url}${path}"/>`)
      expect(french).toContain('<article class="prose stack" lang="en">')
      for (const text of [await read(''), german, french]) {
        const alternates = [...text.matchAll(/rel="alternate" hreflang="([\w-]+)"/g)].map(([, each]) => each)
        expect(alternates).toEqual(['en', 'de', 'x-default'])
        const [offered = ''] = /<nav class="languages".*?<\/nav>/s.exec(text) ?? []
        expect([...offered.matchAll(/ lang="(..)"/g)].map(([, locale]) => locale)).toEqual(['en', 'de'])
      }
    },
  )

  it('offer the playground, which is translated', async () => {
    const { text } = await ask(site.website.url, '/de/docs/playground')
    expect(text).toContain(`<link rel="canonical" href="${site.website.url}/de/docs/playground"/>`)
    expect(text).toContain(`hreflang="fr" href="${site.website.url}/fr/docs/playground"/>`)
    expect(text).not.toContain('nur in dieser Sprache')
  })
})

describe('theme', () => {
  it('is the one of the cookie, and kept apart in caches', async () => {
    const read = (theme: string) =>
      ask(site.website.url, '/popular', { headers: { cookie: `theme=${theme}` } })
    for (const theme of ['dark', 'light', 'dark']) {
      const { text, headers } = await read(theme)
      expect(text).toContain(`<html lang="en" data-theme="${theme}">`)
      expect(headers.vary).toContain('Cookie')
    }
    expect((await read('x" onload="alert(1)')).text).toContain('<html lang="en">')
  })

  it('is changed without JavaScript', async () => {
    const page = await site.website.visit('/popular')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    expect(new URL(page.url()).pathname).toBe('/popular')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('button', { name: 'Use the light theme' }).click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  })
})
