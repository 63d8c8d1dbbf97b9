import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { changePassword } from '../../../src/accounts/account-settings.ts'
import { listAuditEvents } from '../../../src/accounts/audit-log.ts'
import {
  findReauthenticationMethods,
  requireReauthentication,
  requireTwoFactorCode,
} from '../../../src/accounts/sign-in/reauthentication.ts'
import { countRecoveryCodes } from '../../../src/accounts/sign-in/recovery-codes.ts'
import { findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { consumeTotp } from '../../../src/accounts/sign-in/totp.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  disableTwoFactor,
  regenerateRecoveryCodes,
} from '../../../src/accounts/sign-in/two-factor.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
} from '../../support/accounts.ts'

async function challengeFor(accounts: TestAccounts): Promise<string> {
  const outcome = granted(await signIn(accounts, { login: 'marmalade', password }, visitor))
  if (!('challenge' in outcome)) throw new Error('expected a two-factor challenge')
  return outcome.challenge
}

async function accountWithTwoFactor() {
  const accounts = await accountsForTest()
  const { accountId, session } = await signUpAs(accounts, 'marmalade')
  return { accounts, accountId, session, factor: await switchOnSecondFactor(accounts, accountId) }
}

/** A code that is certainly not valid now. */
async function invalidCode(factor: { code(): Promise<string> }): Promise<string> {
  return String((Number(await factor.code()) + 500_000) % 1_000_000).padStart(6, '0')
}

