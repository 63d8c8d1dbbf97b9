// Which change queues which mail to the owner.
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { keyContext, startService } from '../../../lab/service.ts'
import { changePassword, findOwnAccount } from '../../../src/accounts/account-settings.ts'
import { changePlan } from '../../../src/accounts/accounts.ts'
import { createNamedKey, rotateAccountKey, rotateKey } from '../../../src/accounts/api-keys/api-keys.ts'
import { changeEmail } from '../../../src/accounts/email/email-address.ts'
import { remindOfExpiringKeys } from '../../../src/accounts/notifications/key-reminders.ts'
import { startReminders } from '../../../src/accounts/notifications/reminders.ts'
import { linkIdentity, unlinkIdentity } from '../../../src/accounts/sign-in/identities.ts'
import { listSessions } from '../../../src/accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { disableTwoFactor } from '../../../src/accounts/sign-in/two-factor.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
} from '../../support/accounts.ts'

const by = { actor: 'owner', ipAddress: visitor.ipAddress } as const
const login = { login: 'marmalade', password }

async function withOwner(contents: { isConfirmed?: boolean } = {}) {
  const accounts = { ...(await accountsForTest()), isMailEnabled: true }
  const { accountId, deviceToken } = await signUpAs(accounts, 'marmalade')
  await accounts.stores.sql(
    `update accounts set email = 'orange@example.com', created_at = now() - interval '1 day',
       email_confirmed_at = case when $1 then now() end`,
    [contents.isConfirmed ?? true],
  )
  const [session] = await listSessions(accounts.database, accountId)
  return { accounts, accountId, deviceToken, own: { accountId, sessionId: session?.id ?? 0 } }
}

interface Queued {
  kind: string
  recipient: string
  parameters: Record<string, unknown>
}

/** Takes all mails out of the queue. */
async function takeMails({ stores }: TestAccounts): Promise<Queued[]> {
  return stores.sql<Queued>(
    'with taken as (delete from mail_queue returning *) select kind, recipient, parameters from taken order by id',
  )
}

async function kindsTaken(accounts: TestAccounts): Promise<string[]> {
  return (await takeMails(accounts)).map(({ kind }) => kind)
}

it('notifies the owner of a sign-in from a device that has not signed in before', async () => {
  const { accounts, own, deviceToken } = await withOwner()
  const knownDevice = { ...visitor, deviceToken }
  granted(await signIn(accounts, login, knownDevice))
  expect(await takeMails(accounts)).toEqual([])
  const elsewhere = { ipAddress: '198.51.100.7', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140' }
  const signedIn = granted(await signIn(accounts, login, elsewhere))
  expect(await takeMails(accounts)).toEqual([
    {
      kind: 'new-device',
      recipient: 'orange@example.com',
      parameters: { by: { actor: 'owner', ipAddress: '198.51.100.7' }, userAgent: elsewhere.userAgent },
    },
  ])
  if (!('deviceToken' in signedIn)) throw new Error('not signed in')
  granted(await signIn(accounts, login, { ...elsewhere, deviceToken: signedIn.deviceToken }))
  expect(await takeMails(accounts)).toEqual([])
  // The account is secured: every device is new again.
  const changed = { old: password, new: 'nine lamps on a slow river' }
  expect(await changePassword(accounts, own, changed, visitor)).toBeUndefined()
  granted(await signIn(accounts, { ...login, password: changed.new }, knownDevice))
  expect(await kindsTaken(accounts)).toEqual(['password-changed', 'new-device'])
})

it('notifies the owner of two-factor authentication and recovery codes', async () => {
  const { accounts, accountId, own, deviceToken } = await withOwner()
  const { recoveryCodes, code } = await switchOnSecondFactor(accounts, accountId)
  expect(await kindsTaken(accounts)).toEqual(['two-factor-on'])
  const outcome = granted(await signIn(accounts, login, { ...visitor, deviceToken }))
  if (!('challenge' in outcome)) throw new Error('no challenge')
  const [recoveryCode = ''] = recoveryCodes
  granted(await completeMfaChallenge(accounts, outcome.challenge, recoveryCode, visitor))
  const [used, device] = await takeMails(accounts)
  expect(used).toMatchObject({ kind: 'recovery-code-used', parameters: { codesLeft: 9 } })
  expect(device?.kind).toBe('new-device')
  expect(await disableTwoFactor(accounts, own, { code: await code() }, visitor)).toBeUndefined()
  expect(await kindsTaken(accounts)).toEqual(['two-factor-off'])
})

it('notifies the owner of keys, providers, the e-mail address and the plan', async () => {
  const { accounts, accountId } = await withOwner()
  const { database, secret } = accounts
  const input = { name: 'ci', scope: 'read', expiresAt: null, capPerMinute: null } as const
  const key = await createNamedKey(keyContext(database, secret), accountId, input, by)
  if ('error' in key) throw new Error(key.error)
  await rotateKey(database, secret, accountId, key.id, 0, by)
  await rotateAccountKey(database, secret, accountId, { actor: 'operator', ipAddress: null })
  await rotateAccountKey(database, secret, accountId, by)
  granted(await linkIdentity(database, accountId, 'one', { subject: 'x', email: null }, by))
  expect(await unlinkIdentity(accounts, accountId, 'one', { password }, visitor)).toBeUndefined()
  granted(await changeEmail(accounts, accountId, 'peel@example.com', { password }, visitor))
  await changePlan(database, 'marmalade', 'pro', { actor: 'operator', ipAddress: null })
  const mails = await takeMails(accounts)
  expect(mails.map(({ kind, recipient }) => `${kind} to ${recipient}`)).toEqual([
    'key-created to orange@example.com',
    'key-rotated to orange@example.com',
    'key-created to orange@example.com',
    'key-rotated to orange@example.com',
    'provider-linked to orange@example.com',
    'provider-unlinked to orange@example.com',
    'email-change-requested to orange@example.com',
    'confirm-email to peel@example.com',
    'plan-changed to orange@example.com',
  ])
})

it('sends nothing to an address that is not confirmed', async () => {
  const { accounts, accountId } = await withOwner({ isConfirmed: false })
  granted(await signIn(accounts, login, visitor))
  await rotateAccountKey(accounts.database, accounts.secret, accountId, by)
  expect(await takeMails(accounts)).toEqual([])
  expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ emailIsConfirmed: false })
})

