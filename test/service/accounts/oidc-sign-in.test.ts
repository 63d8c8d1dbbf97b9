import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Person,
  signInAtProvider,
  startProvider,
  type TestProvider,
} from '../../../lab/servers/oidc-provider.ts'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { findOwnAccount, setPassword } from '../../../src/accounts/account-settings.ts'
import { listAuditEvents } from '../../../src/accounts/audit-log.ts'
import { listIdentities, unlinkIdentity } from '../../../src/accounts/sign-in/identities.ts'
import {
  finishProviderSignIn,
  startLinking,
  startProviderReauthentication,
  startProviderSignIn,
} from '../../../src/accounts/sign-in/oidc-sign-in.ts'
import type { Reauthentication } from '../../../src/accounts/sign-in/reauthentication.ts'
import { findSession, type Session } from '../../../src/accounts/sign-in/sessions.ts'
import type { SignedIn } from '../../../src/accounts/sign-in/sign-in.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
  websiteUrl,
  whileLocked,
} from '../../support/accounts.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider(['one', 'two'].map(id => `${websiteUrl}/sign-in/${id}/callback`))
})
afterAll(() => provider.stop())

function withProviders(): Promise<TestAccounts> {
  const { issuer, clientId, clientSecret } = provider
  return accountsForTest({
    providers: ['one', 'two'].map(id => ({ id, name: `Provider ${id}`, issuer, clientId, clientSecret })),
  })
}

/** Creates a user at the provider that no other test uses. */
function createUser(person: Person): string {
  const login = randomUUID()
  provider.people.set(login, person)
  return login
}

async function authorize(accounts: TestAccounts, login: string, id = 'one') {
  const { url, state } = granted(await startProviderSignIn(accounts, id, visitor))
  const back = await signInAtProvider(url, login)
  return { provider: id, query: back.search, stateCookie: state, accountId: undefined, back }
}

async function signInWithProvider(accounts: TestAccounts, login: string) {
  return finishProviderSignIn(accounts, await authorize(accounts, login), visitor)
}

async function signUpWithProvider(accounts: TestAccounts, login: string): Promise<SignedIn> {
  const outcome = granted(await signInWithProvider(accounts, login))
  if (!('session' in outcome)) throw new Error('not signed in')
  return outcome
}

async function link(
  accounts: TestAccounts,
  accountId: number,
  login: string,
  id = 'one',
  proof: Reauthentication = { password },
) {
  const { url, state } = granted(await startLinking(accounts, id, accountId, proof, visitor))
  const back = await signInAtProvider(url, login)
  return finishProviderSignIn(
    accounts,
    { provider: id, query: back.search, stateCookie: state, accountId },
    visitor,
  )
}

async function sessionOf(accounts: TestAccounts, { session }: SignedIn): Promise<Session> {
  const found = await findSession(accounts.database, accounts.secret, session)
  if (!found) throw new Error('no session')
  return found
}

/** Signs in again at the provider; `browser` is the session that returns from there. */
async function reauthenticate(accounts: TestAccounts, own: Session, login: string, browser = own) {
  const { url, state } = granted(await startProviderReauthentication(accounts, 'one', own, visitor))
  const back = await signInAtProvider(url, login)
  return finishProviderSignIn(
    accounts,
    {
      provider: 'one',
      query: back.search,
      stateCookie: state,
      accountId: browser.accountId,
      sessionId: browser.id,
    },
    visitor,
  )
}

