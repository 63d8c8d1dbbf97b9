// Builds a table anew beside the old one and puts it in its place, inside the caller's transaction: readers use the
// old one until it commits, and an attempt that dies leaves nothing behind. Filling first and indexing then is much
// faster than keeping every index current row by row.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

export interface ShadowTable {
  table: string
  /** Its name until it is put in place. */
  shadow: string
  indexes: Index[]
}

interface Index {
  name: string
  definition: string
  /** primary key, unique, or null for an index that is no constraint. */
  constraint: string | null
}

/** A table of the same shape, filled, with the indexes and privileges of the old one. */
export async function buildShadowTable(
  client: Client,
  table: string,
  onPhase: (doing: string) => void,
  fill: (shadow: string) => Promise<void>,
): Promise<ShadowTable> {
  const shadow = `${table}_beside`
  await client.query(`create table ${shadow} (like ${table} including all excluding indexes)`)
  await fill(shadow)
  const indexes = await indexesOf(client, table)
  for (const { name, definition } of indexes) {
    onPhase(`indexing: ${name}`)
    await client.query(definition.replace(/ INDEX \S+ ON \S+ /, ` INDEX ${besideName(name)} ON ${shadow} `))
  }
  await client.query(`analyze ${shadow}`)
  await grantAsBefore(client, table, shadow)
  return { table, shadow, indexes }
}

/** To be called last: from here on readers wait until the transaction ends. */
export async function swapTables(client: Client, built: ShadowTable[]): Promise<void> {
  await lockForASwap(
    client,
    built.map(({ table }) => table),
  )
  for (const { table, shadow, indexes } of built) {
    await client.query(`drop table ${table}; alter table ${shadow} rename to ${table}`)
    for (const { name, constraint } of indexes) {
      await client.query(
        constraint === null
          ? `alter index ${besideName(name)} rename to ${name}`
          : `alter table ${table} add constraint ${name} ${constraint} using index ${besideName(name)}`,
      )
    }
  }
}

const besideName = (index: string) => `${index}_beside`

async function indexesOf(client: Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select index.relname as name, pg_get_indexdef(indexrelid) as definition,
            case contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
       from pg_index
       join pg_class as index on index.oid = indexrelid
       left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
       where indrelid = $1::regclass
       order by indexrelid`,
    [table],
  )
  return rows
}

async function grantAsBefore(client: Client, table: string, shadow: string): Promise<void> {
  const { rows } = await client.query<{ grant: string }>(
    `select format('grant %s on %I to %s', privilege_type, $2::text,
                   case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end) as grant
       from pg_class, aclexplode(relacl)
       where pg_class.oid = $1::regclass and grantee <> relowner`,
    [table, shadow],
  )
  for (const { grant } of rows) await client.query(grant)
}

const maxLockWaitMs = 200
const pauseMs = 300

/**
 * Whoever waits for this lock makes all later readers wait behind it, and one long query (a backup) may hold it up
 * for minutes. So it is tried for a moment, again and again.
 */
async function lockForASwap(client: Client, tables: string[]): Promise<void> {
  await client.query(`set local lock_timeout = ${maxLockWaitMs}`)
  for (;;) {
    await client.query('savepoint before_lock')
    try {
      await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      await client.query('rollback to savepoint before_lock')
      await wait(pauseMs)
    }
  }
}
