import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/accounts.ts'
import { cookieOf, pathOf, send, withWebsite } from '../../support/browser.ts'

const website = withWebsite()

async function signUp(name: string): Promise<Page> {
  const page = await website.visit('/sign-up')
  await send(page, { Name: name, Password: password }, 'Sign up')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function signIn(name: string, typed = password): Promise<Page> {
  const page = await website.visit('/sign-in')
  await send(page, { 'Name or e-mail': name, Password: typed }, 'Sign in')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function isSignedIn(page: Page): Promise<boolean> {
  await page.goto(`${website.url}/account`)
  return pathOf(page) === '/account'
}

describe('cookies', () => {
  it('are of this host alone, secure, and out of reach of scripts', async () => {
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
    const told = await website.stores.sql<{ row: string }>('select sessions::text as row from sessions')
    for (const { value } of cookies) expect(JSON.stringify(told)).not.toContain(value)
  })

  it('of the session change at each sign-in, and the one before ends', async () => {
    const page = await signUp('plum')
    const { value: first = '' } = (await cookieOf(page.context(), '__Host-larder')) ?? {}
    // A session that was put into the browser by somebody else does not become the session of who signs in.
    const other = await website.visit('/sign-in')
    await send(other, { 'Name or e-mail': 'plum', Password: password }, 'Sign in')
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
  it('is ended from another browser, and by a change of the password', async () => {
    const page = await signUp('pear')
    const second = await signIn('pear')
    const third = await signIn('pear')
    await page.goto(`${website.url}/account/security`)
    expect(await page.getByText('this browser').count()).toBe(1)
    await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click()
    expect(await page.getByRole('status').innerText()).toBe('That browser is signed out.')
    expect([await isSignedIn(second), await isSignedIn(third)].filter(Boolean)).toHaveLength(1)

    const fourth = await signIn('pear')
    await page.goto(`${website.url}/account/security/password`)
    const changed = 'nine old kettles on a shelf'
    await send(page, { 'Your password now': 'wrong', 'New password': changed }, 'Change your password')
    expect(await page.getByLabel('Your password now').getAttribute('aria-invalid')).toBe('true')
    await send(page, { 'Your password now': password, 'New password': changed }, 'Change your password')
    expect(await page.getByRole('status').innerText()).toContain('All other browsers are signed out')
    expect(await isSignedIn(page)).toBe(true)
    for (const each of [second, third, fourth]) expect(await isSignedIn(each)).toBe(false)
    await signIn('pear', changed)
  })
})

it('no page asks another host for anything, and none has a fault to tell', async () => {
  const page = await signUp('quince')
  const hosts = new Set<string>()
  const faults: string[] = []
  page.on('request', request => hosts.add(new URL(request.url()).origin))
  page.on('console', message => faults.push(message.text()))
  page.on('pageerror', error => faults.push(error.message))
  const links = ['/', '/account', '/account/keys', '/account/usage', '/account/plan', '/account/security']
  const more = ['/account/activity', '/account/email', '/account/data', '/account/delete']
  for (const path of [...links, ...more, '/account/security/second-factor']) {
    const answer = await page.goto(website.url + path)
    expect([path, answer?.status()]).toEqual([path, 200])
  }
  await send(page, { 'Your password': password }, 'Set it up')
  expect(await page.locator('img.qr').evaluate(image => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(
    0,
  )
  await send(page, {}, 'Sign out')
  for (const path of ['/sign-up', '/forgot-password', '/confirm-email?token=x']) {
    await page.goto(website.url + path)
  }
  expect([...hosts]).toEqual([website.url])
  expect(faults).toEqual([])
})

it('the first stop of the keyboard leads to the content', async () => {
  const page = await website.visit('/sign-in')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('name')).toBe('login')
  await page.keyboard.type('nobody')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not a password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
})
