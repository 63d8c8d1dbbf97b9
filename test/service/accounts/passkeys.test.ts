import { describe, expect, it } from 'vitest'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { setPassword } from '../../../src/accounts/account-settings.ts'
import { listAuditEvents } from '../../../src/accounts/audit-log.ts'
import {
  finishPasskeyReauthentication,
  finishPasskeySecondFactor,
  finishPasskeySignIn,
  startPasskeyReauthentication,
  startPasskeySecondFactor,
  startPasskeySignIn,
} from '../../../src/accounts/sign-in/passkey-sign-in.ts'
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
  maxPasskeys,
  removePasskey,
} from '../../../src/accounts/sign-in/passkeys.ts'
import {
  findReauthenticationMethods,
  requireReauthentication,
} from '../../../src/accounts/sign-in/reauthentication.ts'
import { findSession, type Session } from '../../../src/accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { disableTwoFactor, enableTwoFactorWithPasskeys } from '../../../src/accounts/sign-in/two-factor.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
  whileLocked,
} from '../../support/accounts.ts'
import {
  createSoftwareAuthenticator,
  type Deviation,
  type SoftwareAuthenticator,
} from '../../support/software-authenticator.ts'

interface Owner {
  accounts: TestAccounts
  session: Session
  authenticator: SoftwareAuthenticator
}

async function ownerWithPasskey(): Promise<Owner> {
  const accounts = await accountsForTest()
  const session = await signUpWithSession(accounts, 'marmalade')
  return { accounts, session, authenticator: await addPasskey(accounts, session) }
}

async function signUpWithSession(accounts: TestAccounts, name: string): Promise<Session> {
  const { session } = await signUpAs(accounts, name)
  return sessionOf(accounts, session)
}

async function sessionOf(accounts: TestAccounts, token: string): Promise<Session> {
  const found = await findSession(accounts.database, accounts.secret, token)
  if (!found) throw new Error('no session')
  return found
}

async function addPasskey(
  accounts: TestAccounts,
  session: Session,
  name = 'phone',
  proof: object = { password },
): Promise<SoftwareAuthenticator> {
  const authenticator = createSoftwareAuthenticator()
  const begun = granted(await beginPasskeyRegistration(accounts, session, name, proof, visitor))
  const created = { token: begun.token, name, response: authenticator.create(begun.options) }
  expect(await finishPasskeyRegistration(accounts, session, created, visitor)).toBeUndefined()
  return authenticator
}

async function signInWithPasskey(
  accounts: TestAccounts,
  authenticator: SoftwareAuthenticator,
  deviation?: Deviation,
) {
  const { token, options } = granted(await startPasskeySignIn(accounts, visitor))
  return finishPasskeySignIn(accounts, { token, response: authenticator.use(options, deviation) }, visitor)
}

async function reauthenticate({ accounts, session, authenticator }: Owner, deviation?: Deviation) {
  const { token, options } = granted(await startPasskeyReauthentication(accounts, session, visitor))
  const response = authenticator.use(options, deviation)
  return finishPasskeyReauthentication(accounts, session, { token, response }, visitor)
}

/** Leaves the passkeys as the only way to sign in. */
async function forgetPassword({ accounts }: Pick<Owner, 'accounts'>): Promise<void> {
  await accounts.stores.sql('update accounts set password_hash = null')
}

async function auditOf(accounts: TestAccounts, accountId: number): Promise<(string | null)[][]> {
  const events = await listAuditEvents(accounts.database, accountId, 50)
  return events.map(({ actor, action, subject }) => [actor, action, subject])
}

const unauthorized = { error: 'unauthorized' }

