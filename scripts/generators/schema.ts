import { execFileSync } from 'node:child_process'
import { startPostgres } from '../../lab/servers/postgres-server.ts'

/** The schema that the migrations and functions create in an empty database. */
export async function databaseSchema(): Promise<Record<string, string>> {
  const server = await startPostgres()
  try {
    const dump = execFileSync('scripts/dump-schema', [server.databaseUrl], { encoding: 'utf8' })
    return { 'sql/schema.sql': dump }
  } finally {
    await server.remove()
  }
}
