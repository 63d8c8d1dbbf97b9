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
  await send(page, { Name: name, Password: password }, 'Sign up')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function makeKey(page: Page, typed: Record<string, string>): Promise<string> {
  await page.goto(`${website.url}/account/keys`)
  await send(page, typed, 'Make the key')
  return page.locator('.secret').innerText()
}

/** What the API says to a key. */
async function statusOf(key: string): Promise<number> {
  return (await ask(website.service.apiUrl, '/search?q=milk', { key })).status
}

/** A key lives on for half a second in the memory of a node. */
async function expectEnd(key: string): Promise<void> {
  await expect.poll(() => statusOf(key), { timeout: 1_000 }).toBe(401)
}

it('from sign-up to the first call: the key is copied with its button', async () => {
  const page = await website.visit('/sign-up', {
    javaScriptEnabled: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await send(page, { Name: 'rowan', Password: password }, 'Sign up')
  await page.getByRole('link', { name: 'Usage' }).click()
  expect(await page.locator('.code code').innerText()).toContain('/search?q=whole+milk')
  await page.goto(`${website.url}/account`)
  await page.getByRole('link', { name: 'Make your first key' }).click()
  await send(page, { Name: 'first' }, 'Make the key')
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(key).toBe(await page.locator('.secret').innerText())
  expect(await statusOf(key)).toBe(200)
})

it('without script there is no copy button', async () => {
  const page = await signUp('service')
  await makeKey(page, { Name: 'first' })
  expect(await page.getByRole('button', { name: 'Copy the key' }).count()).toBe(0)
})

describe('keys', () => {
  it('are made, shown once, changed, rotated and revoked', async () => {
    const page = await signUp('apple')
    const key = await makeKey(page, { Name: 'ci', 'Requests a minute': '20' })
    expect(key).toMatch(/^larder_read_/)
    expect(await statusOf(key)).toBe(200)

    await page.getByRole('link', { name: 'I have copied it' }).click()
    expect(await page.content()).not.toContain(key)
    expect(await page.locator('.rows').innerText()).toContain('at most 20 a minute')
    await page.getByRole('link', { name: 'ci', exact: true }).click()
    await send(page, { Name: 'tests', 'Requests a minute': 'many' }, 'Save')
    expect(await page.getByRole('alert').innerText()).toContain('whole number')
    expect(await page.getByLabel('Name').inputValue()).toBe('tests')
    await send(page, { 'Requests a minute': '' }, 'Save')
    expect(await page.locator('.rows').innerText()).not.toContain('at most')

    await page.getByRole('link', { name: 'tests', exact: true }).click()
    await page.getByLabel('The old secret works on').selectOption('for one hour')
    await send(page, {}, 'Make a new secret')
    const fresh = await page.locator('.secret').innerText()
    expect(await page.getByText('The old secret works until').isVisible()).toBe(true)
    expect([await statusOf(key), await statusOf(fresh)]).toEqual([200, 200])

    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'tests', exact: true }).click()
    await page.getByRole('link', { name: 'Revoke this key' }).click()
    await send(page, {}, 'Revoke it')
    expect(await page.getByRole('status').innerText()).toContain('is revoked')
    await expectEnd(key)
    await expectEnd(fresh)
  })

  it.each([
    ['no name', { Name: ' ' }, 'Name', 'Give the key a name'],
    ['a name in use', { Name: 'used' }, 'Name', 'You have a key of this name'],
    ['a day that is over', { Name: 'new', 'Last day': '2020-02-02' }, 'Last day', 'a day from today on'],
    ['no number', { Name: 'new', 'Requests a minute': '1.5' }, 'Requests a minute', 'whole number'],
  ])('%s is told at its field', async (what, typed, field, text) => {
    const page = await signUp(what.replaceAll(' ', '-'))
    await makeKey(page, { Name: 'used' })
    await page.goto(`${website.url}/account/keys`)
    await send(page, typed, 'Make the key')
    expect(await page.getByRole('alert').innerText()).toContain(text)
    expect(await page.getByLabel(field).getAttribute('aria-invalid')).toBe('true')
    expect(await website.stores.sql("select * from api_keys where name = 'new'")).toEqual([])
  })

  it('the account key asks for the password', async () => {
    const page = await signUp('pear')
    await page.goto(`${website.url}/account/keys/account`)
    await send(page, { 'Your password': 'not mine' }, 'Make the account key')
    expect(await page.getByRole('alert').innerText()).toContain('not your password')
    await send(page, { 'Your password': password }, 'Make the account key')
    const key = await page.locator('.secret').innerText()
    expect((await ask(website.service.apiUrl, '/auth/account', { key })).json.name).toBe('pear')
  })
})

