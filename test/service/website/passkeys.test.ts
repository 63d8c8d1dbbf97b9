// Passkeys in Chromium with its virtual authenticator.
import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/accounts.ts'
import { pathOf, send, withWebsite } from '../../support/browser.ts'

const website = withWebsite()

interface VirtualAuthenticator {
  /** Whether its user enters the PIN. */
  verifyUser(isVerified: boolean): Promise<void>
  credentials(): Promise<{ credentialId: string; signCount: number; userHandle?: string }[]>
  setSignCount(signCount: number): Promise<void>
}

async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    verifyUser: async isUserVerified => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    credentials,
    async setSignCount(signCount) {
      for (const credential of await credentials()) {
        const { credentialId } = credential
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        await cdp.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        })
      }
    },
  }
}

async function signUp(name: string): Promise<{ page: Page; authenticator: VirtualAuthenticator }> {
  const page = await website.visit('/sign-up', { javaScriptEnabled: true })
  const authenticator = await addAuthenticator(page)
  await send(page, { Username: name, Password: password }, 'Create account')
  await page.waitForURL(`${website.url}/account`)
  return { page, authenticator }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${website.url}/account/security/passkeys`)
  await send(page, { Name: name, 'Your password': password }, 'Add passkey')
  await page.getByText('The passkey has been added').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await send(page, {}, 'Sign out')
  await page.waitForURL(`${website.url}/sign-in`)
}

describe('a passkey', () => {
  it('is added with a name, signs in without a password, and is removed', async () => {
    const { page, authenticator } = await signUp('apple')
    await addPasskey(page, 'my phone')
    expect(pathOf(page)).toBe('/account/security')
    expect(await page.getByText('never used').isVisible()).toBe(true)
    expect(await authenticator.credentials()).toHaveLength(1)
    await signOut(page)

    await send(page, {}, 'Sign in with a passkey')
    await page.waitForURL(`${website.url}/account`)
    expect(await page.getByRole('link', { name: 'Account: apple' }).isVisible()).toBe(true)
    await page.goto(`${website.url}/account/security`)
    expect(await page.getByText('never used').count()).toBe(0)

    await page.getByRole('link', { name: 'Remove my phone' }).click()
    await send(page, { 'Your password': 'not my password' }, 'Remove passkey')
    expect(await page.getByRole('alert').innerText()).toContain('not correct')
    await send(page, { 'Your password': password }, 'Remove passkey')
    await page.getByText('The passkey has been removed').waitFor()
    await signOut(page)
    await send(page, {}, 'Sign in with a passkey')
    await page.getByText('This passkey is not accepted').first().waitFor()
  })

  it('must verify its user and count upwards to sign in', async () => {
    const { page, authenticator } = await signUp('pear')
    await addPasskey(page, 'phone')
    await signOut(page)
    await authenticator.verifyUser(false)
    await send(page, {}, 'Sign in with a passkey')
    await page.getByText('No passkey was used').waitFor()
    await authenticator.verifyUser(true)
    await send(page, {}, 'Continue')
    await page.waitForURL(`${website.url}/account`)
    await signOut(page)
    // A copy of the passkey that has signed less often.
    await website.stores.sql('update passkeys set sign_count = 1000')
    await send(page, {}, 'Sign in with a passkey')
    await page.getByText('This passkey is not accepted').first().waitFor()
    await authenticator.setSignCount(2000)
    await page.goto(`${website.url}/sign-in`)
    await send(page, {}, 'Sign in with a passkey')
    await page.waitForURL(`${website.url}/account`)
  })

  it('replaces the code after the password, and re-authenticates', async () => {
    const { page } = await signUp('quince')
    await addPasskey(page, 'phone')
    await page.goto(`${website.url}/account/security/second-factor`)
    // Confirmed on this page, the action continues here without a password.
    await send(page, {}, 'Confirm with a passkey')
    await page.getByText('Confirmed. You can continue').waitFor()
    expect(pathOf(page)).toBe('/account/security/second-factor')
    expect(await page.getByLabel('Your password').count()).toBe(0)
    await send(page, {}, 'Turn on with passkeys')
    expect((await page.locator('.recovery-codes').innerText()).split('\n')).toHaveLength(10)
    await signOut(page)

    await send(page, { 'Username or email': 'quince', Password: password }, 'Sign in')
    await page.waitForURL(`${website.url}/sign-in/code`)
    expect(await page.getByLabel('6-digit code').count()).toBe(0)
    await send(page, {}, 'Use a passkey')
    await page.waitForURL(`${website.url}/account`)
    await page.goto(`${website.url}/account/security/second-factor`)
    expect(await page.getByText('You need one of your passkeys to sign in').isVisible()).toBe(true)
  })

  it('is not offered without JavaScript', async () => {
    const page = await website.visit('/sign-in')
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    const policy = (await page.reload())?.headers()['content-security-policy']
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src/,
    )
  })
})

describe('an account without a password', () => {
  it('signs in again at the provider to set one, and continues where it was', async () => {
    const login = randomUUID()
    website.provider.people.set(login, {
      email: 'fig@example.com',
      email_verified: true,
      preferred_username: 'fig',
    })
    const page = await website.visit('/sign-in')
    const signInThere = async () => {
      await page.getByPlaceholder('Enter any login').fill(login)
      await page.getByPlaceholder('and password').fill('any')
      await page.getByRole('button', { name: 'Sign-in' }).click()
    }
    await send(page, {}, 'Continue with Example')
    await signInThere()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${website.url}/account`)

    await page.goto(`${website.url}/account/security/password`)
    expect(await page.getByLabel('New password').count()).toBe(0)
    await send(page, {}, 'Sign in to Example again')
    // The provider asks although its own session has just begun.
    await signInThere()
    await page.waitForURL(`${website.url}/account/security/password`)
    expect(await page.locator('.note[role=status]').innerText()).toContain('Confirmed')
    await send(page, { 'New password': password }, 'Set password')
    expect(pathOf(page)).toBe('/account/security/review')
  })
})
