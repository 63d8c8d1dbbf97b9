// A thousand foods whose names contain script, and users who enter such text. None of it must run.
// FUZZ_FOODS=1000 opens the page of every food instead of a sample.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { goTo } from '../../../lab/clients/pages.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { refreshDerivedTables } from '../../../src/importer/derived-tables.ts'
import { runImport } from '../../../src/importer/run.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { withWebsite } from '../../support/browser.ts'
import { hostileTexts } from '../../support/injection-texts.ts'

const website = withWebsite(
  {},
  // Other hosts cannot be reached, but requests to them are recorded.
  { browser: { args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'] } },
)
const foodPages = Number(process.env['FUZZ_FOODS'] ?? 60)
const categories = 42
const password = 'seven lamps on a quiet boat'

const textAt = (index: number): string => hostileTexts[index % hostileTexts.length] ?? ''

/** PostgreSQL cannot store NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

function hostileFood(text: string, index: number) {
  return {
    source_id: `hostile-${index}`,
    name: withoutNul(text),
    brand: withoutNul(textAt(index + 7)),
    // Spread over all kinds of hostile text.
    category: withoutNul(textAt((index % categories) * 23)),
    serving_desc: withoutNul(textAt(index + 13)),
    image_url: ['javascript:ran=1', 'http://elsewhere.example/x.png', withoutNul(textAt(index + 3))][
      index % 3
    ],
    image_thumb_url: `"><script>ran=${index}</script>`,
  }
}

function harmlessFood(index: number) {
  return {
    source_id: `hostile-${index}`,
    source: 'community',
    name: `Food ${index}`,
    serving_size_g: 30,
    calories_kcal: 100 + (index % 300),
    fat_g: 5,
    popularity: hostileTexts.length - index,
  }
}

interface StoredFood {
  id: number
  name: string
  category: string | null
}
let foods: StoredFood[] = []

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-hostile-'))
  const file = join(folder, 'foods.jsonl')
  writeFileSync(file, hostileTexts.map((_, index) => JSON.stringify(harmlessFood(index))).join('\n'))
  await withConnection(website.stores.databaseUrl, async client => {
    await runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'per-line' } }] })
    // Bypass the importer, which strips tags: the website must not rely on it.
    await client.query(
      `update foods
         set name = hostile.name, brand = hostile.brand, category = hostile.category,
             serving_desc = hostile.serving_desc, image_url = hostile.image_url,
             image_thumb_url = hostile.image_thumb_url
         from jsonb_to_recordset($1) as hostile (source_id text, name text, brand text, category text,
           serving_desc text, image_url text, image_thumb_url text)
         where foods.source_id = hostile.source_id`,
      [JSON.stringify(hostileTexts.map(hostileFood))],
    )
    await inTransaction(client, () => refreshDerivedTables(client))
  })
  rmSync(folder, { recursive: true })
  foods = await website.stores.sql('select id, name, category from foods order by id')
})

/** A browser page that records dialogs, errors, external requests and CSP violations. */
async function openMonitoredPage(events: string[]): Promise<Page> {
  const page = await website.visit('/robots.txt', { javaScriptEnabled: true })
  page.on('dialog', dialog => {
    events.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => events.push(`error: ${error.message}`))
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(`${website.url}/`) && !url.startsWith('data:')) events.push(`request: ${url}`)
  })
  page.on('console', message => {
    if (message.text().startsWith('violation: ')) events.push(message.text())
  })
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
       console.log('violation: ' + violatedDirective + ' ' + blockedURI))`,
  )
  return page
}

/** Finds executable content in the parsed page. */
async function findScripts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = window.ran === undefined ? [] : ['ran: ' + window.ran]
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isUrl = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name)
        if (/^on/i.test(name) || name === 'srcdoc' || (isUrl && /^\\s*javascript:/i.test(value)))
          found.push(element.localName + ' ' + name + '=' + value)
      }
    }
    for (const element of document.querySelectorAll('script:not([src]), iframe, object, embed, base, style'))
      if (element.type !== 'application/ld+json') found.push(element.outerHTML.slice(0, 200))
    return found
  })()`)
}

