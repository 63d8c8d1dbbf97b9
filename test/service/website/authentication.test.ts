import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../../../lab/servers/mail-server.ts'
import type { Person } from '../../../lab/servers/oidc-provider.ts'
import { password } from '../../support/accounts.ts'
import { pathOf, send, withWebsite } from '../../support/browser.ts'

const website = withWebsite()

/** The message about what has just been done. */
const flash = (page: Page) => page.locator('.note[role=status]')

async function signUp(name: string, email = ''): Promise<Page> {
  const page = await website.visit('/sign-up')
  await send(page, { Username: name, Email: email, Password: password }, 'Create account')
  expect(pathOf(page)).toBe('/account')
  return page
}

async function signOut(page: Page): Promise<void> {
  await send(page, {}, 'Sign out')
  expect(pathOf(page)).toBe('/sign-in')
}

/** Turns on two-factor authentication and returns the TOTP generator and the recovery codes. */
async function enableTwoFactor(page: Page): Promise<{ app: TOTP; recoveryCodes: string[] }> {
  await page.goto(`${website.url}/account/security/second-factor`)
  await send(page, { 'Your password': password }, 'Set up')
  expect(await page.getByRole('img', { name: 'QR code' }).isVisible()).toBe(true)
  await page.getByText('Can’t scan the QR code?').click()
  const app = new TOTP({ secret: await page.locator('.setup-key').innerText() })
  await send(page, { '6-digit code': app.generate() }, 'Turn on')
  const recoveryCodes = (await page.locator('.recovery-codes').innerText()).split('\n')
  expect(recoveryCodes).toHaveLength(10)
  return { app, recoveryCodes }
}

/** Allows the current code to be used again; normally each code works once. */
async function resetUsedCodes(): Promise<void> {
  await website.stores.sql('update accounts set totp_last_step = 0')
}

async function signIn(page: Page, login: string, typedPassword = password): Promise<void> {
  await page.goto(`${website.url}/sign-in`)
  await send(page, { 'Username or email': login, Password: typedPassword }, 'Sign in')
}

/** Adds a new user at the provider. */
function addProviderUser(person: Person): string {
  const login = randomUUID()
  website.provider.people.set(login, person)
  return login
}

