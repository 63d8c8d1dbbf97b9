// Which nodes use the database. Each names itself in the application_name of its connections, so that the list is that of PostgreSQL:
// the connections of a killed node end with it, those of a host that is gone within a minute (tcp_keepalives_idle).
import { hostname } from 'node:os'
import type { Client } from 'pg'
import { readMigrations } from './sql-files.ts'

const numberOf = (migration: string) => Number.parseInt(migration, 10)

/** Such as `0.1.0+23 web-1`: the version, the last migration that it knows, and the host. PostgreSQL cuts names after 63 bytes. */
export async function nodeName(version: string): Promise<string> {
  const migrations = await readMigrations()
  return `${version}+${numberOf(migrations.at(-1)?.name ?? '0')} ${hostname()}`
}

/** Commands connect as `larder`, nodes as `larder USE` and, since they have one, their name. */
const nodePattern = /^larder (?:[a-z ]+?)(?: (?<version>\d\S*)\+(?<migration>\d+) (?<host>.+))?$/

/** Nodes that do not know a migration, as `0.1.0 on web-1 (connections: 12)`. */
export async function nodesBefore(client: Client, migration: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; connections: number }>(
    `select application_name as name, count(*)::integer as connections from pg_stat_activity
       where datname = current_database() and application_name like 'larder %' group by 1`,
  )
  const connectionsOf = new Map<string, number>()
  for (const { name, connections } of rows) {
    const { version, migration: last, host } = nodePattern.exec(name)?.groups ?? {}
    if (last !== undefined && Number(last) >= numberOf(migration)) continue
    const node = version === undefined ? 'an earlier version on an unknown host' : `${version} on ${host}`
    connectionsOf.set(node, (connectionsOf.get(node) ?? 0) + connections)
  }
  return [...connectionsOf].map(([node, connections]) => `${node} (connections: ${connections})`).sort()
}
