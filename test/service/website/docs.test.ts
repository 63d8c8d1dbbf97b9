// The documentation pages, with and without JavaScript.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { docsPages } from '../../../src/website/docs/nav.ts'
import { withWebsite } from '../../support/browser.ts'
import { accountKey } from '../../support/keys.ts'

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
    expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=3600, stale-while-revalidate=86400')
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
      for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
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
      if (path === '/docs/playground') expect(policy).toContain(`connect-src ${apiUrl};`)
      else expect(policy).not.toContain('connect-src')
    }
  })
})

it('shows the actual response to the first request of the quick start', async () => {
  const page = await website.visit('/docs')
  const [command, response] = await page.locator('.code code').allTextContents()
  const [, path = ''] = /^curl 'http:\/\/localhost:\d+(.+)'$/.exec(command ?? '') ?? []
  expect(JSON.parse(response ?? '')).toEqual((await ask(website.service.apiUrl, path)).json)
})

describe('the API reference', () => {
  it('lists every endpoint of openapi.json with its parameters and responses', async () => {
    const { text } = await open('/docs/reference')
    const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8'))
    for (const [path, methods] of Object.entries<Record<string, Operation>>(paths)) {
      for (const [method, { operationId, parameters = [], responses }] of Object.entries(methods)) {
        const section =
          text.split(`<section class="endpoint" id="${operationId}"`)[1]?.split('</section>')[0] ?? ''
        expect(section).toContain(`>${method.toUpperCase()}</span> <code>${path}</code>`)
        for (const { name } of parameters) expect(section).toContain(`<code>${name}</code>`)
        for (const status of Object.keys(responses))
          expect(section).toContain(`<th scope="row">${status}</th>`)
      }
    }
    for (const name of Object.keys(components.schemas)) expect(text).toContain(`id="schema-${name}"`)
  })
})

interface Operation {
  operationId: string
  parameters?: { name: string }[]
  responses: Record<string, unknown>
}

describe('code samples', () => {
  it('can be switched without JavaScript', async () => {
    const page = await website.visit('/docs/portions')
    expect(await page.locator('.sample:visible').count()).toBe(1)
    await page.getByText('Kotlin', { exact: true }).click()
    expect(await page.locator('.sample:visible').getAttribute('data-language')).toBe('kotlin')
  })

  it('keep the selected language on all pages', async () => {
    const page = await website.visit('/docs', withJavaScript)
    await page.getByText('Python', { exact: true }).first().click()
    const shownLanguages = async () => {
      const samples = await page.locator('.sample:visible').all()
      return Promise.all(samples.map(sample => sample.getAttribute('data-language')))
    }
    expect(await shownLanguages()).toEqual(['python', 'python'])
    await page.goto(`${website.url}/docs/limits`)
    expect(await shownLanguages()).toEqual(['python'])
  })
})

describe('the playground', () => {
  it('sends a request by keyboard and shows the response', async () => {
    const page = await website.visit('/docs/playground', withJavaScript)
    await page.getByRole('radio', { name: /^Get a food by barcode/ }).focus()
    await page.keyboard.press('Space')
    const code = page.getByLabel('code', { exact: true })
    await code.fill('0-15887-17012-8')
    expect(await page.locator('#code-curl-command').textContent()).toBe(
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
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('499 of 500 requests left').waitFor()
    expect(await page.getByRole('meter').getAttribute('value')).toBe('499')
    expect(await page.locator('#code-curl-command').textContent()).toContain('$LARDER_KEY')
    const stored = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
    )
    expect(stored).not.toContain(key)
    await page.reload()
    expect(await page.getByLabel(/^API key/).inputValue()).toBe('')
  })

  it('shows errors', async () => {
    const page = await website.visit('/docs/playground', withJavaScript)
    await page.getByLabel('limit').first().fill('51')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.response-status').getByText('422').waitFor()
    await page.getByText('less_than_equal').waitFor()
    await page.getByLabel(/^API key/).fill('larder_read_nobody')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.response-status').getByText('401').waitFor()
    await page.route(`${apiUrl}/**`, route => route.abort())
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.response-status').getByText('could not be reached').waitFor()
    expect(await page.locator('.response-body').textContent()).toBe('')
  })

  it('shows the curl command without JavaScript', async () => {
    const page = await website.visit('/docs/playground')
    await page.getByText('/foods/popular', { exact: true }).click()
    await page.getByLabel(/^category/).fill(`Dairy'"<b>`)
    await page.getByRole('button', { name: 'Show request' }).click()
    expect(await page.locator('#code-curl-command').textContent()).toBe(
      `curl '${apiUrl}/foods/popular?category=Dairy%27%22%3Cb%3E'`,
    )
    expect(await page.getByLabel(/^category/).inputValue()).toBe(`Dairy'"<b>`)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  })
})
