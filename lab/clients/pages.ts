// Every kind of page that the website has, for what must hold on all of them. Most are found in the router, so that
// a new page is among them without a word here.
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import { type MailServer, tokenIn } from '../servers/mail-server.ts'
import type { Answer } from './http.ts'
import { textIn, visitWebsite, type WebVisitor } from './web-visitor.ts'

export interface KindOfPage {
  /** Short, and good as the name of a file. */
  name: string
  path: string
  /** Whoever looks at it has these. */
  cookies: Map<string, string>
  answer: Answer
  /** It answers a form, so its address does not lead to it. */
  isOfForm: boolean
}

interface Site {
  url: string
  stores: { sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> }
  mails: MailServer
}

const password = 'seven lamps on a quiet boat'

/** No pages: files, and what only leads to a page. */
const withoutPage = [
  /^\/assets\//,
  /^\/robots\.txt$/,
  /^\/health$/,
  /^\/sitemap/,
  /^\/sign-in\/:provider\/callback$/,
]

/** The addresses of the website that can be opened, by the time it has started. Call it before. */
export function watchRoutes(): () => string[] {
  const servers: string[][] = []
  subscribe('fastify.initialization', message => {
    const { fastify } = message as { fastify: FastifyInstance }
    const routes: string[] = []
    servers.push(routes)
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      if ([method].flat().includes('GET')) routes.push(url)
    })
  })
  return () => {
    const website = servers.find(routes => routes.includes('/sign-up'))
    if (!website) throw new Error('no website has started')
    return website.filter(route => !withoutPage.some(pattern => pattern.test(route)))
  }
}

/** Looks at all of them, as people who have what each page is about. */
export async function openAllPages(site: Site, routes: string[]): Promise<KindOfPage[]> {
  const pages: KindOfPage[] = []
  const told = new Set<string>()
  const keep = (visitor: WebVisitor, name: string, path: string, answer: Answer, isOfForm = true) => {
    if (answer.status >= 300 && answer.status < 400)
      throw new Error(`${path} shows nothing, it leads to ${answer.headers.location}: tell how to see it`)
    pages.push({ name, path, cookies: new Map(visitor.cookies), answer, isOfForm })
    return answer
  }
  const look = async (visitor: WebVisitor, name: string, route: string, path = route) => {
    told.add(route)
    return keep(visitor, name, path, await visitor.open(path), false)
  }
  const anybody = visitWebsite(site.url)
  const ann = visitWebsite(site.url)
  await ann.send('/sign-up', '/sign-up', { name: 'ann', email: 'ann@example.org', password })
  const confirming = tokenIn(await site.mails.next())
  await look(anybody, 'confirm-email', '/confirm-email', `/confirm-email?token=${confirming}`)
  await ann.send(`/confirm-email?token=${confirming}`, '/confirm-email', {})

  await lookAtFoods(site, (name, route, path) => look(anybody, name, route, path))
  await look(anybody, 'not-found', '*', '/no/such/page')
  await lookAtWaysIn(site, { look, keep })
  await lookAtKeys(site, ann, { look, keep })
  const providerRoute = '/account/security/providers/:provider'
  await look(ann, 'account-provider', providerRoute, '/account/security/providers/example')

  for (const route of routes.filter(each => !told.has(each))) {
    if (route.includes(':')) throw new Error(`${route} is no address yet: tell how to see it`)
    const name = route === '/' ? 'start' : route.slice(1).replaceAll('/', '-')
    await look(route.startsWith('/account') ? ann : anybody, name, route)
  }
  return pages
}

type Look = (visitor: WebVisitor, name: string, route: string, path?: string) => Promise<Answer>
type Keep = (visitor: WebVisitor, name: string, path: string, answer: Answer) => Answer

async function lookAtFoods(
  { url, stores }: Site,
  look: (name: string, route: string, path: string) => Promise<Answer>,
): Promise<void> {
  const visitor = visitWebsite(url)
  const kinds = {
    complete: `select id from foods where barcode = '0015887170128'`,
    sparse: `select id from foods where source <> 'ai_estimate'
      order by num_nonnulls(brand, category, serving_size_g, fat_g, protein_g, carbs_g, sodium_mg, image_url), id
      limit 1`,
    estimate: `select id from foods where source = 'ai_estimate' order by id limit 1`,
  }
  for (const [kind, statement] of Object.entries(kinds)) {
    const [food] = await stores.sql<{ id: number }>(statement)
    const { location = '' } = (await visitor.open(`/food/${food?.id}`)).headers
    await look(`food-${kind}`, '/food/:food', location)
  }
  await look('food-unknown', '/food/:food', '/food/999999999')
  await look('search-found', '/search', '/search?q=milk')
  await look('search-nothing-found', '/search', '/search?q=zzzzqqqqxxxx')
  await look('search-nothing-typed', '/search', '/search')
  await look('category', '/category', '/category?name=Dairy')
  await look('category-unknown', '/category', '/category?name=Nothing')
  await look('barcode-unknown', '/barcode/:code', '/barcode/4006381333931')
  await look('barcode-wrong', '/barcode', '/barcode?code=12')
}

