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
  await page.goto(`${website.url}/account/keys/new`)
  await send(page, { ...values, 'Your password': password }, 'Create key')
  return page.locator('.secret code').innerText()
}

async function statusOf(key: string): Promise<number> {
  return (await ask(website.service.apiUrl, '/search?q=milk', { key })).status
}

/** Nodes learn of a change within half a second. */
async function expectRejected(key: string): Promise<void> {
  await expect.poll(() => statusOf(key)).toBe(401)
}

it('copies a new key to the clipboard after sign-up', async () => {
  const page = await website.visit('/sign-up', {
    javaScriptEnabled: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await send(page, { Username: 'rowan', Password: password }, 'Create account')
  expect(await page.locator('.code code').innerText()).toContain('/search?q=whole+milk')
  await page.getByRole('link', { name: 'API keys', exact: true }).click()
  await page.getByRole('link', { name: 'Create API key' }).click()
  await send(page, { Name: 'first', 'Your password': password }, 'Create key')
  await page.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Copied to clipboard').waitFor()
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(key).toBe(await page.locator('.secret code').innerText())
  expect(await statusOf(key)).toBe(200)
  await expect
    .poll(
      async () => {
        await page.goto(`${website.url}/account/usage`)
        return page.locator('.bar-list').getByText('/search').count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
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
    expect(await page.locator('.table').innerText()).toContain('20 per minute')
    await page.getByRole('link', { name: 'ci', exact: true }).click()
    await send(page, { Name: 'tests', 'Requests per minute': 'many' }, 'Save changes')
    expect(await page.getByRole('alert').innerText()).toContain('whole number')
    expect(await page.locator('main').getByLabel('Name').inputValue()).toBe('tests')
    await send(page, { 'Requests per minute': '' }, 'Save changes')
    expect(await page.locator('.table').innerText()).toContain('Plan limit')

    await page.getByRole('link', { name: 'tests', exact: true }).click()
    await page.getByRole('link', { name: 'Rotate key' }).click()
    await page.getByLabel('The old key').selectOption('Works for 1 more hour')
    await send(page, { 'Your password': password }, 'Rotate key')
    const rotated = await page.locator('.secret code').innerText()
    expect(await page.getByText('The old key works until').isVisible()).toBe(true)
    expect([await statusOf(key), await statusOf(rotated)]).toEqual([200, 200])

    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'tests', exact: true }).click()
    await page.getByRole('link', { name: 'Revoke' }).click()
    await send(page, {}, 'Revoke key')
    expect(await page.locator('.note-ok').innerText()).toContain('has been revoked')
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
      'Your plan allows 30 requests per minute',
    ],
  ])('shows an error at the field for %s', async (what, values, field, text) => {
    const page = await signUp(what.replaceAll(' ', '-'))
    await createKey(page, { Name: 'used' })
    await page.goto(`${website.url}/account/keys/new`)
    await send(page, { ...values, 'Your password': password }, 'Create key')
    expect(await page.getByRole('alert').innerText()).toContain(text)
    expect(await page.locator('main').getByLabel(field).getAttribute('aria-invalid')).toBe('true')
    expect(await website.stores.sql("select * from api_keys where name = 'new'")).toEqual([])
  })

  it('requires the password to create an account key', async () => {
    const page = await signUp('pear')
    await page.goto(`${website.url}/account/keys/account`)
    await send(page, { 'Your password': 'not mine' }, 'Create account key')
    expect(await page.getByRole('alert').innerText()).toContain('not correct')
    await send(page, { 'Your password': password }, 'Create account key')
    const key = await page.locator('.secret code').innerText()
    expect((await ask(website.service.apiUrl, '/auth/account', { key })).json.name).toBe('pear')
  })
})

