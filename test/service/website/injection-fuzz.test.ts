// A thousand foods whose names would like to be script, and people who type such things. Nothing of it runs.
// FUZZ_FOODS=1000 opens the page of every food, not only of some.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { goTo } from '../../../lab/clients/pages.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { refreshDerivedTables } from '../../../src/importer/refresh-derived-tables.ts'
import { runImport } from '../../../src/importer/run.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { withWebsite } from '../../support/browser.ts'
import { hostileTexts } from '../../support/injection-texts.ts'

const website = withWebsite(
  {},
  // Nothing elsewhere is reached, but it is seen who asks for it.
  { args: () => ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'] },
)
const foodPages = Number(process.env['FUZZ_FOODS'] ?? 60)
const categories = 42
const password = 'seven lamps on a quiet boat'

const textAt = (at: number): string => hostileTexts[at % hostileTexts.length] ?? ''

/** What PostgreSQL can hold of it. */
const stored = (text: string): string => text.replaceAll('\0', '')

function hostileFood(text: string, at: number) {
  return {
    source_id: `hostile-${at}`,
    name: stored(text),
    brand: stored(textAt(at + 7)),
    // Some of every shape and every way out.
    category: stored(textAt((at % categories) * 23)),
    serving_desc: stored(textAt(at + 13)),
    image_url: ['javascript:ran=1', 'http://elsewhere.example/x.png', stored(textAt(at + 3))][at % 3],
    image_thumb_url: `"><script>ran=${at}</script>`,
  }
}

function tameFood(at: number) {
  return {
    source_id: `hostile-${at}`,
    source: 'community',
    name: `Food ${at}`,
    serving_size_g: 30,
    calories_kcal: 100 + (at % 300),
    fat_g: 5,
    popularity: hostileTexts.length - at,
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
  writeFileSync(file, hostileTexts.map((_, at) => JSON.stringify(tameFood(at))).join('\n'))
  await withConnection(website.stores.databaseUrl, async client => {
    await runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'per-line' } }] })
    // Past the importer, which takes tags away: the website does not rely on it.
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
}, 60_000)

/** A page of a browser that notes all that is more than text. */
async function watched(noted: string[]): Promise<Page> {
  const page = await website.visit('/robots.txt', { javaScriptEnabled: true })
  page.on('dialog', dialog => {
    noted.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => noted.push(`error: ${error.message}`))
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(`${website.url}/`) && !url.startsWith('data:')) noted.push(`request: ${url}`)
  })
  page.on('console', message => {
    if (message.text().startsWith('violation: ')) noted.push(message.text())
  })
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
       console.log('violation: ' + violatedDirective + ' ' + blockedURI))`,
  )
  return page
}

/** Of the page as the browser understood it. */
async function scriptIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = window.ran === undefined ? [] : ['ran: ' + window.ran]
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isAddress = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name)
        if (/^on/i.test(name) || name === 'srcdoc' || (isAddress && /^\\s*javascript:/i.test(value)))
          found.push(element.localName + ' ' + name + '=' + value)
      }
    }
    for (const element of document.querySelectorAll('script:not([src]), iframe, object, embed, base, style'))
      if (element.type !== 'application/ld+json') found.push(element.outerHTML.slice(0, 200))
    return found
  })()`)
}

/** Opens them all, by three pages of the browser at once. */
async function whatRunsAt(paths: string[]): Promise<string[]> {
  const found: string[] = []
  const waiting = [...paths]
  const work = async () => {
    const noted: string[] = []
    const page = await watched(noted)
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(website.url + path)
      for (const line of [...(await scriptIn(page)), ...noted.splice(0)]) found.push(`${path}: ${line}`)
    }
  }
  await Promise.all([work(), work(), work()])
  return found
}

describe('a thousand hostile foods', () => {
  it('are in the catalog as they were written', () => {
    expect(foods.map(({ name }) => name)).toEqual(hostileTexts.map(stored))
    expect(new Set(hostileTexts).size).toBe(1_000)
    expect(foods.every(({ name }) => name.includes('ran='))).toBe(true)
  })
  it('are text in all lists', async () => {
    const names = [...new Set(foods.map(({ category }) => category ?? ''))].filter(name => name !== '')
    expect(names.length).toBeGreaterThan(35)
    const lists = names.map(name => `/category?name=${encodeURIComponent(name)}`)
    const found = await whatRunsAt(['/', '/popular', '/categories', '/numbers', ...lists])
    expect(found).toEqual([])
  })
  it('are text on their own pages', async () => {
    const step = foods.length / Math.min(foodPages, foods.length)
    const chosen = foods.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    expect(chosen.length).toBeGreaterThanOrEqual(Math.min(foodPages, foods.length) - 1)
    expect(await whatRunsAt(chosen.map(({ id }) => `/food/${id}`))).toEqual([])
  }, 300_000)
})

