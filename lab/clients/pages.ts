// Every kind of page of the website, for checks that apply to all of them. Most are discovered from the router, so that
// new pages are included automatically.
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import { type MailServer, tokenIn } from '../servers/mail-server.ts'
import type { Answer } from './http.ts'
import { textIn, visitWebsite, type WebVisitor } from './web-visitor.ts'

export interface PageKind {
  /** Short, and usable as a file name. */
  name: string
  path: string
  /** The visitor's cookies. */
  cookies: Map<string, string>
  answer: Answer
  /** The response to a form submission, so it cannot be reached by its URL. */
  isFormResponse: boolean
}

interface Site {
  url: string
  stores: { sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> }
  mails: MailServer
}

const password = 'seven lamps on a quiet boat'

/** Routes without a page: files and redirects. */
const excludedRoutes = [
  /^\/assets\//,
  /^\/illustrations\//,
  /^\/share\.png$/,
  /^\/(?:robots|llms)\.txt$/,
  /^\/health$/,
  /^\/sitemap/,
  /^\/\.well-known\//,
  /^\/packs\//,
  /^\/sign-in\/:provider\/callback$/,
  /^\/account\/plan\/paid$/,
  /^\/account\/usage\.csv$/,
  /^\/changelog\.atom$/,
]

/** Records the routes of every server, each in a separate list. Call it before the servers start. */
export function recordServers(): RouteOptions[][] {
  const servers: RouteOptions[][] = []
  subscribe('fastify.initialization', message => {
    const { fastify } = message as { fastify: FastifyInstance }
    const routes: RouteOptions[] = []
    servers.push(routes)
    fastify.addHook('onRoute', (route: RouteOptions) => void routes.push(route))
  })
  return servers
}

export const isWebsite = (routes: RouteOptions[]): boolean => routes.some(({ url }) => url === '/sign-up')

/** Records the routes of the website with this method. Call it before the website starts. */
export function recordRoutes(recorded: 'GET' | 'POST' = 'GET'): () => string[] {
  const servers = recordServers()
  return () => {
    const website = servers.find(isWebsite)
    if (!website) throw new Error('the website has not started')
    return website
      .filter(({ method }) => [method].flat().includes(recorded))
      .map(({ url }) => url)
      .filter(route => !excludedRoutes.some(pattern => pattern.test(route)))
  }
}

/** Opens every page as a visitor with the data that the page needs. */
export async function openAllPages(site: Site, routes: string[]): Promise<PageKind[]> {
  const pages: PageKind[] = []
  const visited = new Set<string>()
  const add = (visitor: WebVisitor, name: string, path: string, answer: Answer, isFormResponse = true) => {
    if (answer.status >= 300 && answer.status < 400)
      throw new Error(`${path} redirects to ${answer.headers.location}: add a way to open it here`)
    pages.push({ name, path, cookies: new Map(visitor.cookies), answer, isFormResponse })
    return answer
  }
  const open = async (visitor: WebVisitor, name: string, route: string, path = route) => {
    visited.add(route)
    return add(visitor, name, path, await visitor.open(path), false)
  }
  const anonymous = visitWebsite(site.url)
  const ann = visitWebsite(site.url)
  await ann.send('/sign-up', '/sign-up', { name: 'ann', email: 'ann@example.org', password })
  const confirming = tokenIn(await site.mails.next('/confirm-email?token='))
  await open(anonymous, 'confirm-email', '/confirm-email', `/confirm-email?token=${confirming}`)
  await ann.send(`/confirm-email?token=${confirming}`, '/confirm-email', {})

  await openFoodPages(site, (name, route, path) => open(anonymous, name, route, path))
  await open(anonymous, 'not-found', '*', '/no/such/page')
  await openSignInPages(site, { open, add })
  await openKeyPages(site, ann, { open, add })
  await openPasskeyPages(site, ann, { open, add })
  const providerRoute = '/account/security/providers/:provider'
  await open(ann, 'account-provider', providerRoute, '/account/security/providers/example')

  for (const route of routes.filter(each => !visited.has(each))) {
    if (route.includes(':')) throw new Error(`${route} has parameters: add a way to open it here`)
    const name = route === '/' ? 'start' : route.slice(1).replaceAll('/', '-')
    await open(/^\/account/.test(route) ? ann : anonymous, name, route)
  }
  return pages
}