it('a plan is paid for at the payment service', async () => {
  const page = await signUp('cherry')
  await page.goto(`${website.url}/account/plan`)
  await send(page, {}, 'Take Pro')
  await page.waitForURL(`${payments.settings.apiUrl}/pay/**`)
  const subscription = payments.pay(page.url())
  const { body, signature } = payments.message('customer.subscription.created', subscription)
  const told = await ask(website.service.apiUrl, '/billing/webhook', {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body: body.toString(),
  })
  expect(told.status).toBeLessThan(300)
  await page.goto(`${website.url}/account/plan`)
  expect(await page.locator('.current').innerText()).toContain('Pro')
  expect(await page.getByText('Renews on').isVisible()).toBe(true)
  await send(page, {}, 'Change plan or card, see invoices, cancel')
  await page.waitForURL(`${payments.settings.apiUrl}/**`)
  await page.goto(`${website.url}/account/delete`)
  await send(page, { 'Type cherry': 'cherry', 'Your password': password }, 'Delete it for good')
  expect(pathOf(page)).toBe('/sign-in')
  expect(subscription.status).toBe('canceled')
})

it('an e-mail address is added, confirmed and removed', async () => {
  const page = await signUp('plum')
  await page.goto(`${website.url}/account/email`)
  await send(page, { 'E-mail': 'plum at home', 'Your password': password }, 'Send the link')
  expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  await send(page, { 'E-mail': 'plum@example.com', 'Your password': password }, 'Send the link')
  expect(await page.locator('.tag').innerText()).toBe('not confirmed')
  await page.goto(`${website.url}/confirm-email?token=${tokenIn(await website.mails.next())}`)
  await send(page, {}, 'Confirm the address')
  await page.goto(`${website.url}/account/email`)
  expect(await page.locator('.tag').innerText()).toBe('confirmed')
  await page.locator('#remove').getByLabel('Your password').fill(password)
  await send(page, {}, 'Remove the address')
  expect(await page.getByText('has no e-mail address.').isVisible()).toBe(true)
})

it('usage and activity are shown', async () => {
  const page = await signUp('medlar')
  const key = await makeKey(page, { Name: 'production' })
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
  expect(await page.getByText('of 43,200 that fit into a day').isVisible()).toBe(true)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(375)
  await page.getByText('The table: requests by day').click()
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
  const minute = page.getByText('In the minute that runs').locator('..').locator('dd')
  expect(await minute.innerText()).toMatch(/^[1-9]\d* of 500/)
  await page.goto(`${website.url}/account/activity`)
  expect(await page.locator('.rows .row-title').allInnerTexts()).toEqual(['Key created', 'Signed up'])
  expect(await page.content()).not.toContain(key)
})

it('all that is held can be taken along, and deleted', async () => {
  const page = await signUp('quince')
  await page.goto(`${website.url}/account/data`)
  const [download] = await Promise.all([page.waitForEvent('download'), send(page, {}, 'Download it')])
  expect(download.suggestedFilename()).toBe('larder-quince.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    account: { name: 'quince', has_password: true },
    keys: [],
  })
  await page.goto(`${website.url}/account/delete`)
  await send(page, { 'Type quince': 'quinces', 'Your password': password }, 'Delete it for good')
  expect(await page.getByLabel('Type quince').getAttribute('aria-invalid')).toBe('true')
  await send(page, { 'Type quince': 'quince', 'Your password': password }, 'Delete it for good')
  expect(pathOf(page)).toBe('/sign-in')
  expect(await page.getByRole('status').innerText()).toContain('is deleted')
  expect(await website.stores.sql("select * from accounts where name = 'quince'")).toEqual([])
})