describe('reminders', () => {
  it('are sent once a week and once a day before a key expires, by however many nodes', async () => {
    const { accounts, accountId } = await withOwner()
    await accounts.stores.sql(
      `insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four, created_at, expires_at)
         select $1, 'named', name, 'read', name::bytea, 'larder_read', 'abcd', created_at, expires_at
           from (values ('due', now() - interval '30 days', now() + interval '6 days'),
                        ('short-lived', now() - interval '1 hour', now() + interval '6 days'),
                        ('far', now() - interval '30 days', now() + interval '9 days'),
                        ('expired', now() - interval '30 days', now() - interval '1 hour'))
             as keys (name, created_at, expires_at)`,
      [accountId],
    )
    const remind = () => Promise.all([1, 2, 3].map(() => remindOfExpiringKeys(accounts.database)))
    await remind()
    await remind()
    expect((await takeMails(accounts)).map(({ parameters }) => parameters['name'])).toEqual(['due'])
    await accounts.stores.sql(
      "update api_keys set expires_at = now() + interval '20 hours' where name in ('due', 'far')",
    )
    await remind()
    const names = (await takeMails(accounts)).map(({ parameters }) => parameters['name'])
    expect(names.sort()).toEqual(['due', 'far'])
  })

  it('are sent once a week for each limit that is used up to 80 % and 100 %', async () => {
    const { accounts, accountId } = await withOwner()
    const plan = { accountId, keyId: null, limit: 500, window: 'minute' } as const
    const spend = async () => {
      for (let node = 0; node < 2; node++) {
        const reminders = startReminders({
          database: accounts.database,
          onError: error => {
            throw error
          },
        })
        for (const remaining of [100, 50, 0, 0]) reminders.noteLimitUse({ ...plan, remaining })
        await reminders.stop()
      }
      return (await takeMails(accounts)).map(({ kind, parameters }) => ({ kind, ...parameters }))
    }
    const mail = { kind: 'limit-reached', limit: 500, window: 'minute', keyName: null }
    const both = [
      { ...mail, percent: 80 },
      { ...mail, percent: 100 },
    ]
    expect(await spend()).toEqual(both)
    expect(await spend()).toEqual([])
    await accounts.stores.sql("update sent_reminders set sent_at = now() - interval '8 days'")
    expect(await spend()).toEqual(both)
  })

  it('are sent for requests that use up the limit of the plan or of a key', async () => {
    const { accounts, accountId } = await withOwner()
    await accounts.stores.sql("update accounts set plan = 'pro'")
    const keyOf = async (name: string, capPerMinute: number | null) => {
      const input = { name, scope: 'read', expiresAt: null, capPerMinute } as const
      const key = await createNamedKey(keyContext(accounts.database, accounts.secret), accountId, input, by)
      return 'error' in key ? '' : key.key
    }
    const keys = [await keyOf('capped', 2), await keyOf('ci', null)]
    const service = await startService(accounts.stores, {
      RATE_LIMIT_PRO_PER_MINUTE: '10',
      SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
    })
    for (const key of keys) {
      for (let request = 0; request < 9; request++) await ask(service.apiUrl, '/food/1', { key })
    }
    await service.stop()
    const mails = await takeMails(accounts)
    const limits = mails.filter(({ kind }) => kind === 'limit-reached')
    expect(limits.map(({ parameters }) => parameters)).toEqual([
      { percent: 100, limit: 2, window: 'minute', keyName: 'capped' },
      { percent: 80, limit: 10, window: 'minute', keyName: null },
      { percent: 100, limit: 10, window: 'minute', keyName: null },
    ])
  })
})