it('what is typed into addresses is text', async () => {
  const texts = Array.from({ length: 10 }, (_, at) => encodeURIComponent(textAt(at * 103)))
  const paths = texts.flatMap(text => [
    `/search?q=${text}`,
    `/categories?find=${text}`,
    `/barcode?code=${text}`,
    `/docs/playground?q=${text}&path=${text}`,
    `/category?name=${text}`,
  ])
  expect(await whatRunsAt(paths)).toEqual([])
})

it('what people type and send along is text on the pages of their account', async () => {
  const noted: string[] = []
  const page = await watched(noted)
  const short = hostileTexts.filter(text => text.length <= 100 && !text.includes('\0'))
  const header = short.filter(text => /^[\x20-\x7e]+$/.test(text))
  const mallory = visitWebsite(website.url, { 'user-agent': header[5] ?? '' })
  await mallory.send('/sign-up', '/sign-up', { name: 'mallory', password, email: '' })
  const keys = '/account/keys'
  for (const name of short.filter((_, at) => at % 40 === 0)) {
    const made = await mallory.send(keys, keys, { name, scope: 'read', expires: '', cap: '' })
    expect(made.status).toBe(200)
  }
  for (const browser of header.slice(6, 9)) {
    const other = visitWebsite(website.url, { 'user-agent': browser })
    const signedIn = await other.send('/sign-in', '/sign-in', { login: 'mallory', password })
    expect(signedIn.status).toBe(303)
  }
  const sent: [path: string, typed: Record<string, string>][] = [
    ['/sign-up', { name: textAt(3), password: 'short', email: textAt(4) }],
    ['/sign-in', { login: textAt(3), password: textAt(85) }],
    ['/forgot-password', { email: textAt(125) }],
    [keys, { name: textAt(3), scope: textAt(4), expires: textAt(5), cap: textAt(6) }],
    ['/account/email', { email: `"${textAt(0)}"@example.org`, password }],
  ]
  const pages = []
  for (const path of [keys, '/account', '/account/security', '/account/activity', '/account/usage']) {
    pages.push({ path, answer: await mallory.open(path), isOfForm: false })
  }
  for (const [path, typed] of sent) {
    const visitor = path.startsWith('/account') ? mallory : visitWebsite(website.url)
    pages.push({ path, answer: await visitor.send(path, path, typed), isOfForm: true })
  }
  const shown = []
  for (const kind of pages.filter(({ answer }) => answer.status !== 303)) {
    await goTo(page, website.url, { ...kind, name: kind.path, cookies: mallory.cookies })
    expect(await scriptIn(page), kind.path).toEqual([])
    if (kind.answer.text.includes('ran=')) shown.push(kind.path)
  }
  expect(noted).toEqual([])
  expect(shown).toEqual(expect.arrayContaining([keys, '/account/security', '/account/activity', '/sign-in']))
})

describe('what runs would be seen', () => {
  const html = `<!doctype html><script>window.ran = 1; alert(2)</script><img src=x onerror="alert(3)">
    <script src="https://elsewhere.example/x.js"></script>`
  it.each(['without', 'with'])('%s a Content-Security-Policy', async policy => {
    const noted: string[] = []
    const page = await watched(noted)
    const headers = policy === 'with' ? { 'content-security-policy': "default-src 'none'" } : {}
    await page.route(`${website.url}/raw`, route =>
      route.fulfill({ contentType: 'text/html', headers, body: html }),
    )
    await page.goto(`${website.url}/raw`)
    const seen = [...(await scriptIn(page)), ...noted].join('\n')
    expect(seen).toContain('img onerror=alert(3)')
    if (policy === 'with') expect(seen).toMatch(/violation: script-src/)
    else
      for (const sign of ['ran: 1', 'dialog: 2', 'request: https://elsewhere']) expect(seen).toContain(sign)
  })
})
