// Expired rows are deleted in batches; other rows are kept.
import { expect, it, onTestFinished } from 'vitest'
import { findAccountId } from '../../../src/accounts/accounts.ts'
import { type DeletedRows, deleteExpired, retentionJob } from '../../../src/accounts/retention.ts'
import type { DatabasePool } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { accountKey, openTestPool } from '../../support/keys.ts'

async function storesWithAccount(): Promise<{ stores: TestStores; database: DatabasePool; id: number }> {
  const stores = await storesForTest()
  const database = openTestPool(stores, 3)
  onTestFinished(() => database.close())
  await accountKey(stores, 'acme', 'pro')
  await stores.sql('delete from audit_log')
  return { stores, database, id: (await findAccountId(database, 'acme')) ?? 0 }
}

/** Adds a row of each kind for each age in days. */
async function addRows(stores: TestStores, id: number, ages: number[]): Promise<void> {
  await stores.sql(
    `with ages as (select age, now() - make_interval(days => age) as at from unnest($2::int[]) as age order by age desc),
      s as (insert into sessions (account_id, token_hash, last_seen_at, created_at, expires_at, ip_address, user_agent)
        select $1, sha256(('s' || age)::bytea), at, at, at + interval '90 days', '', '' from ages),
      m as (insert into email_tokens (account_id, token_hash, purpose, email, expires_at)
        select $1, sha256(('m' || age)::bytea), 'confirm', 'a@example.org', at from ages),
      w as (insert into mail_queue (account_id, kind, recipient, queued_at)
        select $1, 'password-changed', 'a@example.org', at from ages),
      r as (insert into sent_reminders (account_id, reminder, sent_at) select $1, 'reminder ' || age, at from ages),
      c as (insert into mfa_challenges (account_id, token_hash, expires_at)
        select $1, sha256(('c' || age)::bytea), at from ages),
      p as (insert into oidc_auth_requests (state_hash, provider, expires_at)
        select sha256(('p' || age)::bytea), 'example', at from ages),
      k as (insert into passkey_challenges (token_hash, purpose, expires_at)
        select sha256(('k' || age)::bytea), 'sign-in', at from ages),
      u as (insert into usage (account_id, day, key_id, endpoint, status, requests)
        select $1, (now() at time zone 'utc')::date - age, 1, '/search', 200, 5 from ages),
      q as (insert into principal_changes (transaction_id, account_id, changed_at)
        select (1000 + age)::text::xid8, $1, at from ages),
      b as (insert into usage_flushes (id, flushed_at) select 'batch ' || age, at from ages),
      e as (insert into billing_events (id, type, received_at) select 'event ' || age, 'invoice.paid', at from ages)
      insert into audit_log (account_id, actor, action, occurred_at) select $1, 'owner', 'age ' || age, at from ages`,
    [id, ages],
  )
}

const tables = [
  'sessions',
  'email_tokens',
  'mail_queue',
  'sent_reminders',
  'mfa_challenges',
  'oidc_auth_requests',
  'passkey_challenges',
  'usage',
  'principal_changes',
  'usage_flushes',
  'billing_events',
  'audit_log',
]

async function countRows(stores: TestStores): Promise<Record<string, number>> {
  const counts = tables.map(table => `(select count(*)::int from ${table}) as ${table}`)
  const [row] = await stores.sql<Record<string, number>>(`select ${counts.join(', ')}`)
  return row ?? {}
}

it('deletes each kind of row after its retention period', async () => {
  const { stores, database, id } = await storesWithAccount()
  await addRows(stores, id, [-1, 0, 3, 14, 16, 89, 91, 298, 302, 398, 402])
  expect(await deleteExpired(database)).toEqual({
    sessions: 7,
    email_tokens: 9,
    mail_queue: 8,
    sent_reminders: 6,
    mfa_challenges: 9,
    oidc_auth_requests: 9,
    passkey_challenges: 9,
    usage: 1,
    principal_changes: 9,
    usage_flushes: 9,
    billing_events: 5,
    audit_log: 1,
  })
  expect(await countRows(stores)).toEqual({
    sessions: 4,
    email_tokens: 2,
    mail_queue: 3,
    sent_reminders: 5,
    mfa_challenges: 2,
    oidc_auth_requests: 2,
    passkey_challenges: 2,
    usage: 10,
    principal_changes: 2,
    usage_flushes: 2,
    billing_events: 6,
    audit_log: 10,
  })
  expect(await deleteExpired(database)).toEqual({})
})

it('deletes many rows in several batches and keeps the account and its keys', async () => {
  const { stores, database, id } = await storesWithAccount()
  await stores.sql(
    `insert into usage (account_id, day, key_id, endpoint, status, requests)
       select $1, '2020-01-01', n, '/search', 200, 1 from generate_series(1, 2500) as n`,
    [id],
  )
  await stores.sql(
    `insert into audit_log (account_id, actor, action, occurred_at)
       select $1, 'owner', 'signed in', '2020-01-01' from generate_series(1, 1000)`,
    [id],
  )
  expect(await deleteExpired(database)).toEqual({ usage: 2500, audit_log: 1000 })
  expect(await stores.sql('select from api_keys')).toHaveLength(1)
})

it('runs as a background job until it is stopped', async () => {
  const { stores, database, id } = await storesWithAccount()
  await addRows(stores, id, [401])
  const deleted: DeletedRows[] = []
  const job = retentionJob(database, rows => deleted.push(rows))
  await job.work(new AbortController().signal)
  expect(deleted.map(rows => Object.keys(rows).sort())).toEqual([[...tables].sort()])

  await addRows(stores, id, [500])
  await expect(job.work(AbortSignal.abort())).rejects.toThrow()
  expect(await countRows(stores)).toMatchObject({ sessions: 1, audit_log: 1 })
})