describe('a passkey', () => {
  it('is added after re-authentication, with a mail and an audit event', async () => {
    const { accounts, session } = await ownerWithPasskey()
    const begin = (name: string, proof: object) =>
      beginPasskeyRegistration(accounts, session, name, proof, visitor)
    expect(await begin('laptop', { password: 'wrong' })).toMatchObject(unauthorized)
    expect(await begin('laptop', { sessionId: session.id })).toMatchObject(unauthorized)
    expect(await begin('  ', { password })).toMatchObject({ error: 'invalid' })
    expect(await begin('x'.repeat(61), { password })).toMatchObject({ error: 'invalid' })
    expect(await listPasskeys(accounts.database, session.accountId)).toMatchObject([
      { name: 'phone', last_used_at: null },
    ])

    await accounts.stores.sql(`update accounts set email = 'a@example.org', email_confirmed_at = now()`)
    await addPasskey(accounts, session, ' laptop ')
    const [event] = await auditOf(accounts, session.accountId)
    expect(event).toEqual(['owner', 'passkey added', 'laptop'])
    const mails = await accounts.stores.sql<{ kind: string; parameters: object }>(
      'select kind, parameters from mail_queue',
    )
    expect(mails).toMatchObject([{ kind: 'passkey-added', parameters: { name: 'laptop' } }])
    // Authenticators show one entry per user handle.
    const handles = await accounts.stores.sql('select distinct user_handle from passkeys')
    expect(handles).toHaveLength(1)
  })

  it('must be discoverable and verify its user, and is not added twice', async () => {
    const { accounts, session } = await ownerWithPasskey()
    const { options } = granted(
      await beginPasskeyRegistration(accounts, session, 'laptop', { password }, visitor),
    )
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    expect(options.rp.id).toBe('larder.test')
    expect(options.excludeCredentials).toHaveLength(1)
    const authenticator = createSoftwareAuthenticator()
    const finish = async (deviation?: Deviation, changed: object = {}) => {
      const begun = granted(
        await beginPasskeyRegistration(accounts, session, 'laptop', { password }, visitor),
      )
      const response = authenticator.create(begun.options, deviation)
      const created = { token: begun.token, name: 'laptop', response, ...changed }
      return finishPasskeyRegistration(accounts, session, created, visitor)
    }
    const conflict = { error: 'conflict' }
    expect(await finish({ isUserVerified: false })).toMatchObject(conflict)
    expect(await finish({ origin: 'https://elsewhere.example' })).toMatchObject(conflict)
    expect(await finish({ rpId: 'elsewhere.example' })).toMatchObject(conflict)
    expect(await finish({ challenge: 'AAAA' })).toMatchObject(conflict)
    for (const response of ['', 'null', '[]', '{}', '{"response":1}', 'x'.repeat(30_000)])
      expect(await finish({}, { response })).toMatchObject(conflict)
    expect(await finish({}, { token: 'of another browser' })).toMatchObject(conflict)
    expect(await finish()).toBeUndefined()
    expect(await finish()).toMatchObject({ error: 'taken' })
  })

  it('is limited in number', async () => {
    const { accounts, session } = await ownerWithPasskey()
    await accounts.stores.sql(
      `insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
         select $1, 'n' || n, ('n' || n)::bytea, '', '', 0 from generate_series(2, $2) as n`,
      [session.accountId, maxPasskeys],
    )
    const begun = await beginPasskeyRegistration(accounts, session, 'one more', { password }, visitor)
    expect(begun).toMatchObject({ error: 'conflict' })
  })

  it('signs in without password and code', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session, authenticator } = owner
    await switchOnSecondFactor(accounts, session.accountId)
    const { options } = granted(await startPasskeySignIn(accounts, visitor))
    // Discoverable: nobody has to say who they are, and the response does not reveal who has passkeys.
    expect(options).toMatchObject({ rpId: 'larder.test', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])

    const outcome = granted(await signInWithPasskey(accounts, authenticator))
    if (!('session' in outcome)) throw new Error('not signed in')
    const signedIn = await sessionOf(accounts, outcome.session)
    expect(signedIn.accountId).toBe(session.accountId)
    expect((await auditOf(accounts, session.accountId))[0]).toEqual(['owner', 'signed in', 'passkey'])
    const [passkey] = await listPasskeys(accounts.database, session.accountId)
    expect(passkey?.last_used_at).toBeInstanceOf(Date)
    // Signing in is not re-authentication.
    const methods = await findReauthenticationMethods(accounts.database, session.accountId, signedIn.id)
    expect(methods.isFresh).toBe(false)
  })

  it('rejects every response that is not right in all parts', async () => {
    const owner = await ownerWithPasskey()
    const deviations: Record<string, Deviation> = {
      'without user verification': { isUserVerified: false },
      'for another website': { origin: 'https://larder.test.elsewhere.example' },
      'for another relying party': { rpId: 'elsewhere.example' },
      'to another challenge': { challenge: 'AAAA' },
      'with a wrong signature': { isSignatureWrong: true },
      'of another user': { userHandle: 'AAAA' },
    }
    for (const [name, deviation] of Object.entries(deviations)) {
      const outcomes = [
        await signInWithPasskey(owner.accounts, owner.authenticator, deviation),
        await reauthenticate(owner, deviation),
      ]
      expect([name, ...outcomes]).toMatchObject([name, unauthorized, unauthorized])
    }
    granted(await signInWithPasskey(owner.accounts, owner.authenticator))
  })

  it('rejects a copy by its signature counter and records it', async () => {
    const { accounts, session, authenticator } = await ownerWithPasskey()
    granted(await signInWithPasskey(accounts, authenticator, { signCount: 10 }))
    for (const signCount of [10, 9, 0]) {
      expect(await signInWithPasskey(accounts, authenticator, { signCount })).toMatchObject(unauthorized)
    }
    const [event] = await auditOf(accounts, session.accountId)
    expect(event?.slice(0, 2)).toEqual(['unknown', 'passkey rejected'])
    expect(event?.[2]).toContain('phone: its signature counter went back')
    granted(await signInWithPasskey(accounts, authenticator, { signCount: 11 }))
    // An attacker without the key cannot fill the audit log.
    const before = await auditOf(accounts, session.accountId)
    await signInWithPasskey(accounts, authenticator, { signCount: 1, isSignatureWrong: true })
    expect(await auditOf(accounts, session.accountId)).toEqual(before)
  })

  it('accepts authenticators that do not count', async () => {
    const { accounts, authenticator } = await ownerWithPasskey()
    await accounts.stores.sql('update passkeys set sign_count = 0')
    for (let n = 0; n < 2; n++) granted(await signInWithPasskey(accounts, authenticator, { signCount: 0 }))
  })

  it('accepts a challenge once, in time, for its purpose, and in its browser', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session, authenticator } = owner
    const start = async () => granted(await startPasskeySignIn(accounts, visitor))
    const finish = (token: string, response: string) =>
      finishPasskeySignIn(accounts, { token, response }, visitor)

    const once = await start()
    const response = authenticator.use(once.options)
    granted(await finish(once.token, response))
    expect(await finish(once.token, response)).toMatchObject(unauthorized)

    const [own, others] = [await start(), await start()]
    expect(await finish(others.token, authenticator.use(own.options))).toMatchObject(unauthorized)
    expect(await finish('', authenticator.use(own.options))).toMatchObject(unauthorized)

    const late = await start()
    await accounts.stores.sql(`update passkey_challenges set expires_at = now() - interval '1 second'`)
    expect(await finish(late.token, authenticator.use(late.options))).toMatchObject(unauthorized)

    const reauthentication = granted(await startPasskeyReauthentication(accounts, session, visitor))
    const answer = authenticator.use(reauthentication.options)
    expect(await finish(reauthentication.token, answer)).toMatchObject(unauthorized)
    const other = await signUpWithSession(accounts, 'quince')
    expect(
      await finishPasskeyReauthentication(
        accounts,
        other,
        { ...reauthentication, response: answer },
        visitor,
      ),
    ).toMatchObject(unauthorized)

    const concurrent = await start()
    const responses = Array.from({ length: 10 }, () => authenticator.use(concurrent.options))
    const outcomes = await Promise.all(responses.map(each => finish(concurrent.token, each)))
    expect(outcomes.filter(outcome => !isAccountError(outcome))).toHaveLength(1)
  })

  it('is limited to 100 wrong responses an hour from an address, without locking the owner out', async () => {
    const { accounts, authenticator } = await ownerWithPasskey()
    const wrong = { token: 'none', response: '{}' }
    const outcomes = await Promise.all(
      Array.from({ length: 101 }, () => finishPasskeySignIn(accounts, wrong, visitor)),
    )
    expect(
      outcomes.filter(outcome => isAccountError(outcome) && outcome.error === 'rate_limited'),
    ).toHaveLength(1)
    const { token, options } = granted(await startPasskeySignIn(accounts, visitor))
    const elsewhere = { ...visitor, ipAddress: '192.0.2.2' }
    const answer = { token, response: authenticator.use(options) }
    granted(await finishPasskeySignIn(accounts, answer, elsewhere))
  })
})

