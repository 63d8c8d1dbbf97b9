// `larder passwords build-filter`, and what the filter rejects: new passwords at sign-up, on a change and after a reset.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { startService } from '../../../lab/service.ts'
import { createRecoveryLink } from '../../../src/accounts/account-recovery.ts'
import { changePassword } from '../../../src/accounts/account-settings.ts'
import { openBreachedPasswords } from '../../../src/accounts/sign-in/breached-passwords.ts'
import { resetPassword } from '../../../src/accounts/sign-in/password-reset.ts'
import { signUp } from '../../../src/accounts/sign-in/sign-up.ts'
import { accountsForTest, password, signUpAs, visitor, websiteUrl } from '../../support/accounts.ts'
import { storesForTest } from '../../support/database.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'larder-breached-'))
const hashes = join(folder, 'hashes.txt')
const filter = join(folder, 'breached.filter')
afterAll(() => rmSync(folder, { recursive: true }))

const breached = 'nine lamps on a slow river'
const isBreached = { error: 'invalid', code: 'password_breached' }

const larder = (...words: string[]) =>
  run(process.execPath, [...programArguments(), 'passwords', 'build-filter', ...words])

beforeAll(async () => {
  writeFileSync(hashes, `${createHash('sha1').update(breached).digest('hex').toUpperCase()}:3\r\n`)
  const { stdout } = await larder(hashes, filter, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ file: filter, hashes: 1 })
})

async function accountsWithFilter() {
  const breachedPasswords = await openBreachedPasswords(filter)
  return { ...(await accountsForTest()), breachedPasswords }
}

it('rejects a breached password at sign-up', async () => {
  const accounts = await accountsWithFilter()
  expect(await signUp(accounts, { name: 'ann', password: breached }, visitor)).toMatchObject(isBreached)
  expect(await signUp(accounts, { name: 'ann', password }, visitor)).toMatchObject({ accountId: 1 })
  await accounts.breachedPasswords.close()
})

it('rejects it as a new password, and after a reset', async () => {
  const accounts = await accountsWithFilter()
  const { accountId } = await signUpAs(accounts, 'ann')
  const change = { old: password, new: breached }
  expect(await changePassword(accounts, { accountId, sessionId: 1 }, change, visitor)).toMatchObject(
    isBreached,
  )
  const { database, secret } = accounts
  const operator = { actor: 'operator', ipAddress: null } as const
  const link = await createRecoveryLink(database, secret, websiteUrl, 'ann', operator)
  const token = new URL(link ?? '').searchParams.get('token') ?? ''
  expect(await resetPassword(accounts, token, breached, visitor)).toMatchObject(isBreached)
  expect(await resetPassword(accounts, token, 'nine boats under a quiet lamp', visitor)).toBeUndefined()
  await accounts.breachedPasswords.close()
})

it('names the line that is not a hash', async () => {
  const wrong = join(folder, 'wrong.txt')
  writeFileSync(wrong, `${'a'.repeat(40)}\nnot a hash\n`)
  await expect(larder(wrong, filter)).rejects.toMatchObject({
    stderr: expect.stringMatching(/wrong\.txt, line 2 is "not a hash", not a SHA-1 hash/),
  })
})

it('keeps a node from starting with a file that is not a filter', async () => {
  const stores = await storesForTest()
  await expect(startService(stores, { BREACHED_PASSWORDS_FILE: hashes })).rejects.toMatchObject({
    message: expect.stringContaining('is not a filter of breached passwords'),
    advice: expect.stringContaining('larder passwords build-filter'),
  })
})
