// Rebuilds a table as a shadow table and swaps the two inside the caller's transaction: readers see the old table until
// it commits, and a failed attempt leaves nothing behind. Creating the indexes after filling the table is much faster
// than maintaining them row by row.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

export interface ShadowTable {
  table: string
  /** The name of the shadow table until the swap. */
  shadow: string
  indexes: Index[]
}

interface Index {
  name: string
  definition: string
  /** primary key, unique, or null for an index without a constraint. */
  constraint: string | null
}

/** Creates and fills a table with the columns, indexes and privileges of the original. */
export async function buildShadowTable(
  client: Client,
  table: string,
  onPhase: (phase: string) => void,
  fill: (shadow: string) => Promise<void>,
): Promise<ShadowTable> {
  const built = await fillShadowTable(client, table, fill)
  await buildIndexes(client, indexesToBuild([built]), onPhase)
  return built
}

/** Creates and fills the table; its indexes are to be built. */
export async function fillShadowTable(
  client: Client,
  table: string,
  fill: (shadow: string) => Promise<void>,
): Promise<ShadowTable> {
  const shadow = shadowName(table)
  await client.query(`create table ${shadow} (like ${table} including all excluding indexes)`)
  await fill(shadow)
  await client.query(`analyze ${shadow}`)
  await copyGrants(client, table, shadow)
  return { table, shadow, indexes: await indexesOf(client, table) }
}

/** Drops the shadow tables that an interrupted import has left. */
export async function dropShadowTables(client: Client, tables: readonly string[]): Promise<void> {
  await client.query(`drop table if exists ${tables.map(shadowName).join(', ')}`)
}

interface IndexToBuild extends Index {
  shadow: string
}

/** GIN indexes take longest, so they are last, where connections take from the list. */
export const indexesToBuild = (tables: ShadowTable[]): IndexToBuild[] =>
  tables
    .flatMap(({ shadow, indexes }) => indexes.map(index => ({ ...index, shadow })))
    .toSorted((one, other) => Number(isGin(one)) - Number(isGin(other)))

const isGin = ({ definition }: Index) => definition.includes(' USING gin ')

/** Takes indexes from the end of the list until it is empty; several connections may take from the same list. */
export async function buildIndexes(
  client: Client,
  list: IndexToBuild[],
  onPhase: (phase: string) => void,
): Promise<void> {
  for (let index = list.pop(); index !== undefined; index = list.pop()) {
    onPhase(`indexing: ${index.name}`)
    await client.query(
      index.definition.replace(/ INDEX \S+ ON \S+ /, ` INDEX ${shadowName(index.name)} ON ${index.shadow} `),
    )
  }
}

/** Call this last: readers are blocked from here until the transaction ends. */
export async function swapTables(client: Client, built: ShadowTable[]): Promise<void> {
  await lockForSwap(
    client,
    built.map(({ table }) => table),
  )
  for (const { table, shadow, indexes } of built) {
    await client.query(`drop table ${table}; alter table ${shadow} rename to ${table}`)
    for (const { name, constraint } of indexes) {
      await client.query(
        constraint === null
          ? `alter index ${shadowName(name)} rename to ${name}`
          : `alter table ${table} add constraint ${name} ${constraint} using index ${shadowName(name)}`,
      )
    }
  }
}

const shadowName = (name: string) => `${name}_shadow`

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

async function copyGrants(client: Client, table: string, shadow: string): Promise<void> {
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
const retryDelayMs = 300

/**
 * Waiting for this lock blocks all later readers, and one long query (such as a backup) can delay it for minutes. So
 * each attempt waits only briefly, and is retried.
 */
async function lockForSwap(client: Client, tables: string[]): Promise<void> {
  await client.query(`set local lock_timeout = ${maxLockWaitMs}`)
  for (;;) {
    await client.query('savepoint before_lock')
    try {
      await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      await client.query('rollback to savepoint before_lock')
      await wait(retryDelayMs)
    }
  }
}