it('upgrades, manages and cancels a subscription', async () => {
  const page = await signUp('cherry')
  await page.goto(`${website.url}/account/plan`)
  expect(await page.locator('.price').allInnerTexts()).toEqual([
    'Free No card needed',
    '€24 per month',
    '€129.50 per month',
  ])
  await send(page, {}, 'Upgrade to Pro')
  await page.waitForURL(`${payments.settings.apiUrl}/pay/**`)
  const [checkout] = [...payments.checkouts.values()].filter(({ url }) => url === page.url())
  const subscription = payments.pay(page.url())
  // Stripe sends the customer back before any webhook has arrived.
  expect(checkout?.success_url).toBe(`${website.url}/account/plan/paid`)
  await page.goto(checkout?.success_url ?? '')
  expect(pathOf(page)).toBe('/account/plan')
  expect(await page.getByText('Your plan is active.').isVisible()).toBe(true)
  expect(await page.locator('.is-pick').innerText()).toContain('Pro')
  expect(await page.getByRole('button', { name: /^Upgrade/ }).count()).toBe(0)
  expect(await page.getByText('Renews on').isVisible()).toBe(true)
  await send(page, {}, 'Manage billing')
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
  await send(page, { Email: 'plum at home', 'Your password': password }, 'Send confirmation link')
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await send(page, { Email: 'plum@example.com', 'Your password': password }, 'Send confirmation link')
  expect(await page.locator('main .badge').innerText()).toBe('Not confirmed')
  await page.goto(
    `${website.url}/confirm-email?token=${tokenIn(await website.mails.next('/confirm-email?token='))}`,
  )
  await send(page, {}, 'Confirm email')
  await page.goto(`${website.url}/account/email`)
  expect(await page.locator('main .badge').innerText()).toBe('Confirmed')
  await page.locator('#remove').getByLabel('Your password').fill(password)
  await send(page, {}, 'Remove email')
  expect(pathOf(page)).toBe('/account/security/review')
  await page.goto(`${website.url}/account/email`)
  expect(await page.getByText('added an email.').isVisible()).toBe(true)
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
  expect(await page.locator('.bars > li').count()).toBe(7)
  const today = page.locator('.bars > li.is-partial')
  expect(await today.locator('rect').count()).toBe(4)
  await today.focus()
  expect((await today.locator('.tip').innerText()).replaceAll(/(?<=[a-z])\n/g, ' ').split('\n')).toEqual([
    'Today so far: 1,235',
    'Successful 1,200',
    'Not found or invalid 30',
    'Rate limited 4',
    'Failed 1',
  ])
  const ticks = await page.locator('.y-axis span').allInnerTexts()
  expect(ticks).toEqual(['2,000', '1,500', '1,000', '500', '0'])
  expect(await page.locator('.note-partly').innerText()).toMatch(
    /You reached your limit on .* 4 requests were/,
  )
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(375)
  await page.getByText('Show as a table').click()
  const cells = await page.locator('.disclose tbody tr').first().locator('td').allInnerTexts()
  expect(cells).toEqual(['1,235', '1,200', '30', '4', '1'])
  await page.getByRole('link', { name: '90 days' }).click()
  expect(await page.locator('.bars > li').count()).toBe(90)
  await page.getByRole('link', { name: 'production' }).click()
  expect(await page.getByRole('link', { name: 'Key: production' }).count()).toBe(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('larder-medlar-usage.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain(',production,/search,404,30\r\n')

  await website.stores.sql(
    "update accounts set plan = 'pro', email = 'm@example.org', email_confirmed_at = now() where name = 'medlar'",
  )
  await expect
    .poll(
      async () => (await ask(website.service.apiUrl, '/search?q=milk', { key })).headers['x-ratelimit-limit'],
    )
    .toBe('500')
  await page.goto(`${website.url}/account`)
  expect(await page.getByText(/^[1-9]\d* of 500 requests$/).count()).toBe(1)
  expect(await page.locator('.stat-value').first().innerText()).toBe('1,235')

  await page.goto(`${website.url}/account/usage`)
  await send(page, {}, 'Limit alerts: Turn off')
  expect(await page.getByText('You get no email').isVisible()).toBe(true)
  const alerts = await website.stores.sql("select limit_alerts from accounts where name = 'medlar'")
  expect(alerts).toEqual([{ limit_alerts: false }])

  await page.goto(`${website.url}/account/activity`)
  expect(await page.locator('tbody th').allInnerTexts()).toEqual(['API key created', 'Signed up'])
  expect(await page.content()).not.toContain(key)
})

it('exports account data and deletes the account', async () => {
  const page = await signUp('quince')
  await page.goto(`${website.url}/account/settings`)
  await page.getByRole('link', { name: 'Download data' }).click()
  await send(page, { 'Your password': 'not mine' }, 'Download data')
  expect(await page.getByRole('alert').innerText()).toContain('not correct')
  await page.getByLabel('Your password').fill(password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download data' }).click(),
  ])
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
  expect(await page.locator('.note[role=status]').innerText()).toContain('have been deleted')
  expect(await website.stores.sql("select * from accounts where name = 'quince'")).toEqual([])
})
