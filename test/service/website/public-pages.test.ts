// Pricing, about, contact, changelog, legal pages and security.txt: with everything configured, and with nothing.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLegalFolder } from '../../../lab/catalogs/legal-folder.ts'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { type PaymentServer, startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { docsPages, languagesOf } from '../../../src/website/docs/nav.ts'
import { localeNames, pathIn } from '../../../src/website/i18n/locales.ts'
import { openLegalFolder } from '../../../src/website/public/legal-documents.ts'
import { createStores, type TestStores } from '../../support/database.ts'

let stores: TestStores
let payments: PaymentServer
let service: RunningService
/** Without a database, Redis and anything that the operator may state. */
let bare: RunningService
const legal = createLegalFolder({
  'privacy.de.md': '# Datenschutz\n\nWir speichern <b onclick="x()">wenig</b>. [Link](javascript:alert(1))\n',
  'terms.md': '# Terms\n\nBy {{name}}, {{address}} and {{name}}.\n',
  'notes.md': 'Not a page.',
})
const closed = '127.0.0.1:1'

beforeAll(async () => {
  ;[stores, payments] = await Promise.all([createStores('fixture-foods'), startPaymentServer()])
  ;[service, bare] = await Promise.all([
    startService(stores, {
      ...payments.environment,
      LEGAL_DIR: legal.path,
      CONTACT_EMAIL: 'hello@larder.example',
      SOURCE_CODE_URL: 'https://git.example/larder/',
      RATE_LIMIT_ANONYMOUS_PER_MINUTE: '31',
      RATE_LIMIT_PRO_PER_MINUTE: '1234',
      RATE_LIMIT_FREE_PER_HOUR: '650',
      FAIRNESS_DELAY_MS: '345',
    }),
    startService(
      { databaseUrl: `postgresql://${closed}/larder`, redisUrl: `redis://${closed}` },
      { DATABASE_STATEMENT_TIMEOUT_MS: '600', REDIS_TIMEOUT_MS: '80' },
    ),
  ])
})
afterAll(async () => {
  legal.remove()
  await Promise.all([service.stop(), bare.stop()])
  await Promise.all([payments.stop(), stores.drop()])
})

