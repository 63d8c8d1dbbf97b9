import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../../../lab/servers/mail-server.ts'
import type { Person } from '../../../lab/servers/oidc-provider.ts'
import { password } from '../../support/accounts.ts'
import { pathOf, send, withWebsite } from '../../support/browser.ts'

const website = withWebsite()

async function signUp(name: string, email = ''): Promise<Page> {
  const page = await website.visit('/sign-up')
  await send(page, { Name: name, 'E-mail': email, Password: password }, 'Sign up')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function signOut(page: Page): Promise<void> {
  await send(page, {}, 'Sign out')
  expect(pathOf(page)).toBe('/sign-in')
}

/** Switches the second factor on and returns the seed and the recovery codes. */
async function switchOn(page: Page): Promise<{ app: TOTP; recoveryCodes: string[] }> {
  await page.goto(`${website.url}/account/security/second-factor`)
  await send(page, { 'Your password': password }, 'Set it up')
  expect(await page.getByRole('img', { name: 'QR code' }).isVisible()).toBe(true)
  await page.getByText('You cannot scan it?').click()
  const app = new TOTP({ secret: await page.locator('.secret').innerText() })
  await send(page, { 'The six digits it shows': app.generate() }, 'Switch it on')
  const recoveryCodes = await page.locator('.codes li').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  return { app, recoveryCodes }
}

/** Each code works once, and its time is not over yet. */
async function forgetUsedCodes(): Promise<void> {
  await website.stores.sql('update accounts set totp_last_step = 0')
}

async function signIn(page: Page, login: string, typed = password): Promise<void> {
  await page.goto(`${website.url}/sign-in`)
  await send(page, { 'Name or e-mail': login, Password: typed }, 'Sign in')
}

/** Somebody at the provider whom no other test knows. */
function somebody(person: Person): string {
  const login = randomUUID()
  website.provider.people.set(login, person)
  return login
}

/** From the page where the provider asks who is there back to ours. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${website.url}/**`)
}

describe('sign-up and sign-in', () => {
  it('with name and password', async () => {
    const page = await signUp('apple')
    expect(await page.getByRole('status').innerText()).toContain('Welcome')
    await page.reload()
    expect(await page.getByRole('status').count()).toBe(0)
    await signOut(page)
    expect(await page.getByRole('status').innerText()).toBe('You are signed out.')
    await signIn(page, 'Apple ')
    expect(pathOf(page)).toBe('/account')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('apple')
  })

  it('brings one to the page that was wanted', async () => {
    await signUp('wanted')
    const page = await website.visit('/account/keys')
    expect(pathOf(page)).toBe('/sign-in')
    await signIn(page, 'wanted')
    expect(pathOf(page)).toBe('/account/keys')
  })

  it.each([
    ['a name that cannot be', 'no spaces', '', password, 'Name', 'begins with a letter or digit'],
    ['a name that is taken', 'taken', '', password, 'Name', 'This name is taken'],
    ['no e-mail address', 'pear', 'pear at home', password, 'E-mail', 'not a valid e-mail address'],
    ['a short password', 'pear', 'pear@example.com', 'short', 'Password', 'has 5 characters'],
  ])('%s is told at its field and in a summary', async (_, name, email, typed, field, text) => {
    if (name === 'taken') await signUp('taken')
    const page = await website.visit('/sign-up')
    await send(page, { Name: name, 'E-mail': email, Password: typed }, 'Sign up')
    const summary = page.getByRole('alert')
    expect(await summary.innerText()).toContain(text)
    expect(await summary.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true)
    const input = page.getByLabel(field)
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    const described = (await input.getAttribute('aria-describedby')) ?? ''
    expect(described).toContain('-problem')
    expect(await page.locator(`#${described.split(' ').at(-1)}`).innerText()).toContain(text)
    expect(await page.getByLabel('Name').inputValue()).toBe(name)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
  })

  it('a wrong password and an unknown name are told alike', async () => {
    await signUp('plum')
    const page = await website.visit('/sign-in')
    await signIn(page, 'plum', 'not the password at all')
    const wrong = await page.getByRole('alert').innerText()
    expect(pathOf(page)).toBe('/sign-in')
    expect(await page.getByLabel('Name or e-mail').inputValue()).toBe('plum')
    await signIn(page, 'nobody-at-all', 'not the password at all')
    expect(await page.getByRole('alert').innerText()).toBe(wrong)
  })
})

describe('with a second factor', () => {
  it('six digits from the app let in, wrong ones do not', async () => {
    const page = await signUp('quince')
    const { app } = await switchOn(page)
    await signOut(page)
    await signIn(page, 'quince')
    expect(pathOf(page)).toBe('/sign-in/code')
    await page.goto(`${website.url}/account`)
    expect(pathOf(page)).toBe('/sign-in')
    await page.goto(`${website.url}/sign-in/code`)
    await send(page, { 'Six digits': '12345' }, 'Sign in')
    expect(await page.getByRole('alert').innerText()).toContain('That code is wrong')
    await forgetUsedCodes()
    await send(page, { 'Six digits': app.generate() }, 'Sign in')
    expect(pathOf(page)).toBe('/account')
  })

  it('a recovery code lets in once', async () => {
    const page = await signUp('medlar')
    const { recoveryCodes } = await switchOn(page)
    const answer = async () => {
      await signIn(page, 'medlar')
      await page.getByText('Your phone is not at hand?').click()
      await send(page, { 'Recovery code': recoveryCodes[0] ?? '' }, 'Sign in')
    }
    await signOut(page)
    await answer()
    expect(pathOf(page)).toBe('/account')
    await page.goto(`${website.url}/account/security/second-factor`)
    expect(await page.getByText('9 codes are left').isVisible()).toBe(true)
    await signOut(page)
    await answer()
    expect(await page.getByRole('alert').innerText()).toContain('was used already')
    expect(pathOf(page)).toBe('/sign-in/code')
  })

  it('five wrong codes end the sign-in', async () => {
    const page = await signUp('sloe')
    await switchOn(page)
    await signOut(page)
    await signIn(page, 'sloe')
    for (let n = 0; n < 5; n++) await send(page, { 'Six digits': `00000${n}` }, 'Sign in')
    expect(await page.getByRole('alert').innerText()).toContain('This sign-in has ended')
    expect(await page.getByLabel('Name or e-mail').isVisible()).toBe(true)
  })
})

describe('through a provider', () => {
  it('makes a new account and finds it again', async () => {
    const login = somebody({ email: 'fig@example.com', email_verified: true, preferred_username: 'fig' })
    const page = await website.visit('/sign-up')
    await send(page, {}, 'Continue with Example')
    await passProvider(page, login)
    expect(pathOf(page)).toBe('/account')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('fig')
    await signOut(page)
    await send(page, {}, 'Continue with Example')
    await page.waitForURL(`${website.url}/account`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('fig')
  })

  it('a linked one lets into the account that it is linked to', async () => {
    const login = somebody({ email: 'other@example.com', email_verified: true })
    const page = await signUp('cherry')
    await page.goto(`${website.url}/account/security/providers/example`)
    await send(page, { 'Your password': 'not my password' }, 'Link Example')
    expect(await page.getByRole('alert').innerText()).toContain('not your password')
    await send(page, { 'Your password': password }, 'Link Example')
    await passProvider(page, login)
    expect(pathOf(page)).toBe('/account/security')
    expect(await page.getByRole('status').innerText()).toContain('is linked')
    await signOut(page)

    await send(page, {}, 'Continue with Example')
    await page.waitForURL(`${website.url}/account`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('cherry')

    await page.goto(`${website.url}/account/security/providers/example`)
    await send(page, { 'Your password': password }, 'Unlink Example')
    expect(await page.getByRole('status').innerText()).toContain('is unlinked')
  })

  it('an e-mail address that is not verified there is refused', async () => {
    const login = somebody({ email: 'unsure@example.com', email_verified: false })
    const page = await website.visit('/sign-in')
    await send(page, {}, 'Continue with Example')
    await passProvider(page, login)
    expect(await page.getByRole('alert').innerText()).toContain('not verified')
    await page.goto(`${website.url}/account`)
    expect(pathOf(page)).toBe('/sign-in')
  })

  it('an answer that this browser did not ask for is refused', async () => {
    const page = await website.visit('/sign-in/example/callback?code=x&state=y')
    expect(await page.getByRole('alert').innerText()).toContain('not begun in this browser')
  })
})

describe('a new password by mail', () => {
  it('comes with a link that works once, and signs everybody out', async () => {
    const elsewhere = await signUp('damson', 'damson@example.com')
    const page = await website.visit('/sign-in')
    const confirmation = tokenIn(await website.mails.next())
    await page.goto(`${website.url}/confirm-email?token=${confirmation}`)
    await page.reload() // opening it uses nothing up
    await send(page, {}, 'Confirm the address')
    expect(await page.getByRole('status').innerText()).toContain('is confirmed')

    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await send(page, { 'E-mail': 'damson@example.com' }, 'Send the link')
    const told = await page.getByRole('status').innerText()
    const link = `${website.url}/reset-password?token=${tokenIn(await website.mails.next())}`
    await page.goto(link)
    await send(page, { 'New password': 'short' }, 'Set the password')
    expect(await page.getByRole('alert').innerText()).toContain('has 5 characters')
    await send(page, { 'New password': 'eight quiet boats at noon' }, 'Set the password')
    expect(pathOf(page)).toBe('/sign-in')
    await page.goto(link)
    expect(await page.getByText('does not work any more').isVisible()).toBe(true)

    await elsewhere.reload()
    expect(pathOf(elsewhere)).toBe('/sign-in')
    await signIn(page, 'damson@example.com', 'eight quiet boats at noon')
    expect(pathOf(page)).toBe('/account')

    const stranger = await website.visit('/forgot-password')
    await send(stranger, { 'E-mail': 'nobody@example.com' }, 'Send the link')
    expect(await stranger.getByRole('status').innerText()).toBe(told)
  })
})