describe('for two-factor authentication, a passkey', () => {
  async function challengeFor(accounts: TestAccounts): Promise<string> {
    const outcome = granted(await signIn(accounts, { login: 'marmalade', password }, visitor))
    if (!('challenge' in outcome)) throw new Error('expected a two-factor challenge')
    return outcome.challenge
  }

  async function finish(owner: Owner, challenge: string, deviation?: Deviation) {
    const { accounts, authenticator } = owner
    const { token, options } = granted(await startPasskeySecondFactor(accounts, challenge, visitor))
    const response = authenticator.use(options, deviation)
    return finishPasskeySecondFactor(accounts, challenge, { token, response }, visitor)
  }

  it('replaces the code, also without user verification', async () => {
    const owner = await ownerWithPasskey()
    await switchOnSecondFactor(owner.accounts, owner.session.accountId)
    const challenge = await challengeFor(owner.accounts)
    const { session } = granted(await finish(owner, challenge, { isUserVerified: false }))
    expect(await sessionOf(owner.accounts, session)).toMatchObject({ accountId: owner.session.accountId })
    expect(
      await finishPasskeySecondFactor(owner.accounts, challenge, { token: '', response: '' }, visitor),
    ).toMatchObject({ error: 'conflict' })
  })

  it('rejects the passkey of another account, and ends the sign-in after five attempts', async () => {
    const owner = await ownerWithPasskey()
    await switchOnSecondFactor(owner.accounts, owner.session.accountId)
    const other = await signUpWithSession(owner.accounts, 'quince')
    const theirs = { ...owner, authenticator: await addPasskey(owner.accounts, other) }
    const challenge = await challengeFor(owner.accounts)
    for (let attempt = 1; attempt <= 5; attempt++)
      expect(await finish(theirs, challenge)).toMatchObject(unauthorized)
    expect((await auditOf(owner.accounts, owner.session.accountId))[0]).toEqual([
      'unknown',
      'passkey rejected',
      null,
    ])
    const { accounts } = owner
    expect(await startPasskeySecondFactor(accounts, challenge, visitor)).toMatchObject({ error: 'conflict' })
  })

  it('needs no authenticator app, and stays while it is the only factor', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session } = owner
    const { accountId } = session
    const enable = (proof: object) =>
      enableTwoFactorWithPasskeys(accounts, { accountId, sessionId: session.id }, proof, visitor)
    expect(await enable({})).toMatchObject(unauthorized)
    const { recoveryCodes } = granted(await enable({ password }))
    expect(await enable({ code: recoveryCodes[0] })).toMatchObject({ error: 'conflict' })

    granted(await finish(owner, await challengeFor(accounts)))
    granted(
      await completeMfaChallenge(accounts, await challengeFor(accounts), recoveryCodes[1] ?? '', visitor),
    )
    expect(
      await completeMfaChallenge(accounts, await challengeFor(accounts), '123456', visitor),
    ).toMatchObject(unauthorized)
    const [passkey] = await listPasskeys(accounts.database, accountId)
    const remove = (code = '') => removePasskey(accounts, session, passkey?.id ?? 0, { code }, visitor)
    expect(await remove(recoveryCodes[2])).toMatchObject({ error: 'conflict' })
    const off = { code: recoveryCodes[3] }
    expect(
      await disableTwoFactor(accounts, { accountId, sessionId: session.id }, off, visitor),
    ).toBeUndefined()
    expect(await removePasskey(accounts, session, passkey?.id ?? 0, { password }, visitor)).toBeUndefined()

    const other = await signUpWithSession(accounts, 'quince')
    expect(
      await enableTwoFactorWithPasskeys(
        accounts,
        { accountId: other.accountId, sessionId: null },
        { password },
        visitor,
      ),
    ).toMatchObject({ error: 'conflict' })
  })
})

