import { describe, expect, it, onTestFinished } from 'vitest'
import { measureUndelayedMs } from '../../../lab/scheduler-delay.ts'
import { startMailServer, tokenIn } from '../../../lab/servers/mail-server.ts'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { findOwnAccount } from '../../../src/accounts/account-settings.ts'
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  isEmail,
  removeEmail,
} from '../../../src/accounts/email/email-address.ts'
import {
  findPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '../../../src/accounts/sign-in/password-reset.ts'
import { listSessions } from '../../../src/accounts/sign-in/sessions.ts'
import { signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../../src/accounts/sign-in/sign-up.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  visitor,
  websiteUrl,
} from '../../support/accounts.ts'

const by = { actor: 'owner', ipAddress: visitor.ipAddress } as const
const newPassword = 'nine lamps on a slow river'
const confirmLink = '/confirm-email?token='
const resetLink = '/reset-password?token='
const cancelLink = '/cancel-email-change?token='

async function withMail() {
  const server = await startMailServer()
  onTestFinished(server.stop)
  return { server, accounts: await accountsForTest({ smtpUrl: server.url }) }
}

async function withConfirmed(email = 'orange@example.com') {
  const { server, accounts } = await withMail()
  const { accountId } = await signUpAs(accounts, 'marmalade', email)
  granted(await confirmEmail(accounts, tokenIn(await server.next(confirmLink)), by))
  return { server, accounts, accountId }
}

describe('e-mail address', () => {
  it.each(['a@example.com', "o'neil+x@mail.example.co.uk", 'ü@bücher.example'])('accepts %j', text => {
    expect(isEmail(text)).toBe(true)
  })
  it.each([
    '',
    'a',
    'a@b',
    'a@b@c.de',
    'a b@c.de',
    'a@c.de\nBcc: x@y.z',
    '<a@c.de>',
    'a@c.de,b@c.de',
    'a@c.',
  ])('rejects %j', text => {
    expect(isEmail(text)).toBe(false)
  })

  it('is confirmed by the link sent to it, once', async () => {
    const { server, accounts } = await withMail()
    const { accountId } = await signUpAs(accounts, 'marmalade', 'Orange@example.com')
    const mail = await server.next()
    expect(mail.to).toEqual(['Orange@example.com'])
    expect(mail.content).toContain('Subject: Confirm your email for Larder')
    expect(mail.content).toContain(`${websiteUrl}/confirm-email?token=`)
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ emailIsConfirmed: false })
    const token = tokenIn(mail)
    expect(JSON.stringify(await accounts.stores.sql('select * from email_tokens'))).not.toContain(token)
    expect(await confirmEmail(accounts, token, by)).toMatchObject({ email: 'Orange@example.com' })
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ emailIsConfirmed: true })
    expect(await confirmEmail(accounts, token, by)).toMatchObject({ error: 'unauthorized' })
  })

  it('gets mails in the language of the sign-up, with links to it', async () => {
    const { server, accounts } = await withMail()
    const person = { name: 'marmelade', password, email: 'orange@example.com', locale: 'de' }
    granted(await signUp(accounts, person, visitor))
    expect((await server.next()).content).toContain(`${websiteUrl}/de/confirm-email?token=`)
  })

  it('is not confirmed by an expired link', async () => {
    const { server, accounts } = await withMail()
    await signUpAs(accounts, 'marmalade', 'orange@example.com')
    const token = tokenIn(await server.next(confirmLink))
    await accounts.stores.sql(`update email_tokens set expires_at = now() - interval '1 second'`)
    expect(await confirmEmail(accounts, token, by)).toMatchObject({ error: 'unauthorized' })
  })

  it('cannot be confirmed by two accounts', async () => {
    const { server, accounts } = await withConfirmed()
    await signUpAs(accounts, 'quince', 'ORANGE@example.com')
    expect(await confirmEmail(accounts, tokenIn(await server.next(confirmLink)), by)).toMatchObject({
      error: 'taken',
    })
  })

  it('is changed after re-authentication, kept until the new one is confirmed, and then notified', async () => {
    const { server, accounts, accountId } = await withConfirmed()
    const change = (credentials: { password: string }) =>
      changeEmail(accounts, accountId, 'peel@example.com', credentials, visitor)
    expect(await change({ password: 'wrong' })).toMatchObject({ error: 'unauthorized' })
    granted(await change({ password }))
    const confirmation = await server.next(confirmLink)
    expect(confirmation.to).toEqual(['peel@example.com'])
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ email: 'orange@example.com' })
    granted(await confirmEmail(accounts, tokenIn(confirmation), by))
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ email: 'peel@example.com' })
    const notice = await server.next('was changed')
    expect(notice.to).toEqual(['orange@example.com'])
    expect(notice.content).toContain('sign in and change your password')

    expect(await removeEmail(accounts, { accountId, sessionId: 0 }, { password }, visitor)).toBeUndefined()
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ email: null })
  })

  it('is not changed when the notice to the former address is used to cancel the change, once', async () => {
    const { server, accounts, accountId } = await withConfirmed()
    const intruder = { ...visitor, ipAddress: '198.51.100.7' }
    granted(await changeEmail(accounts, accountId, 'intruder@example.com', { password }, intruder))
    const confirmation = tokenIn(await server.next(confirmLink))
    const notice = await server.next(cancelLink)
    expect(notice.to).toEqual(['orange@example.com'])
    expect(notice.content).toContain('intruder@example.com')
    expect(notice.content).toContain('198.51.100.7')
    // Another one is requested and not sent yet.
    await accounts.stores.sql(
      `insert into mail_queue (kind, account_id, recipient, next_attempt_at)
         values ('confirm-email', $1, 'intruder@example.com', 'infinity')`,
      [accountId],
    )
    expect(await cancelEmailChange(accounts, confirmation, by)).toMatchObject({ error: 'unauthorized' })
    expect(await cancelEmailChange(accounts, tokenIn(notice), by)).toBeUndefined()
    expect(await accounts.stores.sql('select from mail_queue')).toEqual([])
    expect(await confirmEmail(accounts, confirmation, by)).toMatchObject({ error: 'unauthorized' })
    expect(await cancelEmailChange(accounts, tokenIn(notice), by)).toMatchObject({ error: 'unauthorized' })
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ email: 'orange@example.com' })
  })

  it('can no longer be restored by the former address after it was changed', async () => {
    const { server, accounts, accountId } = await withConfirmed()
    granted(await changeEmail(accounts, accountId, 'peel@example.com', { password }, visitor))
    const notice = tokenIn(await server.next(cancelLink))
    granted(await confirmEmail(accounts, tokenIn(await server.next(confirmLink)), by))
    expect(await cancelEmailChange(accounts, notice, by)).toMatchObject({ error: 'unauthorized' })
  })

  it('receives at most 5 confirmations per hour, and password resets regardless', async () => {
    const { accounts, accountId } = await withConfirmed()
    const outcomes: boolean[] = []
    for (let attempt = 0; attempt < 7; attempt++) {
      outcomes.push(
        isAccountError(await changeEmail(accounts, accountId, 'orange@example.com', { password }, visitor)),
      )
    }
    // One was sent at sign-up.
    expect(outcomes).toEqual([false, false, false, false, true, true, true])
    granted(await requestPasswordReset(accounts, 'orange@example.com', visitor))
  })

  it('is rejected when mail is not configured', async () => {
    const accounts = await accountsForTest()
    expect(await requestPasswordReset(accounts, 'orange@example.com', visitor)).toMatchObject({
      error: 'conflict',
    })
  })
})