describe('two-factor authentication', () => {
  it('is set up with a QR code and a TOTP code, and stores the secret encrypted', async () => {
    const accounts = await accountsForTest()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const by = { actor: 'owner', ipAddress: null } as const
    expect(await confirmTwoFactorSetup(accounts, { accountId, sessionId: null }, '123456', by)).toMatchObject(
      {
        error: 'conflict',
      },
    )
    expect(await beginTwoFactorSetup(accounts, accountId, { password: 'no' }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    const begun = granted(await beginTwoFactorSetup(accounts, accountId, { password }, visitor))
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Larder:marmalade\?/)
    expect(begun.qrSvg).toMatch(/^<svg/)
    const app = URI.parse(begun.uri)
    expect(app).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30 })
    expect(app.secret.base32).toBe(begun.secret)

    const [row] = await accounts.stores.sql<{ totp_secret: Buffer; mfa_enabled_at: null }>(
      'select totp_secret, mfa_enabled_at from accounts',
    )
    expect(row?.totp_secret.includes(Buffer.from(app.secret.bytes))).toBe(false)
    expect(row?.mfa_enabled_at).toBeNull()
    // Not enabled yet, so sign-in does not require a code.
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toHaveProperty('session')

    const { recoveryCodes } = granted(
      await confirmTwoFactorSetup(accounts, { accountId, sessionId: null }, app.generate(), by),
    )
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toHaveProperty('challenge')
    expect(await beginTwoFactorSetup(accounts, accountId, { code: recoveryCodes[0] }, visitor)).toMatchObject(
      {
        error: 'conflict',
      },
    )
  })

  it('accepts TOTP and recovery codes with spaces and in upper case', async () => {
    const { accounts, accountId, factor } = await accountWithTwoFactor()
    const one = granted(
      await completeMfaChallenge(accounts, await challengeFor(accounts), ` ${await factor.code()} `, visitor),
    )
    expect(await findSession(accounts.database, accounts.secret, one.session)).toMatchObject({ accountId })
    const spelt = (factor.recoveryCodes[3] ?? '').toUpperCase().replaceAll('-', ' ')
    granted(await completeMfaChallenge(accounts, await challengeFor(accounts), spelt, visitor))
    expect(await countRecoveryCodes(accounts.database, accountId)).toBe(9)
    const again = await completeMfaChallenge(accounts, await challengeFor(accounts), spelt, visitor)
    expect(again).toMatchObject({ error: 'unauthorized' })
  })

  it('accepts a TOTP code once, even for 20 concurrent attempts', async () => {
    const { accounts, accountId, factor } = await accountWithTwoFactor()
    for (let round = 0; round < 5; round++) {
      const code = await factor.code()
      const results = await Promise.all(
        Array.from({ length: 20 }, () =>
          consumeTotp(accounts.database, accounts.secret, accountId, code, visitor),
        ),
      )
      expect(results.filter(Boolean)).toEqual(['TOTP code'])
    }
    const challenges: string[] = []
    for (let index = 0; index < 20; index++) challenges.push(await challengeFor(accounts))
    const code = await factor.code()
    const outcomes = await Promise.all(
      challenges.map(challenge => completeMfaChallenge(accounts, challenge, code, visitor)),
    )
    expect(outcomes.filter(outcome => !isAccountError(outcome))).toHaveLength(1)
  })

  it('accepts a recovery code once, even for 20 concurrent attempts', async () => {
    const { accounts, accountId, factor } = await accountWithTwoFactor()
    for (const code of factor.recoveryCodes.slice(0, 5)) {
      const results = await Promise.all(
        Array.from({ length: 20 }, () =>
          consumeTotp(accounts.database, accounts.secret, accountId, code, visitor),
        ),
      )
      expect(results.filter(Boolean)).toEqual(['recovery code'])
    }
  })

  it('allows 5 attempts and 10 minutes per challenge and records failures in the audit log', async () => {
    const { accounts, accountId, factor } = await accountWithTwoFactor()
    const challenge = await challengeFor(accounts)
    const wrong = await invalidCode(factor)
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await completeMfaChallenge(accounts, challenge, wrong, visitor)).toMatchObject({
        error: attempt < 5 ? 'unauthorized' : 'conflict',
      })
      await accounts.skipDelays()
    }
    const right = await completeMfaChallenge(accounts, challenge, await factor.code(), visitor)
    expect(right).toMatchObject({ error: 'conflict' })
    expect(await listAuditEvents(accounts.database, accountId, 5)).toMatchObject(
      Array(5).fill({ actor: 'unknown', action: 'two-factor code rejected' }),
    )

    // Concurrent recovery codes are not limited by the attempt limiter; the challenge limits them.
    const flooded = await challengeFor(accounts)
    await accounts.stores.sql('delete from audit_log')
    await Promise.all(
      Array.from({ length: 20 }, () =>
        completeMfaChallenge(accounts, flooded, 'not a recovery code', visitor),
      ),
    )
    expect(await listAuditEvents(accounts.database, accountId, 50)).toHaveLength(5)

    const old = await challengeFor(accounts)
    await accounts.stores.sql(`update mfa_challenges set expires_at = now() - interval '1 second'`)
    expect(await completeMfaChallenge(accounts, old, await factor.code(), visitor)).toMatchObject({
      error: 'conflict',
    })
  })

  it('limits attempts across challenges, but always accepts a recovery code', async () => {
    const { accounts, factor } = await accountWithTwoFactor()
    const wrong = await invalidCode(factor)
    let checked = 0
    for (let attempt = 0; attempt < 60; attempt++) {
      const outcome = await completeMfaChallenge(accounts, await challengeFor(accounts), wrong, visitor)
      if (isAccountError(outcome) && outcome.error === 'unauthorized') checked++
      await accounts.skipDelays()
    }
    expect(checked).toBe(50)
    const code = factor.recoveryCodes[0] ?? ''
    granted(await completeMfaChallenge(accounts, await challengeFor(accounts), code, visitor))
  })

  it('is required for re-authentication instead of the password', async () => {
    const accounts = await accountsForTest()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    expect((await findReauthenticationMethods(accounts.database, accountId)).credential).toBe('password')
    expect(await requireTwoFactorCode(accounts, accountId, '', visitor)).toBeUndefined()
    expect(await requireReauthentication(accounts, accountId, { code: '123456' }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await requireReauthentication(accounts, accountId, { password }, visitor)).toBeUndefined()

    const factor = await switchOnSecondFactor(accounts, accountId)
    expect((await findReauthenticationMethods(accounts.database, accountId)).credential).toBe('code')
    expect(await requireReauthentication(accounts, accountId, { password }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    const code = await factor.code()
    expect(await requireTwoFactorCode(accounts, accountId, code, visitor)).toBeUndefined()
    expect(await requireTwoFactorCode(accounts, accountId, code, visitor)).toMatchObject({
      error: 'unauthorized',
    })
  })

  it('regenerates recovery codes and is disabled with a code, unless the password is too short', async () => {
    const { accounts, accountId, session, factor } = await accountWithTwoFactor()
    const own = await findSession(accounts.database, accounts.secret, session)
    const account = { accountId, sessionId: own?.id ?? 0 }
    const regenerated = granted(
      await regenerateRecoveryCodes(accounts, accountId, { code: await factor.code() }, visitor),
    )
    expect(
      await consumeTotp(
        accounts.database,
        accounts.secret,
        accountId,
        factor.recoveryCodes[0] ?? '',
        visitor,
      ),
    ).toBe(undefined)
    const short = 'lbmpvtkx'
    expect(await changePassword(accounts, account, { old: password, new: short }, visitor)).toBeUndefined()
    const [code = '', nextCode = ''] = regenerated.recoveryCodes
    expect(await disableTwoFactor(accounts, { accountId, sessionId: null }, { code }, visitor)).toMatchObject(
      {
        error: 'conflict',
      },
    )
    expect(await changePassword(accounts, account, { old: short, new: password }, visitor)).toBeUndefined()
    expect(
      await disableTwoFactor(accounts, { accountId, sessionId: null }, { code: 'made up' }, visitor),
    ).toMatchObject({
      error: 'unauthorized',
    })
    expect(
      await disableTwoFactor(accounts, { accountId, sessionId: null }, { code: nextCode }, visitor),
    ).toBeUndefined()
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toHaveProperty('session')
    expect(await countRecoveryCodes(accounts.database, accountId)).toBe(0)
  })
})
