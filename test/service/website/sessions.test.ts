import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/accounts.ts'
import { cookieOf, pathOf, send, withWebsite } from '../../support/browser.ts'

const website = withWebsite()

/** The message about what has just been done. */
const flash = (page: Page) => page.locator('.note[role=status]')

async function signUp(name: string): Promise<Page> {
  const page = await website.visit('/sign-up')
  await send(page, { Username: name, Password: password }, 'Create account')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function signIn(name: string, typedPassword = password): Promise<Page> {
  const page = await website.visit('/sign-in')
  await send(page, { 'Username or email': name, Password: typedPassword }, 'Sign in')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function isSignedIn(page: Page): Promise<boolean> {
  await page.goto(`${website.url}/account`)
  return pathOf(page) === '/account'
}

describe('cookies', () => {
  it('are host-only, secure and HTTP-only', async () => {
    const page = await signUp('apple')
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(['__Host-larder', '__Host-larder-device'])
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({
        domain: 'localhost',
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      })
    }
    const day = 86_400
    const [session, device] = cookies.map(({ expires }) => Math.round((expires - Date.now() / 1000) / day))
    expect([session, device].toSorted((a = 0, b = 0) => a - b)).toEqual([90, 365])
    const rows = await website.stores.sql<{ row: string }>('select sessions::text as row from sessions')
    for (const { value } of cookies) expect(JSON.stringify(rows)).not.toContain(value)
  })

  it('are replaced at each sign-in, which ends the previous session', async () => {
    const page = await signUp('plum')
    const { value: first = '' } = (await cookieOf(page.context(), '__Host-larder')) ?? {}
    // Session fixation: a planted session cookie must not become the session of the user who signs in.
    const other = await website.visit('/sign-in')
    await send(other, { 'Username or email': 'plum', Password: password }, 'Sign in')
    const { value: second } = (await cookieOf(other.context(), '__Host-larder')) ?? {}
    expect(second).not.toBe(first)

    await send(page, {}, 'Sign out')
    expect(await cookieOf(page.context(), '__Host-larder')).toBeUndefined()
    await page.context().addCookies([
      {
        name: '__Host-larder',
        value: first,
        url: website.url.replace('http:', 'https:'),
        secure: true,
        httpOnly: true,
      },
    ])
    expect(await isSignedIn(page)).toBe(false)
    expect(await isSignedIn(other)).toBe(true)
  })
})

describe('a session', () => {
  it('can be ended from another browser and ends when the password changes', async () => {
    const page = await signUp('pear')
    const second = await signIn('pear')
    const third = await signIn('pear')
    await page.goto(`${website.url}/account/security`)
    expect(await page.getByText('this session').count()).toBe(1)
    await page.getByRole('button', { name: 'Sign out Chrome · Linux' }).first().click()
    expect(await flash(page).innerText()).toBe('The session has been signed out.')
    expect([await isSignedIn(second), await isSignedIn(third)].filter(Boolean)).toHaveLength(1)

    const fourth = await signIn('pear')
    await page.goto(`${website.url}/account/security/password`)
    const changed = 'nine old kettles on a shelf'
    await send(page, { 'Current password': 'wrong', 'New password': changed }, 'Change password')
    expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true')
    await send(page, { 'Current password': password, 'New password': changed }, 'Change password')
    expect(await flash(page).innerText()).toContain('signed out of all other sessions')
    expect(await isSignedIn(page)).toBe(true)
    for (const each of [second, third, fourth]) expect(await isSignedIn(each)).toBe(false)
    await signIn('pear', changed)
  })
})

it('loads nothing from other hosts and logs no errors', async () => {
  const page = await signUp('quince')
  const hosts = new Set<string>()
  const errors: string[] = []
  page.on('request', request => hosts.add(new URL(request.url()).origin))
  page.on('console', message => errors.push(message.text()))
  page.on('pageerror', error => errors.push(error.message))
  const links = ['/', '/account', '/account/keys', '/account/usage', '/account/plan', '/account/security']
  const more = ['/account/activity', '/account/email', '/account/settings', '/account/delete']
  for (const path of [...links, ...more, '/account/security/second-factor']) {
    const response = await page.goto(website.url + path)
    expect([path, response?.status()]).toEqual([path, 200])
  }
  await send(page, { 'Your password': password }, 'Set up')
  expect(await page.locator('img.qr').evaluate(image => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(
    0,
  )
  await send(page, {}, 'Sign out')
  for (const path of ['/sign-up', '/forgot-password', '/confirm-email?token=x']) {
    await page.goto(website.url + path)
  }
  expect([...hosts]).toEqual([website.url])
  expect(errors).toEqual([])
})

it('offers a skip link as the first focus target', async () => {
  const page = await website.visit('/sign-in')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('href')).toBe('/sign-up')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('name')).toBe('login')
  await page.keyboard.type('nobody')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not a password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
})