const open = (path: string): Promise<Answer> => ask(service.websiteUrl, path)
const openBare = (path: string): Promise<Answer> => ask(bare.websiteUrl, path)
/** The text as a reader sees it. */
const textOf = ({ text }: Answer) =>
  text
    .replace(/^.*<main/s, '<main')
    .replace(/<\/main>.*$/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('pricing', () => {
  it('shows limits from the settings and prices from the payment provider, as the language writes them', async () => {
    // A job loads the prices when the service starts.
    await expect.poll(async () => textOf(await open('/pricing'))).toContain('€24 per month')
    const english = textOf(await open('/pricing'))
    for (const text of ['€24 per month', '€129.50 per month', '1,234 requests per minute', '345 ms'])
      expect(english).toContain(text)
    expect(english).toContain('Requests per minute 31 30 1,234 3,000')
    expect(english).toContain('Requests per hour 650 650 no hourly limit no hourly limit')
    // 650 requests an hour, 5 for each user.
    expect(english).toContain('Starter 650 130')
    expect(english).toContain('Start with Pro')
    const german = textOf(await open('/de/pricing'))
    expect(german).toContain('129,50 € pro Monat')
    expect(german).toContain('1.234 Anfragen pro Minute')
  })
  it('leads signed-in visitors to their plan', async () => {
    const { text } = await ask(service.websiteUrl, '/pricing', { headers: { cookie: '__Host-larder=x' } })
    expect(text).toContain('href="/account/plan">Go to your plan')
  })
  it('names no price where plans are not sold, and no contact where there is none', async () => {
    const { text, status } = await openBare('/pricing')
    expect(status).toBe(200)
    expect(text).not.toMatch(/[$€]|Start with /)
    expect(text).toContain('This website sells no plans. Its operator sets the plan of each account.')
    expect(text).not.toContain('href="/contact">Contact us')
    // Without a fairness delay it is not explained.
    expect(text).not.toMatch(/fairness/i)
  })
})

describe('legal pages', () => {
  it('show the text in the language of the page, otherwise in English', async () => {
    const german = await open('/de/privacy')
    expect(german.text).toContain('<article class="document" lang="de"><h1 class="h-xl">Datenschutz</h1>')
    const polish = await open('/pl/privacy')
    expect(polish.text).toContain('<article class="document" lang="en"><h1 class="h-xl">Privacy policy</h1>')
    expect(textOf(polish)).toContain('Tego tekstu nie ma po polsku; pokazujemy wersję w języku: angielski')
  })
  it('show HTML as text and drop dangerous links', async () => {
    const { text } = await open('/de/privacy')
    expect(text).toContain('&lt;b onclick=&quot;x()&quot;&gt;wenig&lt;/b&gt;')
    expect(text).not.toContain('javascript:')
  })
  it('are linked where they exist and are filled in', async () => {
    const { text } = await open('/de/about')
    expect(text).toContain('<a href="/de/privacy">Datenschutz</a>')
    expect(text).toContain('href="/de/imprint"')
    expect(text).not.toContain('href="/de/terms"')
    expect((await open('/terms')).status).toBe(404)
    expect((await openBare('/privacy')).status).toBe(404)
    expect((await openBare('/about')).text).not.toMatch(/href="\/(?:privacy|terms|imprint)"/)
  })
  it('follow changes of the folder', async () => {
    const own = createLegalFolder({ 'terms.md': ' \n' })
    const folder = openLegalFolder(own.path)
    await folder.read()
    expect(folder.pages()).toEqual(['privacy', 'imprint'])
    writeFileSync(join(own.path, 'terms.fr.md'), 'Sans titre.')
    rmSync(join(own.path, 'imprint.md'))
    await folder.read()
    expect(folder.pages()).toEqual(['privacy', 'terms'])
    expect(folder.find('terms', 'de')).toMatchObject({ locale: 'fr', document: { title: undefined } })
    own.remove()
    await expect(folder.read()).rejects.toThrow(/ENOENT/)
    expect(folder.pages()).toEqual(['privacy', 'terms'])
  })
})

describe('contact', () => {
  it('names what the operator has configured', async () => {
    const { text } = await open('/contact')
    expect(text).toContain('<a href="mailto:hello@larder.example">hello@larder.example</a>')
    expect(text).toContain('<a href="https://git.example/larder">Source code</a>')
    expect(text).toContain('<section class="card stack" id="security">')
  })
  it('invents no address', async () => {
    const { text } = await openBare('/contact')
    expect(text).toContain('has not published an email address')
    expect(text).not.toMatch(/mailto:|id="security"|Source code/)
    expect(text).toContain('href="https://world.openfoodfacts.org"')
  })
  it('has a security.txt where there is a contact', async () => {
    const { text, headers } = await open('/.well-known/security.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map(line => line.split(/: (.*)/)),
    )
    expect(fields).toMatchObject({
      Contact: 'mailto:hello@larder.example',
      Policy: expect.stringMatching(/\/contact#security$/),
      Canonical: expect.stringMatching(/\/\.well-known\/security\.txt$/),
    })
    const days = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(100)
    expect(days).toBeLessThan(365)
    expect((await openBare('/.well-known/security.txt')).status).toBe(404)
  })
})

describe('changelog', () => {
  it('is CHANGELOG.md without links into the repository', async () => {
    const { text } = await open('/de/changelog')
    expect(text).toContain('<h1 class="h-xl">Änderungen</h1>')
    expect(text).toMatch(/<div lang="en">.*<h2>Unreleased<\/h2>/s)
    expect(text).not.toMatch(/href="[^"]*\.md/)
    expect(text).not.toMatch(/\s\.[\s<]/)
    expect(text.match(/<li>/g)?.length).toBeGreaterThan(
      readFileSync('CHANGELOG.md', 'utf8').match(/^- /gm)?.length ?? 0,
    )
  })

  it('has an Atom feed of the releases, whose links lead to their headings', async () => {
    const page = (await open('/de/changelog')).text
    const [, feedUrl = ''] =
      /<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/.exec(page) ?? []
    const { text, headers } = await open(new URL(feedUrl).pathname)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(XMLValidator.validate(text)).toBe(true)
    const parser = new XMLParser({ ignoreAttributes: false, isArray: name => name === 'entry' })
    const { feed } = parser.parse(text)
    expect(feed).toMatchObject({
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      author: { name: 'Larder' },
      link: [{ '@_href': feed.id }, { '@_rel': 'self', '@_href': feedUrl }],
      updated: feed.entry[0].updated,
    })
    const released = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[([\d.]+)\] - (\S+)/gm)
    expect(feed.entry.map(({ title, updated }: Record<string, string>) => [title, updated])).toEqual(
      [...released].map(([, version, day]) => [`Larder ${version}`, `${day}T00:00:00Z`]),
    )
    for (const { id, link, content } of feed.entry) {
      expect(link['@_href']).toBe(id)
      expect(page).toContain(`<h2 id="${new URL(id).hash.slice(1)}">`)
      expect(content['#text']).toMatch(/^\s*<p>.*<\/ul>\s*$/s)
    }
  })
})

describe('every public page', () => {
  it.each(['/pricing', '/about', '/contact', '/changelog'])(
    '%s has its own title in every language',
    async path => {
      const titles = await Promise.all(
        localeNames.map(async locale => /<title>([^<]+)/.exec((await open(pathIn(locale, path))).text)?.[1]),
      )
      expect(titles.every(title => title !== undefined)).toBe(true)
      expect(new Set(titles).size).toBeGreaterThan(2)
    },
  )
  it('is in the sitemap if it exists', async () => {
    const { text } = await open('/sitemaps/pages.xml')
    const paths = [...text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => new URL(url).pathname)
    expect(paths).toEqual(expect.arrayContaining(['/', '/docs', '/pricing', '/privacy', '/imprint']))
    expect(paths).not.toContain('/terms')
    const translated = paths.filter(path => path.startsWith('/de/docs'))
    expect(translated).toEqual(
      docsPages.filter(page => languagesOf(page).includes('de')).map(({ path }) => `/de${path}`),
    )
    expect(translated).toContain('/de/docs/unknown')
    expect(paths).not.toContain('/fr/docs/unknown')
    const missing: string[] = []
    // One at a time: the website limits pages per address.
    for (const path of paths) if ((await open(path)).status !== 200) missing.push(path)
    expect(missing).toEqual([])
    expect((await open('/llms.txt')).text).toContain('/pricing)')
  })
})
