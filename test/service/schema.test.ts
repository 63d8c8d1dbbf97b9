import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { withConnection } from '../../src/database/pool.ts'
import { storesForTest } from '../support/database.ts'

it('schema.sql is the migrated schema (npm run schema writes it)', async () => {
  const { databaseUrl } = await storesForTest()
  const dump = execFileSync('tools/dump-schema', [databaseUrl], { encoding: 'utf8' })
  await expect(dump).toMatchFileSnapshot('../../schema.sql')
})

it('several migrations at once do the work once', async () => {
  const stores = await storesForTest()
  await stores.sql('drop schema public cascade; create schema public')
  const applied = await Promise.all(
    Array.from({ length: 5 }, () => withConnection(stores.databaseUrl, migrate)),
  )
  const files = applied.flat()
  expect(files.length).toBeGreaterThan(0)
  expect(new Set(files).size).toBe(files.length)
  expect(await stores.sql('select name from schema_migrations order by name')).toEqual(
    [...files].sort().map(name => ({ name })),
  )
})

it('a migration that fails leaves nothing behind', async () => {
  const stores = await storesForTest()
  await stores.sql("delete from schema_migrations where name = '0002_accounts.sql'")
  await expect(withConnection(stores.databaseUrl, migrate)).rejects.toThrow('already exists')
  expect(await stores.sql("select from schema_migrations where name = '0002_accounts.sql'")).toEqual([])
})
