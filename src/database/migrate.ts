// Forward-only migrations: the SQL files of `migrations/`, in order, each in a transaction of its own.
import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { inTransaction } from './pool.ts'

const folder = new URL('../../migrations/', import.meta.url)

// Any fixed number: whoever migrates the same database waits for the same lock.
const lock = 7_264_081_946

/** Brings the database to the newest schema and returns the names of the files applied. */
export async function migrate(client: Client): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [lock])
  try {
    await client.query(`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map(row => row.name))
    const pending = (await migrationFiles()).filter(name => !applied.has(name))
    for (const name of pending) {
      const statements = await readFile(new URL(name, folder), 'utf8')
      await inTransaction(client, async () => {
        await client.query(statements)
        await client.query('insert into schema_migrations (name) values ($1)', [name])
      })
    }
    return pending
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
  }
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
}
