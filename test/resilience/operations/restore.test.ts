// Restoring accounts: point-in-time recovery, a dump of the account tables, and a single account.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { drillRestore } from '../../../lab/drills/restore.ts'
import { keySecret } from '../../../lab/service.ts'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { createApiKeyCache } from '../../../src/accounts/api-keys/api-key-cache.ts'
import { restoreAccount } from '../../../src/accounts/restore-account.ts'
import { accountTables } from '../../../src/accounts/tables.ts'
import { catalogTables } from '../../../src/catalog/tables.ts'
import { readState } from '../../support/account-state.ts'
import { storesForTest } from '../../support/database.ts'
import { accountKey, byTest, namedKey, openTestPool } from '../../support/keys.ts'

const run = promisify(execFile)

it('restores an account deleted by mistake with point-in-time recovery', async () => {
  const result = await drillRestore(10)
  console.log(
    `${result.accounts} accounts: copied in ${Math.round(result.backupMs)} ms, ` +
      `restored to a point in time in ${Math.round(result.restoreMs)} ms`,
  )
  expect(result.differences).toEqual([])
  expect(result.isComplete).toBe(true)
}, 120_000)

it('assigns every table to the accounts or the catalog, so that backups are complete', async () => {
  const stores = await storesForTest()
  const tables = await stores.sql<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema\\_%'",
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...accountTables, ...catalogTables].toSorted())
})

it('restores a dump of the account tables into a new database', async () => {
  const stores = await storesForTest()
  const key = await accountKey(stores, 'acme', 'pro')
  await namedKey(stores, 'acme', 'ci', 'read')
  const folder = mkdtempSync(join(tmpdir(), 'larder-dump-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'accounts.dump')
  await run('deploy/backup/dump-accounts', [file], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: stores.databaseUrl,
      LARDER: [process.execPath, ...programArguments()].join(' '),
    },
  })

  const fresh = await storesForTest()
  await run('pg_restore', ['--data-only', '--single-transaction', `--dbname=${fresh.databaseUrl}`, file])
  expect(await readState(fresh.databaseUrl)).toEqual(await readState(stores.databaseUrl))
  const database = openTestPool(fresh)
  onTestFinished(() => database.close())
  expect(await createApiKeyCache(database, keySecret).find(key)).toMatchObject({ plan: 'pro' })
  // Sequences continue.
  expect(await createAccount(database, keySecret, { name: 'next', plan: 'starter' }, byTest)).toMatchObject({
    id: 2,
  })
})

it('restores an account completely or not at all', async () => {
  const [restored, live] = [await storesForTest(), await storesForTest()]
  const [from, to] = [openTestPool(restored, 2), openTestPool(live, 2)]
  onTestFinished(async () => {
    await from.close()
    await to.close()
  })
  await restored.sql(
    "select setval('accounts_id_seq', 40); select setval('api_keys_id_seq', 40); select setval('audit_log_id_seq', 40)",
  )
  const key = await accountKey(restored, 'ann', 'scale')
  await restored.sql(
    "update accounts set email = 'ann@example.org', email_confirmed_at = now(), totp_secret = '\\x0102ff', mfa_enabled_at = now()",
  )
  expect(await restoreAccount(from, to, 'nobody', byTest)).toEqual({ error: 'not_found' })
  expect(await restoreAccount(from, to, 'ann', byTest)).toEqual({ rows: 3 })
  const [before, after] = [await readState(restored.databaseUrl), await readState(live.databaseUrl)]
  expect({ accounts: after.get('accounts'), keys: after.get('api_keys') }).toEqual({
    accounts: before.get('accounts'),
    keys: before.get('api_keys'),
  })
  expect(
    after
      .get('audit_log')
      ?.map(({ action }) => action)
      .toSorted(),
  ).toEqual(['account created', 'account restored'])
  expect(await createApiKeyCache(to, keySecret).find(key)).toMatchObject({ plan: 'scale' })
  expect(await restoreAccount(from, to, 'ann', byTest)).toEqual({ error: 'already_exists' })

  await live.sql('delete from accounts')
  await accountKey(live, 'other', 'starter')
  await live.sql("update accounts set email = 'ann@example.org', email_confirmed_at = now()")
  const other = await readState(live.databaseUrl)
  expect(await restoreAccount(from, to, 'ann', byTest)).toEqual({ error: 'conflict' })
  expect(await readState(live.databaseUrl)).toEqual(other)
})