async function lookAtWaysIn({ url, mails }: Site, { look, keep }: { look: Look; keep: Keep }): Promise<void> {
  const bob = visitWebsite(url)
  await bob.send('/sign-up', '/sign-up', { name: 'bob', email: 'bob@example.org', password })
  const token = tokenIn(await mails.next())
  await bob.send(`/confirm-email?token=${token}`, '/confirm-email', {})
  const path = '/account/security/second-factor'
  const begun = keep(bob, 'second-factor-begun', path, await bob.send(path, path, { password }))
  const app = new TOTP({ secret: Secret.fromBase32(textIn(begun, /<code class="secret">(\w+)</)) })
  const codes = await bob.sendFrom(begun, `${path}/confirm`, { code: app.generate() })
  keep(bob, 'recovery-codes', `${path}/confirm`, codes)
  await look(bob, 'second-factor-on', '(with a second factor)', path)

  const guest = visitWebsite(url)
  const tooShort = { name: 'A B', email: '', password: 'short' }
  keep(guest, 'sign-up-refused', '/sign-up', await guest.send('/sign-up', '/sign-up', tooShort))
  const wrong = { login: 'bob', password: 'not his password' }
  keep(guest, 'sign-in-refused', '/sign-in', await guest.send('/sign-in', '/sign-in', wrong))
  const caller = visitWebsite(url)
  caller.cookies.set('__Host-larder-device', bob.cookies.get('__Host-larder-device') ?? '')
  await caller.send('/sign-in', '/sign-in', { login: 'bob', password })
  await look(caller, 'sign-in-code', '/sign-in/code')

  await guest.send('/forgot-password', '/forgot-password', { email: 'bob@example.org' })
  const reset = tokenIn(await mails.next())
  await look(guest, 'reset-password', '/reset-password', `/reset-password?token=${reset}`)
  await look(guest, 'reset-password-ended', '/reset-password', '/reset-password?token=none')
}

async function lookAtKeys(
  { stores }: Site,
  ann: WebVisitor,
  { look, keep }: { look: Look; keep: Keep },
): Promise<void> {
  const keys = '/account/keys'
  await look(ann, 'account-new', '(without keys)', '/account')
  const typed = { name: 'production', scope: 'read', expires: '', cap: '60' }
  keep(ann, 'key-made', keys, await ann.send(keys, keys, typed))
  keep(ann, 'key-refused', keys, await ann.send(keys, keys, { ...typed, cap: 'many' }))
  const [key] = await stores.sql<{ id: number }>(
    `insert into usage
       select account_id, current_date - day, id, endpoint, case when day % 5 = 0 then 404 else 200 end, 40 * (day % 7 + 1)
         from api_keys, generate_series(0, 20) as day, unnest(array['/search', '/food/{food_id}']) as endpoint
         where api_keys.name = 'production'
       returning key_id as id`,
  )
  await look(ann, 'account-key', '/account/keys/:id', `${keys}/${key?.id}`)
  await look(ann, 'account-key-revoke', '/account/keys/:id/revoke', `${keys}/${key?.id}/revoke`)
}

/** Brings a browser to it. */
export async function goTo(page: Page, siteUrl: string, kind: KindOfPage): Promise<void> {
  const { path, cookies, answer, isOfForm } = kind
  const address = siteUrl + path
  await page.context().clearCookies()
  // As if over https, which the names of the cookies ask for.
  const url = siteUrl.replace('http:', 'https:')
  await page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, url, secure: true, httpOnly: true })))
  if (isOfForm) {
    const headers = {
      'content-type': String(answer.headers['content-type']),
      'content-security-policy': String(answer.headers['content-security-policy']),
    }
    const { status, text: body } = answer
    await page.route(address, route => route.fulfill({ status, headers, body }), { times: 1 })
  }
  await page.goto(address)
}
