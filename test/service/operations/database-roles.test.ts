// Least privilege in PostgreSQL: the service runs as a role that cannot change the schema or the catalog, and an import as
// one that cannot see accounts.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { loadFixtureFoods } from '../../../lab/catalogs/fixture-foods.ts'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { keySecret, startService } from '../../../lab/service.ts'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { tableGroups } from '../../../src/catalog/tables.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { exportPack } from '../../../src/packs/export.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { grantPrivileges } from '../../../src/platform/database/privileges.ts'
import { buildShadowTable, swapTables } from '../../../src/platform/database/shadow-table.ts'
import { byTest, openTestPool } from '../../support/keys.ts'

const adminUrl = inject('databaseUrl')
const owner = `roles_${randomBytes(6).toString('hex')}`
const roles = { importRole: `${owner}_import`, serveRole: `${owner}_serve` }

function urlOf(role: string): string {
  return Object.assign(new URL(adminUrl), { username: role, pathname: `/${owner}` }).href
}

async function run<Row extends Record<string, unknown>>(role: string, statement: string): Promise<Row[]> {
  return withConnection(urlOf(role), async client => (await client.query<Row>(statement)).rows)
}

/** The SQLSTATE of the error; undefined if the statement succeeds. It is rolled back. */
async function errorOf(role: string, statement: string): Promise<string | undefined> {
  return withConnection(urlOf(role), async client => {
    await client.query('begin')
    try {
      await client.query(statement)
      return undefined
    } catch (error) {
      return (error as { code?: string }).code
    } finally {
      await client.query('rollback')
    }
  })
}

const insufficientPrivilege = '42501'
const grantAgain = () => withConnection(urlOf(owner), client => grantPrivileges(client, roles, tableGroups))

let service: RunningService
beforeAll(async () => {
  const passwords = ['OWNER', 'IMPORT', 'SERVE'].map(role => [`DATABASE_${role}_PASSWORD`, "it's a password"])
  execFileSync(
    'psql',
    ['-q', '-d', adminUrl, '-v', `name=${owner}`, '-f', 'deploy/postgresql/create-roles.sql'],
    {
      env: { ...process.env, ...Object.fromEntries(passwords) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  await withConnection(urlOf(owner), migrate)
  await grantAgain()
  await loadFixtureFoods(urlOf(roles.importRole))
  service = await startService({ databaseUrl: urlOf(roles.serveRole), redisUrl: inject('redisUrl') })
})
afterAll(async () => {
  await withConnection(adminUrl, async admin => {
    await admin.query(`drop database ${owner} with (force)`)
    // The privileges to set parameters belong to no database.
    await admin.query(`drop owned by ${roles.serveRole}`)
    await admin.query(`drop role ${owner}, ${roles.importRole}, ${roles.serveRole}`)
  })
})

describe('the serve role', () => {
  it('serves the catalog, signs people up, and manages and counts keys', async () => {
    expect((await ask(service.apiUrl, '/health')).json).toEqual({ status: 'ok', foods_in_db: 300 })
    expect((await ask(service.apiUrl, '/search?q=banana')).json).not.toEqual([])
    expect((await ask(service.websiteUrl, '/categories')).status).toBe(200)

    const visitor = visitWebsite(service.publicWebsiteUrl)
    const typed = { name: 'marmalade', password: 'seven lamps on a quiet boat' }
    expect((await visitor.send('/sign-up', '/sign-up', typed)).status).toBe(303)
    expect((await visitor.open('/account')).status).toBe(200)

    const pool = openTestPool({ databaseUrl: urlOf(roles.serveRole) })
    const account = await createAccount(pool, keySecret, { name: 'acme', plan: 'scale' }, byTest)
    await pool.close()
    const key = account?.accountKey ?? ''
    expect((await ask(service.apiUrl, '/food/1', { key })).status).toBe(200)
    const created = await ask(service.apiUrl, '/auth/keys', {
      key,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"ci","scope":"read"}',
    })
    expect(created.status).toBe(201)
  })

  it.each([
    'drop table foods',
    'drop table accounts',
    'alter table foods add column note text',
    'alter table accounts add column note text',
    'alter table accounts disable trigger user',
    `insert into foods (id, name, source) values (0, 'planted', 'off')`,
    `update foods set name = 'changed'`,
    'delete from foods',
    'truncate foods',
    `insert into synonyms select * from synonyms`,
    'truncate accounts',
    'create table notes (note text)',
    'create temp table notes (note text)',
    'create index on accounts (created_at)',
    'create function f() returns integer language sql return 1',
    'create schema other',
    `update schema_baseline set checksum = ''`,
    'create role other',
    `set role ${owner}`,
  ])('cannot %s', async statement => {
    expect(await errorOf(roles.serveRole, statement)).toBe(insufficientPrivilege)
  })
})

describe('the import role', () => {
  it.each(['accounts', 'api_keys', 'sessions', 'audit_log', 'usage', 'searches_by_day'])(
    'cannot read %s',
    async table => {
      expect(await errorOf(roles.importRole, `select * from ${table}`)).toBe(insufficientPrivilege)
    },
  )
  it('cannot change the tables of accounts or the record of migrations', async () => {
    for (const statement of [
      'drop table accounts',
      'delete from community_records',
      'delete from schema_baseline',
      `set role ${owner}`,
    ])
      expect(await errorOf(roles.importRole, statement)).toBe(insufficientPrivilege)
  })
  it('exports packs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-packs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const pack = await withConnection(urlOf(roles.importRole), client =>
      exportPack(client, {
        selection: { country: 'de', top: 10, fields: 'full' },
        folder,
        onFoods: () => undefined,
        onPhase: () => undefined,
      }),
    )
    expect(pack.foods).toBe(10)
  })
  it('replaces tables of the catalog, and the service can still read them', async () => {
    await withConnection(urlOf(roles.importRole), client =>
      inTransaction(client, async () => {
        const built = await buildShadowTable(
          client,
          'category_counts',
          () => undefined,
          async shadow => {
            await client.query(`insert into ${shadow} select * from category_counts`)
          },
        )
        await swapTables(client, [built])
      }),
    )
    expect(await errorOf(roles.serveRole, 'select * from category_counts')).toBeUndefined()
    expect(await errorOf(roles.serveRole, 'delete from category_counts')).toBe(insufficientPrivilege)
  })
})

it('covers the tables of a later release after its migration', async () => {
  await run(owner, 'create table mails (id bigserial primary key, recipient text)')
  const insert = `insert into mails (recipient) values ('a@example.com')`
  expect(await errorOf(roles.serveRole, insert)).toBe(insufficientPrivilege)
  await grantAgain()
  expect(await errorOf(roles.serveRole, insert)).toBeUndefined()
  expect(await errorOf(roles.importRole, insert)).toBe(insufficientPrivilege)
  // Migrations may change the catalog, which the import role owns.
  expect(await errorOf(owner, 'alter table foods add column note text')).toBeUndefined()
})

it('writes the counted requests when it stops', async () => {
  await service.stop()
  expect(await run(owner, 'select 1 from usage')).not.toEqual([])
})
