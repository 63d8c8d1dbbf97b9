import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { tokenIn } from '../../../lab/servers/mail-server.ts'
import { startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { password } from '../../support/accounts.ts'
import { pathOf, send, withWebsite } from '../../support/browser.ts'

const payments = await startPaymentServer()
afterAll(() => payments.stop())
const website = withWebsite(payments.environment)

async function signUp(name: string): Promise<Page> {
  const page = await website.visit('/sign-up')
  await send(page, { Username: name, Password: password }, 'Create account')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function createKey(page: Page, values: Record<string, string>): Promise<string> {
  await page.goto(`${website.url}/account/keys`)
  await send(page, values, 'Create key')
  return page.locator('.secret').innerText()
}

async function statusOf(key: string): Promise<number> {
  return (await ask(website.service.apiUrl, '/search?q=milk', { key })).status
}

/** Nodes cache keys for half a second. */
async function expectRejected(key: string): Promise<void> {
  await expect.poll(() => statusOf(key), { timeout: 1_000 }).toBe(401)
}

it('copies a new key to the clipboard after sign-up', async () => {
  const page = await website.visit('/sign-up', {
    javaScriptEnabled: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await send(page, { Username: 'rowan', Password: password }, 'Create account')
  await page.getByRole('link', { name: 'Usage' }).click()
  expect(await page.locator('.code code').innerText()).toContain('/search?q=whole+milk')
  await page.goto(`${website.url}/account`)
  await page.getByRole('link', { name: 'Create your first API key' }).click()
  await send(page, { Name: 'first' }, 'Create key')
  await page.getByRole('button', { name: 'Copy key' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(key).toBe(await page.locator('.secret').innerText())
  expect(await statusOf(key)).toBe(200)
})

it('hides the copy button without JavaScript', async () => {
  const page = await signUp('service')
  await createKey(page, { Name: 'first' })
  expect(await page.getByRole('button', { name: 'Copy key' }).count()).toBe(0)
})

describe('API keys', () => {
  it('can be created, edited, rotated and revoked', async () => {
    const page = await signUp('apple')
    const key = await createKey(page, { Name: 'ci', 'Requests per minute': '20' })
    expect(key).toMatch(/^larder_read_/)
    expect(await statusOf(key)).toBe(200)

    await page.getByRole('link', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(key)
    expect(await page.locator('.rows').innerText()).toContain('max. 20 requests per minute')
    await page.getByRole('link', { name: 'ci', exact: true }).click()
    await send(page, { Name: 'tests', 'Requests per minute': 'many' }, 'Save changes')
    expect(await page.getByRole('alert').innerText()).toContain('whole number')
    expect(await page.getByLabel('Name').inputValue()).toBe('tests')
    await send(page, { 'Requests per minute': '' }, 'Save changes')
    expect(await page.locator('.rows').innerText()).not.toContain('max.')

    await page.getByRole('link', { name: 'tests', exact: true }).click()
    await page.getByLabel('Old secret').selectOption('Valid for 1 hour')
    await send(page, {}, 'Rotate secret')
    const rotated = await page.locator('.secret').innerText()
    expect(await page.getByText('The old secret is valid until').isVisible()).toBe(true)
    expect([await statusOf(key), await statusOf(rotated)]).toEqual([200, 200])

    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'tests', exact: true }).click()
    await page.getByRole('link', { name: 'Revoke this key' }).click()
    await send(page, {}, 'Revoke key')
    expect(await page.getByRole('status').innerText()).toContain('has been revoked')
    await expectRejected(key)
    await expectRejected(rotated)
  })

  it.each([
    ['no name', { Name: ' ' }, 'Name', 'Enter a name'],
    ['a name in use', { Name: 'used' }, 'Name', 'You already have a key with this name'],
    ['a past date', { Name: 'new', 'Expires on': '2020-02-02' }, 'Expires on', 'today or a later date'],
    [
      'an invalid number',
      { Name: 'new', 'Requests per minute': '1.5' },
      'Requests per minute',
      'whole number',
    ],
    [
      'a limit above the plan',
      { Name: 'new', 'Requests per minute': '31' },
      'Requests per minute',
      'The Starter plan allows 30 requests per minute',
    ],
  ])('shows an error at the field for %s', async (what, values, field, text) => {
    const page = await signUp(what.replaceAll(' ', '-'))
    await createKey(page, { Name: 'used' })
    await page.goto(`${website.url}/account/keys`)
    await send(page, values, 'Create key')
    expect(await page.getByRole('alert').innerText()).toContain(text)
    expect(await page.getByLabel(field).getAttribute('aria-invalid')).toBe('true')
    expect(await website.stores.sql("select * from api_keys where name = 'new'")).toEqual([])
  })

  it('requires the password to create an account key', async () => {
    const page = await signUp('pear')
    await page.goto(`${website.url}/account/keys/account`)
    await send(page, { 'Your password': 'not mine' }, 'Create account key')
    expect(await page.getByRole('alert').innerText()).toContain('not correct')
    await send(page, { 'Your password': password }, 'Create account key')
    const key = await page.locator('.secret').innerText()
    expect((await ask(website.service.apiUrl, '/auth/account', { key })).json.name).toBe('pear')
  })
})

it('upgrades, manages and cancels a subscription', async () => {
  const page = await signUp('cherry')
  await page.goto(`${website.url}/account/plan`)
  expect(await page.locator('.price').allInnerTexts()).toEqual(['Free', '€24 per month', '€129.50 per month'])
  await send(page, {}, 'Upgrade to Pro')
  await page.waitForURL(`${payments.settings.apiUrl}/pay/**`)
  const [checkout] = [...payments.checkouts.values()].filter(({ url }) => url === page.url())
  const subscription = payments.pay(page.url())
  // Stripe sends the customer back before any webhook has arrived.
  expect(checkout?.success_url).toBe(`${website.url}/account/plan/paid`)
  await page.goto(checkout?.success_url ?? '')
  expect(pathOf(page)).toBe('/account/plan')
  expect(await page.getByText('Your plan is active.').isVisible()).toBe(true)
  expect(await page.locator('.current').innerText()).toContain('Pro')
  expect(await page.getByRole('button', { name: /^Upgrade/ }).count()).toBe(0)
  expect(await page.getByText('Renews on').isVisible()).toBe(true)
  await send(page, {}, 'Manage subscription')
  await page.waitForURL(`${payments.settings.apiUrl}/**`)
  await page.goto(`${website.url}/account/delete`)
  await send(page, { 'Type cherry': 'cherry', 'Your password': password }, 'Delete account')
  expect(pathOf(page)).toBe('/sign-in')
  expect(subscription.status).toBe('canceled')
})

it('sells only plans above the present one', async () => {
  const page = await signUp('sloe')
  const offered = async (plan: string) => {
    await website.stores.sql("update accounts set plan = $1 where name = 'sloe'", [plan])
    await page.goto(`${website.url}/account/plan`)
    return page.getByRole('button', { name: /^Upgrade/ }).allInnerTexts()
  }
  expect(await offered('starter')).toEqual(['Upgrade to Pro', 'Upgrade to Scale'])
  expect(await offered('pro')).toEqual(['Upgrade to Scale'])
  expect(await offered('scale')).toEqual([])
  payments.isBroken = true
  await page.goto(`${website.url}/account/plan/paid`)
  payments.isBroken = false
  expect(await page.getByText('Your payment is being confirmed.').isVisible()).toBe(true)
})

it('adds, confirms and removes an e-mail address', async () => {
  const page = await signUp('plum')
  await page.goto(`${website.url}/account/email`)
  await send(page, { 'E-mail': 'plum at home', 'Your password': password }, 'Send confirmation link')
  expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  await send(page, { 'E-mail': 'plum@example.com', 'Your password': password }, 'Send confirmation link')
  expect(await page.locator('.tag').innerText()).toBe('not confirmed')
  await page.goto(
    `${website.url}/confirm-email?token=${tokenIn(await website.mails.next('/confirm-email?token='))}`,
  )
  await send(page, {}, 'Confirm e-mail address')
  await page.goto(`${website.url}/account/email`)
  expect(await page.locator('.tag').innerText()).toBe('confirmed')
  await page.locator('#remove').getByLabel('Your password').fill(password)
  await send(page, {}, 'Remove e-mail address')
  expect(pathOf(page)).toBe('/account/security/review')
  await page.goto(`${website.url}/account/email`)
  expect(await page.getByText('added an e-mail address.').isVisible()).toBe(true)
})

it('shows usage and activity', async () => {
  const page = await signUp('medlar')
  const key = await createKey(page, { Name: 'production' })
  await website.stores.sql(
    `insert into usage select account_id, current_date, id, '/search', status, requests
       from api_keys, (values (200, 1200), (404, 30), (429, 4), (503, 1)) as counted (status, requests)
       where last_four = $1`,
    [key.slice(-4)],
  )
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(`${website.url}/account/usage`)
  const chart = page.getByRole('img', { name: /^All endpoints: 1,235 requests in 30 days, most on/ })
  expect(await chart.locator('rect').count()).toBe(4)
  const ticks = await page.locator('.usage-ticks').first().locator('span').allInnerTexts()
  expect(ticks).toEqual(['1.5K', '1K', '500', '0'])
  expect(await page.getByText('of 43,200 per day').isVisible()).toBe(true)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(375)
  await page.getByText('Show data table').click()
  const cells = await page.locator('table').first().locator('tbody td.number').allInnerTexts()
  expect(cells).toEqual(['1,235', '1,200', '30', '4', '1'])
  await page.getByRole('link', { name: '90 days' }).click()
  expect(await page.getByRole('img', { name: /in 90 days/ }).count()).toBe(2)

  const [account] = await website.stores.sql<{ id: number }>(
    "update accounts set plan = 'pro' where name = 'medlar' returning id",
  )
  expect(account).toBeDefined()
  await expect
    .poll(
      async () => (await ask(website.service.apiUrl, '/search?q=milk', { key })).headers['x-ratelimit-limit'],
    )
    .toBe('500')
  await page.reload()
  const minute = page.getByText('Current minute').locator('..').locator('dd')
  expect(await minute.innerText()).toMatch(/^[1-9]\d* of 500/)
  await page.goto(`${website.url}/account/activity`)
  expect(await page.locator('.rows .row-title').allInnerTexts()).toEqual(['Key created', 'Signed up'])
  expect(await page.content()).not.toContain(key)
})

it('exports account data and deletes the account', async () => {
  const page = await signUp('quince')
  await page.goto(`${website.url}/account/data`)
  const [download] = await Promise.all([page.waitForEvent('download'), send(page, {}, 'Download data')])
  expect(download.suggestedFilename()).toBe('larder-quince.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    account: { name: 'quince', has_password: true },
    keys: [],
  })
  await page.goto(`${website.url}/account/delete`)
  await send(page, { 'Type quince': 'quinces', 'Your password': password }, 'Delete account')
  expect(await page.getByLabel('Type quince').getAttribute('aria-invalid')).toBe('true')
  await send(page, { 'Type quince': 'quince', 'Your password': password }, 'Delete account')
  expect(pathOf(page)).toBe('/sign-in')
  expect(await page.getByRole('status').innerText()).toContain('have been deleted')
  expect(await website.stores.sql("select * from accounts where name = 'quince'")).toEqual([])
})
