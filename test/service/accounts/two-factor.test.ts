import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { changePassword } from '../../../src/accounts/account-settings.ts'
import { listAuditEvents } from '../../../src/accounts/audit-log.ts'
import {
  reauthenticationNeeded,
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
  if (!('challenge' in outcome)) throw new Error('no code is asked for')
  return outcome.challenge
}

async function withSecondFactor() {
  const accounts = await accountsForTest()
  const { accountId, session } = await signUpAs(accounts, 'marmalade')
  return { accounts, accountId, session, factor: await switchOnSecondFactor(accounts, accountId) }
}

/** Digits that are surely none of the codes around now. */
async function wrongCodeBeside(factor: { code(): Promise<string> }): Promise<string> {
  return String((Number(await factor.code()) + 500_000) % 1_000_000).padStart(6, '0')
}

describe('the second factor', () => {
  it('is set up with a picture and a code, and its seed is stored encrypted', async () => {
    const accounts = await accountsForTest()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const by = { actor: 'owner', ipAddress: null } as const
    expect(await confirmTwoFactorSetup(accounts, accountId, '123456', by)).toMatchObject({
      error: 'conflict',
    })
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
    // Not on yet: signing in asks for no code.
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toHaveProperty('session')

    const { recoveryCodes } = granted(await confirmTwoFactorSetup(accounts, accountId, app.generate(), by))
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toHaveProperty('challenge')
    expect(await beginTwoFactorSetup(accounts, accountId, { code: recoveryCodes[0] }, visitor)).toMatchObject(
      {
        error: 'conflict',
      },
    )
  })

  it('lets in with a code or a recovery code, in any spelling', async () => {
    const { accounts, accountId, factor } = await withSecondFactor()
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

  it('takes a code once, also when it arrives 20 times at once', async () => {
    const { accounts, accountId, factor } = await withSecondFactor()
    for (let round = 0; round < 5; round++) {
      const code = await factor.code()
      const taken = await Promise.all(
        Array.from({ length: 20 }, () => consumeTotp(accounts.database, accounts.secret, accountId, code)),
      )
      expect(taken.filter(Boolean)).toEqual(['TOTP code'])
    }
    const challenges: string[] = []
    for (let place = 0; place < 20; place++) challenges.push(await challengeFor(accounts))
    const code = await factor.code()
    const outcomes = await Promise.all(
      challenges.map(challenge => completeMfaChallenge(accounts, challenge, code, visitor)),
    )
    expect(outcomes.filter(outcome => !isAccountError(outcome))).toHaveLength(1)
  })

  it('takes a recovery code once, also when it arrives 20 times at once', async () => {
    const { accounts, accountId, factor } = await withSecondFactor()
    for (const code of factor.recoveryCodes.slice(0, 5)) {
      const taken = await Promise.all(
        Array.from({ length: 20 }, () => consumeTotp(accounts.database, accounts.secret, accountId, code)),
      )
      expect(taken.filter(Boolean)).toEqual(['recovery code'])
    }
  })

  it('gives a challenge 5 tries and 10 minutes, and shows wrong ones to the owner', async () => {
    const { accounts, accountId, factor } = await withSecondFactor()
    const challenge = await challengeFor(accounts)
    const wrong = await wrongCodeBeside(factor)
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

    // At once, and with what is not counted as a guess: the challenge itself ends it.
    const stormed = await challengeFor(accounts)
    await accounts.stores.sql('delete from audit_log')
    await Promise.all(
      Array.from({ length: 20 }, () =>
        completeMfaChallenge(accounts, stormed, 'not a recovery code', visitor),
      ),
    )
    expect(await listAuditEvents(accounts.database, accountId, 50)).toHaveLength(5)

    const old = await challengeFor(accounts)
    await accounts.stores.sql(`update mfa_challenges set expires_at = now() - interval '1 second'`)
    expect(await completeMfaChallenge(accounts, old, await factor.code(), visitor)).toMatchObject({
      error: 'conflict',
    })
  })

  it('does not give more tries to those who begin again and again, but always takes a recovery code', async () => {
    const { accounts, factor } = await withSecondFactor()
    const wrong = await wrongCodeBeside(factor)
    let checked = 0
    for (let attempt = 0; attempt < 60; attempt++) {
      const outcome = await completeMfaChallenge(accounts, await challengeFor(accounts), wrong, visitor)
      if (isAccountError(outcome) && outcome.error === 'unauthorized') checked++
      await accounts.skipDelays()
    }
    expect(checked).toBe(50)
    const code = factor.recoveryCodes[0] ?? ''
    granted(await completeMfaChallenge(accounts, await challengeFor(accounts), code, visitor))
  }, 30_000)

  it('is asked for what matters; without it the password is', async () => {
    const accounts = await accountsForTest()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    expect(await reauthenticationNeeded(accounts.database, accountId)).toBe('password')
    expect(await requireTwoFactorCode(accounts, accountId, '', visitor)).toBeUndefined()
    expect(await requireReauthentication(accounts, accountId, { code: '123456' }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await requireReauthentication(accounts, accountId, { password }, visitor)).toBeUndefined()

    const factor = await switchOnSecondFactor(accounts, accountId)
    expect(await reauthenticationNeeded(accounts.database, accountId)).toBe('code')
    expect(await requireReauthentication(accounts, accountId, { password }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    const code = await factor.code()
    expect(await requireTwoFactorCode(accounts, accountId, code, visitor)).toBeUndefined()
    expect(await requireTwoFactorCode(accounts, accountId, code, visitor)).toMatchObject({
      error: 'unauthorized',
    })
  })

  it('is renewed and switched off with a code, not while the password is short', async () => {
    const { accounts, accountId, session, factor } = await withSecondFactor()
    const own = await findSession(accounts.database, accounts.secret, session)
    const account = { accountId, sessionId: own?.id ?? 0 }
    const renewed = granted(await regenerateRecoveryCodes(accounts, accountId, await factor.code(), visitor))
    expect(
      await consumeTotp(accounts.database, accounts.secret, accountId, factor.recoveryCodes[0] ?? ''),
    ).toBe(undefined)
    const short = 'lampvtkx'
    expect(await changePassword(accounts, account, { old: password, new: short }, visitor)).toBeUndefined()
    const [code = '', nextCode = ''] = renewed.recoveryCodes
    expect(await disableTwoFactor(accounts, accountId, code, visitor)).toMatchObject({
      error: 'conflict',
    })
    expect(await changePassword(accounts, account, { old: short, new: password }, visitor)).toBeUndefined()
    expect(await disableTwoFactor(accounts, accountId, 'made up', visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await disableTwoFactor(accounts, accountId, nextCode, visitor)).toBeUndefined()
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toHaveProperty('session')
    expect(await countRecoveryCodes(accounts.database, accountId)).toBe(0)
  })
})