describe('re-authentication with a passkey', () => {
  it('is valid for five minutes, in one session', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session } = owner
    await forgetPassword(owner)
    const check = (sessionId: number) =>
      requireReauthentication(accounts, session.accountId, { sessionId }, visitor)
    expect(await check(session.id)).toMatchObject(unauthorized)
    expect(await reauthenticate(owner)).toBeUndefined()
    expect(await check(session.id)).toBeUndefined()
    expect((await auditOf(accounts, session.accountId))[0]).toEqual(['owner', 're-authenticated', 'passkey'])

    const outcome = granted(await signInWithPasskey(accounts, owner.authenticator))
    if (!('session' in outcome)) throw new Error('not signed in')
    const second = await sessionOf(accounts, outcome.session)
    expect(await check(second.id)).toMatchObject(unauthorized)
    await accounts.stores.sql(`update sessions set reauthenticated_at = now() - interval '301 seconds'`)
    expect(await check(session.id)).toMatchObject(unauthorized)
  })

  it('from before two-factor authentication was enabled is not enough', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session } = owner
    expect(await reauthenticate(owner)).toBeUndefined()
    const proof = { sessionId: session.id }
    granted(
      await enableTwoFactorWithPasskeys(
        accounts,
        { accountId: session.accountId, sessionId: session.id },
        proof,
        visitor,
      ),
    )
    expect(await requireReauthentication(accounts, session.accountId, proof, visitor)).toMatchObject(
      unauthorized,
    )
    expect(await reauthenticate(owner)).toBeUndefined()
    expect(await requireReauthentication(accounts, session.accountId, proof, visitor)).toBeUndefined()
  })
})