/** Signs in at the provider and waits for the redirect back. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${website.url}/**`)
}

describe('sign-up and sign-in', () => {
  it('works with user name and password', async () => {
    const page = await signUp('apple')
    expect(await flash(page).innerText()).toContain('Welcome')
    await page.reload()
    expect(await flash(page).count()).toBe(0)
    await signOut(page)
    expect(await flash(page).innerText()).toBe('You have signed out.')
    await signIn(page, 'Apple ')
    expect(pathOf(page)).toBe('/account')
    expect(await page.getByRole('link', { name: 'Account: apple' }).isVisible()).toBe(true)
  })

  it('returns to the page requested before sign-in', async () => {
    await signUp('returning')
    const page = await website.visit('/account/keys')
    expect(pathOf(page)).toBe('/sign-in')
    await signIn(page, 'returning')
    expect(pathOf(page)).toBe('/account/keys')
  })

  it.each([
    ['an invalid name', 'no spaces', '', password, 'Username', 'start with a letter or number'],
    ['a name that is taken', 'taken', '', password, 'Username', 'This name is already taken'],
    ['an invalid e-mail address', 'pear', 'pear at home', password, 'Email', 'not a valid email address'],
    ['a short password', 'pear', 'pear@example.com', 'short', 'Password', 'has 5 characters'],
  ])(
    'shows an error in the summary and at the field, which has the focus, for %s',
    async (_, name, email, typed, field, text) => {
      if (name === 'taken') await signUp('taken')
      const page = await website.visit('/sign-up')
      await send(page, { Username: name, Email: email, Password: typed }, 'Create account')
      const summary = page.getByRole('alert')
      expect(await summary.innerText()).toContain(text)
      const input = page.getByLabel(field)
      expect(await input.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true)
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      const described = (await input.getAttribute('aria-describedby')) ?? ''
      expect(described).toContain('-problem')
      expect(await page.locator(`#${described.split(' ').at(-1)}`).innerText()).toContain(text)
      expect(await page.getByLabel('Username').inputValue()).toBe(name)
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      expect(await page.getByLabel('Password').inputValue()).toBe('')
    },
  )

  it('shows the same error for a wrong password and an unknown name', async () => {
    await signUp('plum')
    const page = await website.visit('/sign-in')
    await signIn(page, 'plum', 'not the password at all')
    const wrong = await page.getByRole('alert').innerText()
    expect(pathOf(page)).toBe('/sign-in')
    expect(await page.getByLabel('Username or email').inputValue()).toBe('plum')
    await signIn(page, 'nobody-at-all', 'not the password at all')
    expect(await page.getByRole('alert').innerText()).toBe(wrong)
  })
})

describe('password fields', () => {
  it('show the strength that the server finds, and the password on request', async () => {
    const page = await website.visit('/sign-up', { javaScriptEnabled: true })
    const field = page.getByLabel('Password')
    const status = page.locator('form [role=status]')
    const width = () => page.locator('.pw-meter rect').getAttribute('width')
    await page.getByLabel('Username').fill('marmalade')
    await field.fill('marmalade')
    expect(await status.innerText()).toBe('6 more characters.')
    await field.fill('marmalade123456')
    await expect.poll(() => status.innerText()).toContain('too common or easy to guess')
    expect(await width()).toBe('0%')
    await field.fill(password)
    await expect.poll(() => status.innerText()).toBe('Strong password.')
    expect(await width()).toBe('100%')

    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    expect(await field.getAttribute('type')).toBe('password')
  })

  it('work without JavaScript', async () => {
    const page = await website.visit('/sign-in')
    expect(await page.getByLabel('Password').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Show password' }).count()).toBe(0)
  })
})

describe('two-factor authentication', () => {
  it('accepts a correct code and rejects a wrong one', async () => {
    const page = await signUp('quince')
    const { app } = await enableTwoFactor(page)
    await signOut(page)
    await signIn(page, 'quince')
    expect(pathOf(page)).toBe('/sign-in/code')
    await page.goto(`${website.url}/account`)
    expect(pathOf(page)).toBe('/sign-in')
    await page.goto(`${website.url}/sign-in/code`)
    await send(page, { '6-digit code': '12345' }, 'Sign in')
    expect(await page.getByRole('alert').innerText()).toContain('That code is wrong')
    await resetUsedCodes()
    await send(page, { '6-digit code': app.generate() }, 'Sign in')
    expect(pathOf(page)).toBe('/account')
  })

  it('accepts each recovery code only once', async () => {
    const page = await signUp('medlar')
    const { recoveryCodes } = await enableTwoFactor(page)
    const useRecoveryCode = async () => {
      await signIn(page, 'medlar')
      await page.getByText('Use a recovery code instead').click()
      await send(page, { 'Recovery code': recoveryCodes[0] ?? '' }, 'Sign in')
    }
    await signOut(page)
    await useRecoveryCode()
    expect(pathOf(page)).toBe('/account')
    await page.goto(`${website.url}/account/security/second-factor`)
    expect(await page.getByText('9 codes left').isVisible()).toBe(true)
    await signOut(page)
    await useRecoveryCode()
    expect(await page.getByRole('alert').innerText()).toContain('was used already')
    expect(pathOf(page)).toBe('/sign-in/code')
  })

  it('cancels the sign-in after five wrong codes', async () => {
    const page = await signUp('sloe')
    await enableTwoFactor(page)
    await signOut(page)
    await signIn(page, 'sloe')
    for (let n = 0; n < 5; n++) await send(page, { '6-digit code': `00000${n}` }, 'Sign in')
    expect(await page.getByRole('alert').innerText()).toContain(
      'This sign-in has expired or had too many wrong codes',
    )
    expect(await page.getByLabel('Username or email').isVisible()).toBe(true)
  })
})

describe('sign-in with a provider', () => {
  it('creates an account at the first sign-in and reuses it later', async () => {
    const login = addProviderUser({
      email: 'fig@example.com',
      email_verified: true,
      preferred_username: 'fig',
    })
    const page = await website.visit('/sign-up')
    await send(page, {}, 'Continue with Example')
    await signInAtProvider(page, login)
    expect(pathOf(page)).toBe('/account')
    expect(await page.getByRole('link', { name: 'Account: fig' }).isVisible()).toBe(true)
    await signOut(page)
    await send(page, {}, 'Continue with Example')
    await page.waitForURL(`${website.url}/account`)
    expect(await page.getByRole('link', { name: 'Account: fig' }).isVisible()).toBe(true)
  })

  it('signs in to the linked account', async () => {
    const login = addProviderUser({ email: 'other@example.com', email_verified: true })
    const page = await signUp('cherry')
    await page.goto(`${website.url}/account/security/providers/example`)
    await send(page, { 'Your password': 'not my password' }, 'Link Example')
    expect(await page.getByRole('alert').innerText()).toContain('not correct')
    await send(page, { 'Your password': password }, 'Link Example')
    await signInAtProvider(page, login)
    expect(pathOf(page)).toBe('/account/security')
    expect(await flash(page).innerText()).toContain('has been linked')
    await signOut(page)

    await send(page, {}, 'Continue with Example')
    await page.waitForURL(`${website.url}/account`)
    expect(await page.getByRole('link', { name: 'Account: cherry' }).isVisible()).toBe(true)

    await page.goto(`${website.url}/account/security/providers/example`)
    await send(page, { 'Your password': password }, 'Unlink Example')
    expect(await flash(page).innerText()).toContain('has been unlinked')
  })

  it('rejects an unverified e-mail address', async () => {
    const login = addProviderUser({ email: 'unsure@example.com', email_verified: false })
    const page = await website.visit('/sign-in')
    await send(page, {}, 'Continue with Example')
    await signInAtProvider(page, login)
    expect(await page.getByRole('alert').innerText()).toContain('not verified')
    await page.goto(`${website.url}/account`)
    expect(pathOf(page)).toBe('/sign-in')
  })

  it('rejects a callback that this browser did not start', async () => {
    const page = await website.visit('/sign-in/example/callback?code=x&state=y')
    expect(await page.getByRole('alert').innerText()).toContain('started in another browser')
  })
})

it('cancels an e-mail change from the former address without signing in', async () => {
  const page = await signUp('greengage', 'greengage@example.com')
  await page.goto(
    `${website.url}/confirm-email?token=${tokenIn(await website.mails.next('/confirm-email?token='))}`,
  )
  await send(page, {}, 'Confirm email')
  await page.goto(`${website.url}/account/email`)
  const change = page.locator('#change')
  await change.getByLabel('Email').fill('intruder@example.com')
  await change.getByLabel('Your password').fill(password)
  await send(page, {}, 'Send confirmation link')
  const notice = await website.mails.next('/cancel-email-change?token=')
  expect(notice.to).toEqual(['greengage@example.com'])

  const reader = await website.visit(`/cancel-email-change?token=${tokenIn(notice)}`)
  await reader.reload() // opening the link changes nothing
  await send(reader, {}, 'Cancel the change')
  expect(pathOf(reader)).toBe('/forgot-password')
  expect(await flash(reader).innerText()).toContain('has been canceled')
  await reader.goto(
    `${website.url}/confirm-email?token=${tokenIn(await website.mails.next('/confirm-email?token='))}`,
  )
  await send(reader, {}, 'Confirm email')
  expect(await reader.getByRole('alert').innerText()).toContain('has expired')
})

describe('password reset', () => {
  it('sends a single-use link and ends all sessions', async () => {
    const elsewhere = await signUp('damson', 'damson@example.com')
    const page = await website.visit('/sign-in')
    const confirmation = tokenIn(await website.mails.next('/confirm-email?token='))
    await page.goto(`${website.url}/confirm-email?token=${confirmation}`)
    await page.reload() // opening the link does not consume the token
    await send(page, {}, 'Confirm email')
    expect(await flash(page).innerText()).toContain('has been confirmed')

    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await send(page, { Email: 'damson@example.com' }, 'Send reset link')
    const message = await flash(page).innerText()
    const link = `${website.url}/reset-password?token=${tokenIn(await website.mails.next('/reset-password?token='))}`
    await page.goto(link)
    await send(page, { 'New password': 'short' }, 'Set new password')
    expect(await page.getByRole('alert').innerText()).toContain('has 5 characters')
    await send(page, { 'New password': 'eight quiet boats at noon' }, 'Set new password')
    expect(pathOf(page)).toBe('/sign-in')
    await page.goto(link)
    expect(await page.getByText('This link no longer works').isVisible()).toBe(true)

    await elsewhere.reload()
    expect(pathOf(elsewhere)).toBe('/sign-in')
    await signIn(page, 'damson@example.com', 'eight quiet boats at noon')
    expect(pathOf(page)).toBe('/account/security/review')
    expect(await page.getByText('No API keys.').isVisible()).toBe(true)

    const stranger = await website.visit('/forgot-password')
    await send(stranger, { Email: 'nobody@example.com' }, 'Send reset link')
    expect(await flash(stranger).innerText()).toBe(message)
  })
})