type Open = (visitor: WebVisitor, name: string, route: string, path?: string) => Promise<Answer>
type Add = (visitor: WebVisitor, name: string, path: string, answer: Answer) => Answer

async function openFoodPages(
  { url, stores }: Site,
  open: (name: string, route: string, path: string) => Promise<Answer>,
): Promise<void> {
  const visitor = visitWebsite(url)
  const statements = {
    complete: `select id from foods where barcode = '0015887170128'`,
    sparse: `select id from foods where source <> 'ai_estimate'
      order by num_nonnulls(brand, category, serving_size_g, fat_g, protein_g, carbs_g, sodium_mg, image_url), id
      limit 1`,
    estimate: `select id from foods where source = 'ai_estimate' order by id limit 1`,
  }
  for (const [kind, statement] of Object.entries(statements)) {
    const [food] = await stores.sql<{ id: number }>(statement)
    const { location = '' } = (await visitor.open(`/food/${food?.id}`)).headers
    await open(`food-${kind}`, '/food/:food', location)
  }
  await open('food-unknown', '/food/:food', '/food/999999999')
  const [labelled] = await stores.sql<{ id: number }>(statements.complete)
  for (const region of ['us', 'uk'])
    await open(`label-${region}`, '/embed/label/:food', `/embed/label/${labelled?.id}?label=${region}`)
  await open('search-found', '/search', '/search?q=milk')
  await open(
    'search-filtered',
    '/search',
    '/search?q=milk&category=Dairy&protein_g_min=1&fat_g_max=x&has_image=true&exclude_allergens=eggs&sort=-protein_g',
  )
  await open('search-comparison', '/search', '/search?q=whole+milk+or+skim+milk')
  await open('search-nothing-found', '/search', '/search?q=zzzzqqqqxxxx')
  await open('search-nothing-typed', '/search', '/search')
  await open('category', '/category', '/category?name=Dairy')
  await open('category-cards', '/category', '/category?name=Dairy&view=cards')
  await open('category-unknown', '/category', '/category?name=Nothing')
  await open('categories', '/categories', '/categories')
  await open('categories-found', '/categories', '/categories?find=milk')
  const compared = await stores.sql<{ id: number }>(
    `(select id from foods where source = 'ai_estimate' order by id limit 1)
     union all (select id from foods where source <> 'ai_estimate' order by popular_order, id limit 2)`,
  )
  await open('compare', '/compare', `/compare?foods=${compared.map(({ id }) => id).join(',')}`)
  await open('compare-one', '/compare', `/compare?foods=${compared[1]?.id}&per=serving`)
  await open('compare-add', '/compare', '/compare?add=milk')
  await open('compare-empty', '(without foods)', '/compare')
  await open('search-amount', '/search', '/search?q=2+boiled+eggs')
  await open('search-meal', '/search', '/search?q=coffee+with+200+ml+milk')
  const sentence = new URLSearchParams({ q: '2 boiled eggs with bread, 200 ml milk and a zzzzqqqq' })
  await open('meal', '/meal', `/meal?${sentence}`)
  const items = compared.map(({ id }) => `${id}_150`).join(',')
  await open('meal-recipe', '/meal', `/meal?items=${items},1__g,999999999&servings=4&cooked=900&change=1`)
  await open('meal-empty', '(without foods)', '/meal')
  await open('barcode-unknown', '/barcode/:code', '/barcode/4006381333931')
  await open('barcode-wrong', '/barcode', '/barcode?code=12')
}