describe('removing a passkey', () => {
  it('needs re-authentication, signs out other sessions and sends a mail', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session, authenticator } = owner
    await accounts.stores.sql(`update accounts set email = 'a@example.org', email_confirmed_at = now()`)
    const outcome = granted(await signInWithPasskey(accounts, authenticator))
    const [passkey] = await listPasskeys(accounts.database, session.accountId)
    const remove = (proof: object, by = session) =>
      removePasskey(accounts, by, passkey?.id ?? 0, proof, visitor)
    expect(await remove({ sessionId: session.id })).toMatchObject(unauthorized)
    const other = await signUpWithSession(accounts, 'quince')
    expect(await remove({ password }, other)).toMatchObject({ error: 'conflict' })
    expect(await remove({ password })).toBeUndefined()

    if (!('session' in outcome)) throw new Error('not signed in')
    expect(await findSession(accounts.database, accounts.secret, outcome.session)).toBeUndefined()
    const rows = await accounts.stores.sql('select id from sessions where id = $1', [session.id])
    expect(rows).toHaveLength(1)
    expect((await auditOf(accounts, session.accountId))[0]).toEqual(['owner', 'passkey removed', 'phone'])
    const mails = await accounts.stores.sql('select kind from mail_queue')
    expect(mails).toContainEqual({ kind: 'passkey-removed' })
    expect(await signInWithPasskey(accounts, authenticator)).toMatchObject(unauthorized)
  })

  it('never removes the last way to sign in, also with concurrent requests', async () => {
    const owner = await ownerWithPasskey()
    const { accounts, session } = owner
    await addPasskey(accounts, session, 'laptop')
    await forgetPassword(owner)
    expect(await reauthenticate(owner)).toBeUndefined()
    const proof = { sessionId: session.id }
    const passkeys = await listPasskeys(accounts.database, session.accountId)
    const remove = (id = 0) => removePasskey(accounts, session, id, proof, visitor)
    const both = await whileLocked(accounts, 'select 1 from accounts for update', 2, () =>
      Promise.all(passkeys.map(({ id }) => remove(id))),
    )
    expect(both.filter(isAccountError)).toMatchObject([{ error: 'conflict' }])
    const [left] = await listPasskeys(accounts.database, session.accountId)
    expect(await remove(left?.id)).toMatchObject({ error: 'conflict' })

    // A provider that the operator has removed is no way to sign in.
    await accounts.stores.sql(
      `insert into identities (provider, subject, account_id) values ('removed', 'x', $1)`,
      [session.accountId],
    )
    expect(await remove(left?.id)).toMatchObject({ error: 'conflict' })
    const account = { accountId: session.accountId, sessionId: session.id }
    expect(await setPassword(accounts, account, { password }, visitor)).toBeUndefined()
    expect(await remove(left?.id)).toBeUndefined()
  })
})