describe('OIDC sign-in', () => {
  it('sends state, nonce and PKCE challenge without storing them', async () => {
    const accounts = await withProviders()
    const { url, state } = granted(await startProviderSignIn(accounts, 'one', visitor))
    const parameters = new URL(url).searchParams
    expect(parameters.get('state')).toBe(state)
    expect(parameters.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(parameters.get('code_challenge_method')).toBe('S256')
    expect(parameters.get('redirect_uri')).toBe(`${websiteUrl}/sign-in/one/callback`)
    const stored = JSON.stringify(await accounts.stores.sql('select * from oidc_auth_requests'))
    for (const secret of [state, parameters.get('nonce') ?? '', parameters.get('code_challenge') ?? '']) {
      expect(stored).not.toContain(secret)
    }
    expect(await startProviderSignIn(accounts, 'three', visitor)).toMatchObject({ error: 'invalid' })
  })

  it('creates an account for a verified e-mail address and signs in to it again', async () => {
    const accounts = await withProviders()
    await signUpAs(accounts, 'peel')
    const login = createUser({
      email: 'peel@example.com',
      email_verified: true,
      preferred_username: 'Peel',
    })
    const { accountId, session } = await signUpWithProvider(accounts, login)
    expect(await findSession(accounts.database, accounts.secret, session)).toMatchObject({ accountId })
    // The name was already taken.
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({
      name: 'peel-2',
      email: 'peel@example.com',
      emailIsConfirmed: true,
      hasPassword: false,
    })
    expect(await listIdentities(accounts.database, accountId)).toMatchObject([{ provider: 'one' }])
    expect((await signUpWithProvider(accounts, login)).accountId).toBe(accountId)
    expect((await listAuditEvents(accounts.database, accountId, 10)).map(({ action }) => action)).toEqual([
      'signed in',
      'signed in',
      'signed up',
    ])
  })

  it('creates one account for concurrent sign-ins of the same user', async () => {
    const accounts = await withProviders()
    const login = createUser({ email: 'twice@example.com', email_verified: true })
    const callbacks = await Promise.all([authorize(accounts, login), authorize(accounts, login)])
    const outcomes = await Promise.all(
      callbacks.map(callback => finishProviderSignIn(accounts, callback, visitor)),
    )
    expect(outcomes.filter(isAccountError)).toEqual([])
    expect(await accounts.stores.sql('select name from accounts')).toEqual([{ name: 'twice' }])
  })

  it.each([
    ['is not verified', { email: 'new@example.com', email_verified: false }],
    ['has no verified flag', { email: 'new@example.com' }],
    ['is missing', { email_verified: true }],
  ])('rejects new users whose e-mail address %s', async (_, person) => {
    const accounts = await withProviders()
    const outcome = await signInWithProvider(accounts, createUser(person))
    expect(outcome).toMatchObject({ error: 'conflict' })
    expect(isAccountError(outcome) && outcome.message).toContain('not verified')
    expect(await accounts.stores.sql('select * from accounts')).toEqual([])
  })

  it('never links an account by e-mail address', async () => {
    const accounts = await withProviders()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    await accounts.stores.sql(
      `update accounts set email = 'Orange@example.com', email_confirmed_at = now() where id = $1`,
      [accountId],
    )
    const login = createUser({ email: 'orange@example.com', email_verified: true })
    const outcome = await signInWithProvider(accounts, login)
    expect(outcome).toMatchObject({ error: 'taken' })
    expect(isAccountError(outcome) && outcome.message).toContain('link the provider in your settings')
    expect(await listIdentities(accounts.database, accountId)).toEqual([])

    expect(await link(accounts, accountId, login)).toEqual({ linked: 'one' })
    expect((await signUpWithProvider(accounts, login)).accountId).toBe(accountId)
  })

  it('requires two-factor authentication when enabled', async () => {
    const accounts = await withProviders()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const login = createUser({})
    expect(await link(accounts, accountId, login)).toEqual({ linked: 'one' })
    await switchOnSecondFactor(accounts, accountId)
    expect(await signInWithProvider(accounts, login)).toHaveProperty('challenge')
  })

  it('accepts a callback once, in time, and only in the browser that started it', async () => {
    const accounts = await withProviders()
    const login = createUser({ email: 'once@example.com', email_verified: true })
    const rejected = { error: 'unauthorized' }
    const finish = async (change: Record<string, unknown>) => {
      const callback = await authorize(accounts, login)
      return finishProviderSignIn(accounts, { ...callback, ...change }, visitor)
    }
    const others = granted(await startProviderSignIn(accounts, 'one', visitor))
    expect(await finish({ stateCookie: undefined })).toMatchObject(rejected)
    expect(await finish({ stateCookie: others.state })).toMatchObject(rejected)
    expect(await finish({ provider: 'two' })).toMatchObject(rejected)
    expect(await finish({ query: '' })).toMatchObject(rejected)

    const late = await authorize(accounts, login)
    await accounts.stores.sql(`update oidc_auth_requests set expires_at = now() - interval '1 second'`)
    expect(await finishProviderSignIn(accounts, late, visitor)).toMatchObject(rejected)

    const callback = await authorize(accounts, login)
    granted(await finishProviderSignIn(accounts, callback, visitor))
    expect(await finishProviderSignIn(accounts, callback, visitor)).toMatchObject(rejected)
  })

  it('rejects the authorization code of another sign-in', async () => {
    const accounts = await withProviders()
    const [one, other] = await Promise.all(
      ['a', 'b'].map(name =>
        authorize(accounts, createUser({ email: `${name}@example.com`, email_verified: true })),
      ),
    )
    if (!one || !other) throw new Error('no callback')
    const mixed = new URLSearchParams(one.query)
    mixed.set('code', other.back.searchParams.get('code') ?? '')
    const outcome = await finishProviderSignIn(accounts, { ...one, query: `?${mixed}` }, visitor)
    expect(outcome).toMatchObject({ error: 'unauthorized' })
    expect(await accounts.stores.sql('select * from accounts')).toEqual([])
  })

  it('reports a denied sign-in and an unreachable provider', async () => {
    const accounts = await withProviders()
    const { state } = granted(await startProviderSignIn(accounts, 'one', visitor))
    const query = `?error=access_denied&state=${state}`
    const callback = { provider: 'one', query, stateCookie: state, accountId: undefined }
    expect(await finishProviderSignIn(accounts, callback, visitor)).toMatchObject({ error: 'unauthorized' })
    const dead = await accountsForTest({
      providers: [{ id: 'one', name: 'One', issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'x' }],
    })
    expect(await startProviderSignIn(dead, 'one', visitor)).toMatchObject({ error: 'unavailable' })
  })
})

describe('identity linking', () => {
  it('links an identity to one account, only for the owner who started it', async () => {
    const accounts = await withProviders()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const { accountId: otherId } = await signUpAs(accounts, 'quince')
    const login = createUser({})
    expect(await startLinking(accounts, 'one', accountId, { password: 'wrong' }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    const { url, state } = granted(await startLinking(accounts, 'one', accountId, { password }, visitor))
    const back = await signInAtProvider(url, login)
    const callback = { provider: 'one', query: back.search, stateCookie: state, accountId: otherId }
    expect(await finishProviderSignIn(accounts, callback, visitor)).toMatchObject({ error: 'unauthorized' })

    expect(await link(accounts, accountId, login)).toEqual({ linked: 'one' })
    expect(await link(accounts, accountId, login)).toEqual({ linked: 'one' })
    expect(await link(accounts, otherId, login)).toMatchObject({ error: 'taken' })
  })

  it('unlinks an identity unless it is the only way to sign in', async () => {
    const accounts = await withProviders()
    const login = createUser({ email: 'only@example.com', email_verified: true })
    const own = await sessionOf(accounts, await signUpWithProvider(accounts, login))
    const { accountId, id: sessionId } = own
    const proof = { sessionId }
    expect(await reauthenticate(accounts, own, login)).toEqual({ reauthenticated: 'one' })
    const unlink = (id: string) => unlinkIdentity(accounts, accountId, id, proof, visitor)
    expect(await unlink('one')).toMatchObject({ error: 'conflict' })
    expect(await link(accounts, accountId, createUser({}), 'two', proof)).toEqual({ linked: 'two' })
    const both = await whileLocked(accounts, 'select 1 from accounts for update', 2, () =>
      Promise.all([unlink('one'), unlink('two')]),
    )
    expect(both.filter(isAccountError)).toHaveLength(1)
    expect(await listIdentities(accounts.database, accountId)).toHaveLength(1)

    expect(await setPassword(accounts, { accountId, sessionId }, { password }, visitor)).toBeUndefined()
    const [left] = await listIdentities(accounts.database, accountId)
    expect(await unlink(left?.provider ?? '')).toBeUndefined()
    expect(await listIdentities(accounts.database, accountId)).toEqual([])
  })
})

describe('re-authentication at the provider', () => {
  async function signedUp() {
    const accounts = await withProviders()
    const login = createUser({ email: 'fig@example.com', email_verified: true })
    const own = await sessionOf(accounts, await signUpWithProvider(accounts, login))
    const changePassword = () =>
      setPassword(accounts, { accountId: own.accountId, sessionId: own.id }, { password }, visitor)
    return { accounts, login, own, changePassword }
  }
  const unauthorized = { error: 'unauthorized' }

  it('is required before an account without a password sets one', async () => {
    const { accounts, login, own, changePassword } = await signedUp()
    // A copied session cookie, even of somebody who has just signed in, is not enough.
    expect(await changePassword()).toMatchObject(unauthorized)
    expect(await findOwnAccount(accounts.database, own.accountId)).toMatchObject({ hasPassword: false })

    expect(await reauthenticate(accounts, own, login)).toEqual({ reauthenticated: 'one' })
    const [event] = await listAuditEvents(accounts.database, own.accountId, 1)
    expect(event).toMatchObject({ actor: 'owner', action: 're-authenticated', subject: 'one' })
    await accounts.stores.sql(`update sessions set reauthenticated_at = now() - interval '301 seconds'`)
    expect(await changePassword()).toMatchObject(unauthorized)
    expect(await reauthenticate(accounts, own, login)).toEqual({ reauthenticated: 'one' })
    expect(await changePassword()).toBeUndefined()
  })

  it('asks the provider for a new sign-in', async () => {
    const { accounts, own } = await signedUp()
    const { url } = granted(await startProviderReauthentication(accounts, 'one', own, visitor))
    const parameters = new URL(url).searchParams
    expect([parameters.get('prompt'), parameters.get('max_age')]).toEqual(['login', '0'])
  })

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['does not say when', ({ auth_time: _, ...claims }) => claims],
    ['says it was long ago', claims => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 400 })],
  ])('fails if the provider %s', async (_, changeClaims) => {
    const { accounts, login, own, changePassword } = await signedUp()
    provider.changeClaims = changeClaims
    onTestFinished(() => {
      provider.changeClaims = claims => claims
    })
    const outcome = await reauthenticate(accounts, own, login)
    expect(outcome).toMatchObject(unauthorized)
    expect(isAccountError(outcome) && outcome.message).toContain(
      'did not confirm that you have just signed in',
    )
    expect(await changePassword()).toMatchObject(unauthorized)
    // Signing in needs no time.
    expect((await signUpWithProvider(accounts, login)).accountId).toBe(own.accountId)
  })

  it('fails for another person, another session and another account', async () => {
    const { accounts, login, own, changePassword } = await signedUp()
    const stranger = createUser({ email: 'stranger@example.com', email_verified: true })
    expect(await reauthenticate(accounts, own, stranger)).toMatchObject(unauthorized)
    const theirs = await sessionOf(accounts, await signUpWithProvider(accounts, stranger))
    expect(await reauthenticate(accounts, own, login, theirs)).toMatchObject(unauthorized)
    const second = await sessionOf(accounts, await signUpWithProvider(accounts, login))
    expect(await reauthenticate(accounts, own, login, second)).toMatchObject(unauthorized)
    expect(await changePassword()).toMatchObject(unauthorized)
    // The state of a sign-in does not re-authenticate either.
    const callback = await authorize(accounts, login)
    const { accountId, id: sessionId } = own
    granted(await finishProviderSignIn(accounts, { ...callback, accountId, sessionId }, visitor))
    expect(await changePassword()).toMatchObject(unauthorized)
  })

  it('is not offered to accounts with a password or two-factor authentication', async () => {
    const accounts = await withProviders()
    const signedIn = await signUpAs(accounts, 'marmalade')
    const own = await sessionOf(accounts, signedIn)
    const login = createUser({})
    expect(await link(accounts, own.accountId, login)).toEqual({ linked: 'one' })
    const start = () => startProviderReauthentication(accounts, 'one', own, visitor)
    expect(await start()).toMatchObject({ error: 'invalid' })
    await switchOnSecondFactor(accounts, own.accountId)
    await accounts.stores.sql('update accounts set password_hash = null')
    expect(await start()).toMatchObject({ error: 'invalid' })
    await accounts.stores.sql('update accounts set mfa_enabled_at = null')
    granted(await start())
  })
})