/** Opens all paths, three at a time, and returns everything that ran. */
async function findExecution(paths: string[]): Promise<string[]> {
  const found: string[] = []
  const queue = [...paths]
  const worker = async () => {
    const events: string[] = []
    const page = await openMonitoredPage(events)
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      await page.goto(website.url + path)
      for (const line of [...(await findScripts(page)), ...events.splice(0)]) found.push(`${path}: ${line}`)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  return found
}

describe('a thousand hostile foods', () => {
  it('are stored unchanged', () => {
    expect(foods.map(({ name }) => name)).toEqual(hostileTexts.map(withoutNul))
    expect(new Set(hostileTexts).size).toBe(1_000)
    expect(foods.every(({ name }) => name.includes('ran='))).toBe(true)
  })
  it('are shown as text in all lists', async () => {
    const names = [...new Set(foods.map(({ category }) => category ?? ''))].filter(name => name !== '')
    expect(names.length).toBeGreaterThan(35)
    const lists = names.map(name => `/category?name=${encodeURIComponent(name)}`)
    const found = await findExecution(['/', '/popular', '/categories', ...lists])
    expect(found).toEqual([])
  })
  it('are shown as text on their own pages', async () => {
    const step = foods.length / Math.min(foodPages, foods.length)
    const chosen = foods.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    expect(chosen.length).toBeGreaterThanOrEqual(Math.min(foodPages, foods.length) - 1)
    expect(await findExecution(chosen.map(({ id }) => `/food/${id}`))).toEqual([])
  })
})

it('shows query parameters as text', async () => {
  const texts = Array.from({ length: 10 }, (_, index) => encodeURIComponent(textAt(index * 103)))
  const paths = texts.flatMap(text => [
    `/search?q=${text}`,
    `/categories?find=${text}`,
    `/barcode?code=${text}`,
    `/docs/playground?q=${text}&path=${text}`,
    `/category?name=${text}`,
  ])
  expect(await findExecution(paths)).toEqual([])
})

it('shows form input and request headers as text on account pages', async () => {
  const events: string[] = []
  const page = await openMonitoredPage(events)
  const short = hostileTexts.filter(text => text.length <= 100 && !text.includes('\0'))
  const header = short.filter(text => /^[\x20-\x7e]+$/.test(text))
  const mallory = visitWebsite(website.url, { 'user-agent': header[5] ?? '' })
  await mallory.send('/sign-up', '/sign-up', { name: 'mallory', password, email: '' })
  const keys = '/account/keys'
  for (const name of short.filter((_, index) => index % 40 === 0)) {
    const typed = { name, scope: 'read', expires: '', cap: '', password }
    const created = await mallory.send(`${keys}/new`, keys, typed)
    expect(created.status).toBe(200)
  }
  for (const browser of header.slice(6, 9)) {
    const other = visitWebsite(website.url, { 'user-agent': browser })
    const signedIn = await other.send('/sign-in', '/sign-in', { login: 'mallory', password })
    expect(signedIn.status).toBe(303)
  }
  const submissions: [path: string, values: Record<string, string>][] = [
    ['/sign-up', { name: textAt(3), password: 'short', email: textAt(4) }],
    ['/sign-in', { login: textAt(3), password: textAt(85) }],
    ['/forgot-password', { email: textAt(125) }],
    [keys, { name: textAt(3), scope: textAt(4), expires: textAt(5), cap: textAt(6) }],
    ['/account/email', { email: `"${textAt(0)}"@example.org`, password }],
  ]
  const pages = []
  for (const path of [keys, '/account', '/account/security', '/account/activity', '/account/usage']) {
    pages.push({ path, answer: await mallory.open(path), isFormResponse: false })
  }
  for (const [path, values] of submissions) {
    const visitor = path.startsWith('/account') ? mallory : visitWebsite(website.url)
    const form = path === keys ? `${keys}/new` : path
    pages.push({ path, answer: await visitor.send(form, path, values), isFormResponse: true })
  }
  const shown = []
  for (const kind of pages.filter(({ answer }) => answer.status !== 303)) {
    await goTo(page, website.url, { ...kind, name: kind.path, cookies: mallory.cookies })
    expect(await findScripts(page), kind.path).toEqual([])
    if (kind.answer.text.includes('ran=')) shown.push(kind.path)
  }
  expect(events).toEqual([])
  expect(shown).toEqual(expect.arrayContaining([keys, '/account/security', '/account/activity', '/sign-in']))
})

describe('detects script execution', () => {
  const html = `<!doctype html><script>window.ran = 1; alert(2)</script><img src=x onerror="alert(3)">
    <script src="https://elsewhere.example/x.js"></script>`
  it.each(['without', 'with'])('%s a Content-Security-Policy', async policy => {
    const events: string[] = []
    const page = await openMonitoredPage(events)
    const headers = policy === 'with' ? { 'content-security-policy': "default-src 'none'" } : {}
    await page.route(`${website.url}/raw`, route =>
      route.fulfill({ contentType: 'text/html', headers, body: html }),
    )
    await page.goto(`${website.url}/raw`)
    const detected = [...(await findScripts(page)), ...events].join('\n')
    expect(detected).toContain('img onerror=alert(3)')
    if (policy === 'with') expect(detected).toMatch(/violation: script-src/)
    else
      for (const expected of ['ran: 1', 'dialog: 2', 'request: https://elsewhere'])
        expect(detected).toContain(expected)
  })
})