describe('password reset', () => {
  it('works once, signs out all sessions and keeps two-factor authentication', async () => {
    const { server, accounts, accountId } = await withConfirmed()
    const factor = await switchOnSecondFactor(accounts, accountId)
    expect(factor.recoveryCodes).toHaveLength(10)
    expect(await listSessions(accounts.database, accountId)).toHaveLength(1)
    granted(await requestPasswordReset(accounts, ' ORANGE@example.com', visitor))
    const mail = await server.next(resetLink)
    expect(mail.content).toContain(`${websiteUrl}/reset-password?token=`)
    const token = tokenIn(mail)
    expect(await findPasswordReset(accounts, token)).toMatchObject({ accountId, hasTwoFactor: true })

    // A rejected password does not consume the link.
    expect(await resetPassword(accounts, token, 'short', visitor)).toMatchObject({ error: 'invalid' })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => resetPassword(accounts, token, newPassword, visitor)),
    )
    expect(outcomes.filter(outcome => outcome === undefined)).toHaveLength(1)
    expect(await resetPassword(accounts, token, newPassword, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await listSessions(accounts.database, accountId)).toEqual([])
    expect(await signIn(accounts, { login: 'marmalade', password }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await signIn(accounts, { login: 'marmalade', password: newPassword }, visitor)).toHaveProperty(
      'challenge',
    )
  })

  it('ends an e-mail change that an intruder requested before, sent or not', async () => {
    const { server, accounts, accountId } = await withConfirmed()
    const intruder = { ...visitor, ipAddress: '198.51.100.7' }
    granted(await changeEmail(accounts, accountId, 'intruder@example.com', { password }, intruder))
    const confirmation = tokenIn(await server.next(confirmLink))
    granted(await requestPasswordReset(accounts, 'orange@example.com', visitor))
    const reset = tokenIn(await server.next(resetLink))
    await accounts.mailsDelivered()
    await accounts.stores.sql(
      `insert into mail_queue (kind, account_id, recipient, next_attempt_at)
         values ('confirm-email', $1, 'intruder@example.com', 'infinity'),
                ('reset-password', null, 'Orange@example.com', 'infinity')`,
      [accountId],
    )
    expect(await resetPassword(accounts, reset, newPassword, visitor)).toBeUndefined()
    expect(await confirmEmail(accounts, confirmation, by)).toMatchObject({ error: 'unauthorized' })
    expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ email: 'orange@example.com' })
    await accounts.mailsDelivered()
    expect((await server.next('password of your account was changed')).to).toEqual(['orange@example.com'])
  })

  it('unlocks an account that was locked by failed attempts', async () => {
    const { server, accounts } = await withConfirmed()
    const otherClient = { ...visitor, ipAddress: '198.51.100.7' }
    for (let attempt = 0; attempt < 51; attempt++) {
      await signIn(accounts, { login: 'marmalade', password: 'wrong' }, otherClient)
      await accounts.skipDelays()
    }
    const right = { login: 'marmalade', password }
    expect(await signIn(accounts, right, visitor)).toMatchObject({ error: 'rate_limited' })
    granted(await requestPasswordReset(accounts, 'orange@example.com', visitor))
    expect(
      await resetPassword(accounts, tokenIn(await server.next(resetLink)), newPassword, visitor),
    ).toBeUndefined()
    granted(await signIn(accounts, { ...right, password: newPassword }, visitor))
  })

  it('responds identically and equally fast for an unknown address', async () => {
    const { server, accounts } = await withConfirmed()
    const ask = async (email: string) => {
      await accounts.redis.flushdb()
      return measureUndelayedMs(processIds, () => requestPasswordReset(accounts, email, visitor))
    }
    const redisId = Number(/process_id:(\d+)/.exec(await accounts.redis.info('server'))?.[1])
    const processIds = [redisId, ...(await accounts.stores.backendIds())]
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 20; round++) {
      const known = await ask('orange@example.com')
      await server.next(resetLink)
      const unknown = await ask('nobody@example.com')
      expect(known.outcome).toEqual({ requested: 'orange@example.com' })
      expect(unknown.outcome).toEqual({ requested: 'nobody@example.com' })
      times.known.push(known.ms)
      times.unknown.push(unknown.ms)
    }
    const [known, unknown] = [times.known, times.unknown].map(list => list.sort((a, b) => a - b)[10] ?? 0)
    console.log(`reset for a known address ${known?.toFixed(2)} ms, an unknown one ${unknown?.toFixed(2)} ms`)
    expect(Math.abs((known ?? 0) - (unknown ?? 0))).toBeLessThan(5)
    expect(server.mails.every(({ to }) => to[0] === 'orange@example.com')).toBe(true)
  })

  it('expires after an hour or when the address of the account changes', async () => {
    const { server, accounts, accountId } = await withConfirmed()
    granted(await requestPasswordReset(accounts, 'orange@example.com', visitor))
    const token = tokenIn(await server.next(resetLink))
    expect(await findPasswordReset(accounts, token)).toBeDefined()
    await accounts.stores.sql(`update accounts set email = 'peel@example.com' where id = $1`, [accountId])
    expect(await resetPassword(accounts, token, newPassword, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    await accounts.stores.sql(`update accounts set email = 'orange@example.com'`)
    await accounts.stores.sql(`update email_tokens set expires_at = now() - interval '1 second'`)
    expect(await resetPassword(accounts, token, newPassword, visitor)).toMatchObject({
      error: 'unauthorized',
    })
  })

  it('is not sent to an unconfirmed address', async () => {
    const { server, accounts } = await withMail()
    await signUpAs(accounts, 'marmalade', 'orange@example.com')
    await server.next()
    granted(await requestPasswordReset(accounts, 'orange@example.com', visitor))
    await accounts.mailsDelivered()
    expect(server.mails).toHaveLength(1)
  })
})