async function openSignInPages({ url, mails }: Site, { open, add }: { open: Open; add: Add }): Promise<void> {
  const bob = visitWebsite(url)
  await bob.send('/sign-up', '/sign-up', { name: 'bob', email: 'bob@example.org', password })
  const token = tokenIn(await mails.next('/confirm-email?token='))
  await bob.send(`/confirm-email?token=${token}`, '/confirm-email', {})
  const path = '/account/security/second-factor'
  const setup = add(bob, 'two-factor-setup', path, await bob.send(path, path, { password }))
  const app = new TOTP({ secret: Secret.fromBase32(textIn(setup, /<code class="setup-key">(\w+)</)) })
  const codes = await bob.sendFrom(setup, `${path}/confirm`, { code: app.generate() })
  add(bob, 'recovery-codes', `${path}/confirm`, codes)
  await open(bob, 'two-factor-on', '(with two-factor sign-in)', path)

  const guest = visitWebsite(url)
  const tooShort = { name: 'A B', email: '', password: 'short' }
  add(guest, 'sign-up-rejected', '/sign-up', await guest.send('/sign-up', '/sign-up', tooShort))
  const wrong = { login: 'bob', password: 'not his password' }
  add(guest, 'sign-in-rejected', '/sign-in', await guest.send('/sign-in', '/sign-in', wrong))
  const knownDevice = visitWebsite(url)
  knownDevice.cookies.set('__Host-larder-device', bob.cookies.get('__Host-larder-device') ?? '')
  await knownDevice.send('/sign-in', '/sign-in', { login: 'bob', password })
  await open(knownDevice, 'sign-in-code', '/sign-in/code')

  await guest.send('/forgot-password', '/forgot-password', { email: 'bob@example.org' })
  const reset = tokenIn(await mails.next('/reset-password?token='))
  await open(guest, 'reset-password', '/reset-password', `/reset-password?token=${reset}`)
  await open(guest, 'reset-password-ended', '/reset-password', '/reset-password?token=none')
}

async function openKeyPages(
  { stores }: Site,
  ann: WebVisitor,
  { open, add }: { open: Open; add: Add },
): Promise<void> {
  const keys = '/account/keys'
  await open(ann, 'account-new', '(without keys)', '/account')
  const typed = { name: 'production', scope: 'read', expires: '', cap: '20', password }
  add(ann, 'key-created', keys, await ann.send(`${keys}/new`, keys, typed))
  add(ann, 'key-rejected', keys, await ann.send(`${keys}/new`, keys, { ...typed, cap: 'many' }))
  const [key] = await stores.sql<{ id: number }>(
    `insert into usage
       select account_id, current_date - day, id, endpoint, case day % 5 when 0 then 404 when 1 then 429 else 200 end, 40 * (day % 7 + 1)
         from api_keys, generate_series(0, 20) as day, unnest(array['/search', '/food/{food_id}']) as endpoint
         where api_keys.name = 'production'
       returning key_id as id`,
  )
  if (!key) throw new Error('the API key was not created')
  await open(ann, 'account-usage-key', '(with requests of a key)', `/account/usage?period=30d&key=${key.id}`)
  await open(ann, 'account-key-rotate', '/account/keys/:id/rotate', `${keys}/${key.id}/rotate`)
  await open(ann, 'account-key', '/account/keys/:id', `${keys}/${key.id}`)
  await open(ann, 'account-key-revoke', '/account/keys/:id/revoke', `${keys}/${key.id}/revoke`)
}

async function openPasskeyPages(
  { url, stores }: Site,
  ann: WebVisitor,
  { open, add }: { open: Open; add: Add },
): Promise<void> {
  const addPasskey = async (name: string) => {
    const [passkey] = await stores.sql<{ id: number }>(
      `insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
         select id, 'phone', name::bytea, '', '', 0 from accounts where name = $1 returning id`,
      [name],
    )
    return passkey?.id ?? 0
  }
  const path = '/account/security/passkeys'
  const id = await addPasskey('ann')
  await open(ann, 'passkey-remove', `${path}/:id/remove`, `${path}/${id}/remove`)
  add(ann, 'passkey-ceremony', path, await ann.send(path, path, { name: 'laptop', password }))
  const dora = visitWebsite(url)
  await dora.send('/sign-up', '/sign-up', { name: 'dora', email: '', password })
  await addPasskey('dora')
  await stores.sql("update accounts set password_hash = null where name = 'dora'")
  await open(dora, 'confirm-with-passkey', '(with a passkey only)', '/account/delete')
}

/** Opens a page kind in a browser. */
export async function goTo(page: Page, siteUrl: string, kind: PageKind): Promise<void> {
  const { path, cookies, answer, isFormResponse } = kind
  const pageUrl = siteUrl + path
  await page.context().clearCookies()
  // As if over HTTPS, because `__Host-` cookies require it.
  const url = siteUrl.replace('http:', 'https:')
  await page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, url, secure: true, httpOnly: true })))
  if (isFormResponse) {
    const headers = {
      'content-type': String(answer.headers['content-type']),
      'content-security-policy': String(answer.headers['content-security-policy']),
    }
    const { status, text: body } = answer
    await page.route(pageUrl, route => route.fulfill({ status, headers, body }), { times: 1 })
  }
  await page.goto(pageUrl)
}
