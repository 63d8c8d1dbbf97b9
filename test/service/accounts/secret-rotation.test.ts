// Rotation of SECRET_KEY while users are signed in, sign in and use their keys.
import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { textIn, visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { signInAtProvider, startProvider } from '../../../lab/servers/oidc-provider.ts'
import { environmentFor, keySecret as oldSecret, startService } from '../../../lab/service.ts'
import { consumeEmailToken, createEmailToken } from '../../../src/accounts/email/email-tokens.ts'
import { findStaleSecrets, reencryptTotpSecrets } from '../../../src/accounts/secret-rotation.ts'
import { finishProviderSignIn, startProviderSignIn } from '../../../src/accounts/sign-in/oidc-sign-in.ts'
import { consumeRecoveryCode } from '../../../src/accounts/sign-in/recovery-codes.ts'
import { createSession, findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { trustedDevice } from '../../../src/accounts/sign-in/trusted-device.ts'
import { secretId } from '../../../src/platform/server-secret.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  visitor,
  websiteUrl,
} from '../../support/accounts.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { namedKey, principalOf } from '../../support/keys.ts'

const newSecret = 'the next secret, which is long enough for the policy'

it('keeps sessions, open forms, keys and TOTP secrets valid, and lists unused keys, which stop with the old secret', async () => {
  const stores = await storesForTest('fixture-foods')
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  const ann = visitWebsite(url)
  const bea = visitWebsite(url)
  const during = async (secrets: Record<string, string>, work: (apiUrl: string) => Promise<void>) => {
    const service = await startService(stores, { WEB_PORT: port, WEB_PUBLIC_URL: url, ...secrets })
    try {
      await work(service.apiUrl)
    } finally {
      await service.stop()
    }
  }
  const readWith = async (apiUrl: string, key: string) => (await ask(apiUrl, '/food/1', { key })).status
  let app = new TOTP()
  let openForm: Answer | undefined
  let used = ''
  let unused = ''

  await during({ SECRET_KEY: oldSecret }, async () => {
    expectStatus(303, await ann.send('/sign-up', '/sign-up', { name: 'ann', password }))
    const path = '/account/security/second-factor'
    const begun = expectStatus(200, await ann.send(path, path, { password }))
    app = new TOTP({ secret: TotpSecret.fromBase32(textIn(begun, /<code class="setup-key">(\w+)</)) })
    expectStatus(200, await ann.sendFrom(begun, `${path}/confirm`, { code: app.generate() }))
    used = (await namedKey(stores, 'ann', 'used', 'read')).key
    unused = (await namedKey(stores, 'ann', 'unused', 'read')).key
    openForm = await ann.open('/account/keys/new')
    // A pending sign-in: the two-factor code is still to be entered.
    expectStatus(303, await bea.send('/sign-in', '/sign-in', { login: 'ann', password }))
  })
  await during({ SECRET_KEY: newSecret, SECRET_KEY_FALLBACKS: oldSecret }, async apiUrl => {
    if (!openForm) throw new Error('no form')
    await allowCodeReuse(stores)
    const made = await ann.sendFrom(openForm, '/account/keys', {
      name: 'third',
      scope: 'read',
      expires: '',
      cap: '',
      code: app.generate(),
    })
    expectStatus(200, made)
    expectStatus(200, await ann.open('/account'))
    await allowCodeReuse(stores)
    expectStatus(
      303,
      await bea.send('/sign-in/code', '/sign-in/code', { code: app.generate(), recovery_code: '' }),
    )
    expectStatus(200, await bea.open('/account'))
    expect(await readWith(apiUrl, used)).toBe(200)
    await untilStoredUnder(stores, 'used', newSecret)

    const report = await rotate(stores, { SECRET_KEY: newSecret, SECRET_KEY_FALLBACKS: oldSecret })
    expect(report).toContain(
      `SECRET_KEY has id ${secretId(newSecret)}; SECRET_KEY_FALLBACKS has ${secretId(oldSecret)}`,
    )
    expect(report).toContain('1 re-encrypted, 0 not readable')
    expect(report).toContain('API keys: 1\n')
    expect(report).toContain('sessions: 0\n')
    expect(report).toContain('recovery codes: 10 of 1 accounts')
    expect(report).toMatch(/ann +unused +larder_read_….{4} +never, created/)
    expect(await rotate(stores, { SECRET_KEY: newSecret, SECRET_KEY_FALLBACKS: oldSecret })).toContain(
      '0 re-encrypted',
    )
  })
  await during({ SECRET_KEY: newSecret }, async apiUrl => {
    expectStatus(200, await ann.open('/account'))
    expectStatus(200, await bea.open('/account'))
    expect(await readWith(apiUrl, used)).toBe(200)
    expect(await readWith(apiUrl, unused)).toBe(401)
    expectStatus(303, await bea.send('/account', '/sign-out', {}))
    expectStatus(303, await bea.send('/sign-in', '/sign-in', { login: 'ann', password }))
    await allowCodeReuse(stores)
    expectStatus(
      303,
      await bea.send('/sign-in/code', '/sign-in/code', { code: app.generate(), recovery_code: '' }),
    )
  })
})

it('lets nodes with different current secrets accept each other’s data', async () => {
  const accounts = await accountsForTest()
  const behind = { ...accounts, secret: [oldSecret, newSecret] as const }
  const ahead = { ...accounts, secret: [newSecret, oldSecret] as const }
  const { accountId } = await signUpAs(accounts, 'ann')
  const { key } = await namedKey(accounts.stores, 'ann', 'ci', 'read')
  const factor = await switchOnSecondFactor(accounts, accountId)

  for (const [writer, reader] of [
    [behind, ahead],
    [ahead, behind],
  ] as const) {
    const session = await createSession(writer.database, writer.secret, accountId, visitor)
    for (const each of [reader, writer, reader]) {
      expect(await findSession(each.database, each.secret, session)).toMatchObject({ accountId })
      expect(await principalOf(each.database, each.secret, key)).toMatchObject({ accountId })
    }
    const link = { accountId, email: 'ann@example.org' }
    const token = await createEmailToken(writer.database, writer.secret, 'confirm', link)
    expect(await consumeEmailToken(reader.database, reader.secret, 'confirm', token)).toEqual(link)
    const { challenge } = granted(await signIn(writer, { login: 'ann', password }, visitor)) as {
      challenge: string
    }
    const signedIn = granted(await completeMfaChallenge(reader, challenge, await factor.code(), visitor))
    expect(trustedDevice(writer.secret, accountId, signedIn.deviceToken)).toBeDefined()
    const recoveryCode = factor.recoveryCodes.pop() ?? ''
    expect(await consumeRecoveryCode(reader.database, reader.secret, accountId, recoveryCode)).toBe(true)
    await reencryptTotpSecrets(reader.database, reader.secret)
  }
})

it('completes an OIDC sign-in that started under the old secret', async () => {
  const provider = await startProvider([`${websiteUrl}/sign-in/one/callback`])
  onTestFinished(() => provider.stop())
  const { issuer, clientId, clientSecret } = provider
  const accounts = await accountsForTest({
    providers: [{ id: 'one', name: 'One', issuer, clientId, clientSecret }],
  })
  provider.people.set('ann there', {
    email: 'ann@example.org',
    email_verified: true,
    preferred_username: 'ann',
  })
  const { url, state } = granted(await startProviderSignIn(accounts, 'one', visitor))
  const back = await signInAtProvider(url, 'ann there')
  const rotating = { ...accounts, secret: [newSecret, oldSecret] as const }
  const answer = { provider: 'one', query: back.search.slice(1), stateCookie: state, accountId: undefined }
  expect(granted(await finishProviderSignIn(rotating, answer, visitor))).toHaveProperty('session')
})

it('reports no stale secrets once all were used, and counts undecryptable TOTP secrets', async () => {
  const accounts = await accountsForTest()
  const { accountId, session } = await signUpAs(accounts, 'ann')
  const secret = [newSecret, oldSecret] as const
  expect(await findStaleSecrets(accounts.database, secret)).toMatchObject({ sessions: { open: 1 } })
  await findSession(accounts.database, secret, session)
  expect(await findStaleSecrets(accounts.database, secret)).toEqual({
    keys: [],
    sessions: { open: 0, last_end: null },
    recoveryCodes: { codes: 0, accounts: 0 },
  })
  await switchOnSecondFactor(accounts, accountId)
  expect(await reencryptTotpSecrets(accounts.database, newSecret)).toEqual({ reencrypted: 0, unreadable: 1 })
  expect(await reencryptTotpSecrets(accounts.database, secret)).toEqual({ reencrypted: 1, unreadable: 0 })
})

function expectStatus(status: number, answer: Answer): Answer {
  expect(answer.status, answer.text).toBe(status)
  return answer
}

/** Allows the TOTP code to be used again. */
async function allowCodeReuse(stores: TestStores): Promise<void> {
  await stores.sql('update accounts set totp_last_step = 0')
}

async function untilStoredUnder(stores: TestStores, keyName: string, secret: string): Promise<void> {
  for (;;) {
    const rows = await stores.sql('select from api_keys where name = $1 and server_secret_id = $2', [
      keyName,
      secretId(secret),
    ])
    if (rows.length === 1) return
    await wait(20)
  }
}

async function rotate(stores: TestStores, secrets: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...programArguments(), 'secret', 'reencrypt'],
    { env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores, secrets) } },
  )
  return stdout
}
