// The documentation pages, with and without JavaScript.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { docsPages, languagesOf } from '../../../src/website/docs/nav.ts'
import { withWebsite } from '../../support/browser.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const apiPort = await findFreePort()
const apiUrl = `http://localhost:${apiPort}`
const website = withWebsite({ API_PORT: String(apiPort), API_PUBLIC_URL: apiUrl }, { withFoods: true })

const withJavaScript = { javaScriptEnabled: true }
const open = (path: string, headers: Record<string, string> = {}) =>
  ask(website.service.websiteUrl, path, { headers })

describe('every documentation page', () => {
  it.each(docsPages)('$path has metadata, is small and is cacheable', async ({ path, description }) => {
    const { status, text, headers } = await open(path)
    expect(status).toBe(200)
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).toContain(`<meta name="description" content="${description}"`)
    expect(text).toContain(`<link rel="canonical" href="${website.url}${path}"`)
    expect(text.length).toBeLessThan(100_000)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers['set-cookie']).toBeUndefined()
    const again = await open(path, { 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('has no broken links or anchors', async () => {
    const pages = new Map<string, string>()
    const read = async (path: string) => {
      const known = pages.get(path)
      if (known !== undefined) return known
      const { status, text } = await open(path)
      pages.set(path, status < 400 ? text : '')
      return status < 400 ? text : ''
    }
    const broken: string[] = []
    for (const { path } of docsPages) {
      const text = await read(path)
      const [main = ''] = text.split('<main')[1]?.split('</main>') ?? []
      for (const [, href = ''] of main.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue
        const [page = '', anchor] = href.replaceAll('&amp;', '&').split('#')
        const target = page === '' ? text : await read(page)
        const exists = target !== '' || (await open(page)).status < 400
        if (!exists || (anchor && !target.includes(`id="${anchor}"`))) broken.push(`${path} → ${href}`)
      }
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(ids.length, `duplicate ids on ${path}`).toBe(new Set(ids).size)
    }
    expect(broken).toEqual([])
  })

  it('allows connections to other origins only on the playground, and only to the API', async () => {
    for (const { path } of docsPages) {
      const policy = (await open(path)).headers['content-security-policy']
      if (path === '/docs/playground') expect(policy).toContain(`connect-src 'self' ${apiUrl};`)
      else expect(policy).toContain("connect-src 'self';")
    }
  })
})

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('the quick start', () => {
  it('shows the actual response to its first request, with a food of the catalog at hand', async () => {
    const firstRequest = async () => {
      const { text } = await open('/docs')
      const [command = '', , , , , response = ''] = [...text.matchAll(/<pre.*?<code>(.*?)<\/code>/gs)].map(
        ([, code = '']) => textOf(code),
      )
      const [, path = ''] = /^curl 'http:\/\/localhost:\d+(.+)'$/.exec(command) ?? []
      return { path, response: JSON.parse(response) }
    }
    const { path, response } = await firstRequest()
    expect(path).toMatch(/^\/barcode\/\d{13}$/)
    expect(response).toEqual((await ask(website.service.apiUrl, path)).json)
  })
})

describe('the API reference', () => {
  it('describes every endpoint of openapi.json with its parameters and responses, and every schema', async () => {
    const overview = (await open('/docs/reference')).text
    const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8'))
    const pages = new Map<string, string>()
    for (const [path, methods] of Object.entries<Record<string, Operation>>(paths)) {
      for (const [method, { operationId, parameters = [], responses }] of Object.entries(methods)) {
        const line = `<span class="verb">${method.toUpperCase()}</span><code>${path}</code>`
        const [, address = ''] =
          new RegExp(`href="([^"]+)">${line.replaceAll(/[{}]/g, String.raw`\$&`)}`).exec(overview) ?? []
        const [page = '', anchor] = address.split('#')
        const text = pages.get(page) ?? (await open(page)).text
        pages.set(page, text)
        const section = anchor
          ? (text.split(`<h2 id="${operationId}"`)[1]?.split('</section>')[0] ?? '')
          : text
        expect(section).toContain(line)
        for (const { name } of parameters) expect(section).toContain(`<code><b>${name}</b></code>`)
        for (const status of Object.keys(responses)) expect(section).toContain(`>${status}</span></th>`)
      }
    }
    const schemas = (await open('/docs/reference/schemas')).text
    for (const name of Object.keys(components.schemas)) expect(schemas).toContain(`id="schema-${name}"`)
  })
})

interface Operation {
  operationId: string
  parameters?: { name: string }[]
  responses: Record<string, unknown>
}

it('lists errors with the messages that the API sends', async () => {
  const { text } = await open('/docs/errors')
  const rows = [...text.matchAll(/>(\d{3})<\/span><\/th><td><p class="detail">(.*?)<\/p>/g)]
  const shown = rows.map(([, status, detail = '']) => `${status} ${textOf(detail)}`)
  const messages = [
    ...['/search', '/food/999999999', '/barcode/4000000000006', '/nowhere'].map(path => [path, 'GET']),
    ['/search?q=milk', 'PUT'],
    ['/auth/account', 'GET'],
  ]
  const key = await accountKey(website.stores, 'errors', 'scale')
  const read = (await namedKey(website.stores, 'errors', 'read', 'read')).key
  for (const [path = '', method = ''] of messages) {
    const isAccount = path.startsWith('/auth')
    const { status, json } = await ask(website.service.apiUrl, path, {
      method,
      headers: { authorization: `Bearer ${isAccount ? read : key}` },
    })
    const detail = typeof json.detail === 'string' ? json.detail : 'A list of invalid parameters'
    expect(shown).toContain(`${status} ${detail}`)
  }
  // The others are taken from the code, apart from the seconds in them.
  const source = globSync('src/{api,accounts,platform/http}/**/*.ts').map(file => readFileSync(file, 'utf8'))
  const withoutSeconds = (message: string) => message.replaceAll(/\$\{\w+\}|\d+(?= seconds)/g, 'N')
  const code = withoutSeconds(source.join('\n'))
  for (const message of shown) {
    const detail = withoutSeconds(message.slice(4))
    if (detail !== 'A list of invalid parameters') expect(code).toContain(detail)
  }
})

describe('search within the documentation', () => {
  it('finds sections by their words, shows them in context and escapes the query', async () => {
    const { status, text } = await open('/docs/search?q=retry-after+429')
    expect(status).toBe(200)
    const [first = ''] = text.split('<ol class="doc-results"')[1]?.split('</li>') ?? []
    expect(first).toMatch(/href="\/docs\/(limits|errors)#[\w-]+"/)
    expect(first).toContain('<mark>429</mark>')
    expect((await open('/docs/search?q=sources')).text).toContain(
      '<a href="/docs/attribution">Credit the sources</a>',
    )
    const nothing = (await open('/docs/search?q=%3Cb%3Exyzzy')).text
    expect(nothing).toContain('No results for “&lt;b>xyzzy”')
    expect(nothing).toContain('<meta name="robots" content="noindex"')
    expect((await open('/de/docs/search?q=xyzzy')).text).toContain('Keine Treffer für „xyzzy“')
  })
})

it('has the menu in the language of the address and marks English articles as such', async () => {
  const { text } = await open('/fr/docs/keys')
  expect(text).toContain('<html lang="fr"')
  expect(text).toContain('<article class="prose stack" lang="en">')
  expect(text).toContain('Sur cette page')
  expect(text).toContain('href="/fr/docs/limits"')
})

it('has every article in the languages in which it is offered, with the same headings and samples', async () => {
  const articleOf = async (address: string) => {
    const [, article = ''] = (await open(address)).text.split('<article')
    const [html = ''] = article.split('</article>')
    return {
      paragraphs: [...html.matchAll(/<(?:h1|h2|p|li|td)\b[^>]*>(.*?)<\/(?:h1|h2|p|li|td)>/gs)].map(
        ([, text = '']) => textOf(text.replaceAll(/<code>.*?<\/code>/gs, '')),
      ),
      anchors: [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id),
      code: [...html.matchAll(/<pre.*?<\/pre>/gs)].map(([code]) => textOf(code)),
    }
  }
  const translated = docsPages.filter(
    page => languagesOf(page).length > 1 && page.path !== '/docs/playground',
  )
  expect(translated.length).toBeGreaterThanOrEqual(4)
  for (const page of translated) {
    const english = await articleOf(page.path)
    for (const locale of languagesOf(page).filter(each => each !== 'en')) {
      const { paragraphs, anchors, code } = await articleOf(`/${locale}${page.path}`)
      const address = `/${locale}${page.path}`
      expect(anchors, address).toEqual(english.anchors)
      expect(code.length, address).toBe(english.code.length)
      const untranslated = paragraphs.filter(text => text.length > 30 && english.paragraphs.includes(text))
      expect(untranslated, address).toEqual([])
    }
  }
})

it('has German titles in the menu and finds German articles', async () => {
  const { text } = await open('/de/docs')
  expect(text).toContain('<a href="/de/docs/unknown" lang="de">Fehlende Werte</a>')
  expect(text).toContain('<a href="/de/docs/keys" lang="en">API keys</a>')
  const found = (await open('/de/docs/search?q=unbekannter+N%C3%A4hrwert')).text
  expect(found).toContain('<li lang="de"><h2><a href="/de/docs/unknown">Fehlende Werte</a>')
})

describe('code samples', () => {
  it('can be switched without JavaScript', async () => {
    const page = await website.visit('/docs/portions')
    const shown = page.locator('.code pre[data-lang]:visible')
    expect(await shown.count()).toBe(1)
    await page.getByText('Kotlin', { exact: true }).click()
    expect(await shown.getAttribute('data-lang')).toBe('kt')
  })

  it('keep the selected language on all pages', async () => {
    const page = await website.visit('/docs', withJavaScript)
    await page.getByText('Python', { exact: true }).first().click()
    const shownLanguages = async () => {
      const samples = await page.locator('.code pre[data-lang]:visible').all()
      return Promise.all(samples.map(sample => sample.getAttribute('data-lang')))
    }
    expect(await shownLanguages()).toEqual(['py', 'py', 'py'])
    await page.goto(`${website.url}/docs/limits`)
    expect(await shownLanguages()).toEqual(['py'])
  })
})

describe('the playground', () => {
  it('sends a request by keyboard and shows the response', async () => {
    const page = await website.visit('/docs/playground', withJavaScript)
    await page.getByRole('radio', { name: /^Get a food by barcode/ }).focus()
    await page.keyboard.press('Space')
    const code = page.getByLabel('code', { exact: true })
    await code.fill('0-15887-17012-8')
    expect(await page.locator('.code pre > code').textContent()).toBe(
      `curl '${apiUrl}/barcode/0-15887-17012-8'`,
    )
    await code.press('Enter')
    await page.locator('.response-status').getByText('200').waitFor()
    const body = page.locator('.response-body')
    expect(JSON.parse((await body.textContent()) ?? '')).toEqual(
      (await ask(website.service.apiUrl, '/barcode/015887170128')).json,
    )
    expect(await body.getByRole('link', { name: 'whole-milk' }).getAttribute('href')).toMatch(
      /^\/food\/\d+-whole-milk$/,
    )
    expect(await page.locator('.response-headers').textContent()).toContain('etag')
    expect(new URL(page.url()).search).toBe('?endpoint=getFoodByBarcode&code=0-15887-17012-8')
  })

  it('shows the remaining requests of a key and does not store the key', async () => {
    const key = await accountKey(website.stores, 'acme', 'pro')
    const page = await website.visit('/docs/playground', withJavaScript)
    await page.getByLabel(/^API key/).fill(key)
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('499 of 500 requests left').waitFor()
    expect(await page.getByRole('meter').getAttribute('value')).toBe('499')
    expect(await page.locator('.code pre > code').textContent()).toContain('$LARDER_KEY')
    const stored = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
    )
    expect(stored).not.toContain(key)
    await page.reload()
    expect(await page.getByLabel(/^API key/).inputValue()).toBe('')
  })

  it('fills the own key into the samples of a guide, masked, and copies it whole', async () => {
    const { key } = await namedKey(website.stores, 'acme', 'samples', 'read')
    const page = await website.visit('/docs/keys', {
      ...withJavaScript,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const sample = page.locator('.code pre > code').first()
    await page.getByLabel('Your key').fill('larder_account_secret')
    await page.getByRole('button', { name: 'Use my key' }).click()
    await page.getByText('This is not a key for food data').waitFor()
    expect(await sample.textContent()).toContain('$LARDER_KEY')
    await page.getByLabel('Your key').fill(key)
    await page.getByLabel('Your key').press('Enter')
    await page.getByText('The samples on this page use your key').waitFor()
    expect(await sample.textContent()).toContain(`Bearer larder_read_…${key.slice(-4)}"`)
    await page
      .getByRole('button', { name: /^Copy code/ })
      .first()
      .click()
    await page.getByText('Copied to clipboard').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`Bearer ${key}"`)
    const stored = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
    )
    expect(stored).not.toContain(key)
    await page.getByRole('button', { name: 'Forget it' }).click()
    expect(await page.content()).not.toContain(key)
    expect(await sample.textContent()).toContain('$LARDER_KEY')
  })

  it('shows errors', async () => {
    const page = await website.visit('/docs/playground', withJavaScript)
    await page.getByLabel('limit').first().fill('51')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.locator('.response-status').getByText('422').waitFor()
    await page.getByText('less_than_equal').waitFor()
    await page.getByLabel(/^API key/).fill('larder_read_nobody')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.locator('.response-status').getByText('401').waitFor()
    await page.route(`${apiUrl}/**`, route => route.abort())
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.locator('.response-status').getByText('could not be reached').waitFor()
    expect(await page.locator('.response-body').textContent()).toBe('')
  })

  it('shows the curl command without JavaScript', async () => {
    const page = await website.visit('/docs/playground')
    await page.getByRole('article').getByRole('group').getByText('/foods/popular', { exact: true }).click()
    const category = page.getByRole('form', { name: 'List popular foods' }).getByLabel(/^category/)
    await category.fill(`Dairy'"<b>`)
    await page.getByRole('button', { name: 'Show request' }).click()
    expect(await page.locator('.code pre > code').textContent()).toBe(
      `curl '${apiUrl}/foods/popular?category=Dairy%27%22%3Cb%3E'`,
    )
    expect(await category.inputValue()).toBe(`Dairy'"<b>`)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  })
})

describe('llms.txt', () => {
  it('lists every documentation page, the API and the MCP server, with links that work', async () => {
    const { status, text, headers } = await open('/llms.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# Larder\n\n> /)
    for (const { path, title, description } of docsPages)
      expect(text).toContain(`- [${title}](${website.url}${path}): ${description}\n`)
    const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, url = '']) => url)
    expect(links).toContain(`${apiUrl}/openapi.json`)
    // One after the other: a slow machine answers so many at once with 503.
    for (const url of links) expect([url, (await fetch(url)).status]).toEqual([url, 200])
  })
})
