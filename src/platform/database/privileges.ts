// Grants each role what its commands need. `larder migrate` does this after every migration, so that the tables of a new
// release are covered.
import { type Client, escapeIdentifier } from 'pg'
import { inTransaction } from './pool.ts'

export interface DatabaseRoles {
  /** Owns the catalog: an import swaps its tables. Of the other tables it can only read those that `TableGroups` names. */
  importRole: string | undefined
  /** Reads the catalog and writes all other tables. */
  serveRole: string | undefined
}

export interface TableGroups {
  catalog: readonly string[]
  /** The other tables that an import reads. */
  readByImport: readonly string[]
}

interface Relation {
  name: string
  /** For a sequence, the table whose column it numbers. */
  table: string
  isSequence: boolean
  owner: string
}

/** What `larder migrate` writes; nodes read it to check the schema. */
const bookkeepingTables = ['schema_baseline', 'schema_functions']

/** Every table that is not of the catalog belongs to accounts, so that new tables of accounts need no entry anywhere. */
export async function grantPrivileges(
  client: Client,
  { importRole, serveRole }: DatabaseRoles,
  tables: TableGroups,
): Promise<void> {
  if (importRole === undefined && serveRole === undefined) return
  await inTransaction(client, async () => {
    // Databases created before PostgreSQL 15 let every role create tables.
    await client.query('revoke create on schema public from public')
    const relations = await listRelations(client)
    if (importRole !== undefined) await grantImport(client, escapeIdentifier(importRole), relations, tables)
    if (serveRole !== undefined)
      await grantServe(client, escapeIdentifier(serveRole), relations, tables.catalog)
  })
}

async function listRelations(client: Client): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(`
    select relation.relname as name, coalesce(numbered.relname, relation.relname) as table,
           relation.relkind = 'S' as "isSequence", pg_get_userbyid(relation.relowner) as owner
      from pg_class as relation
      left join pg_depend on objid = relation.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')
        and relation.relkind = 'S'
      left join pg_class as numbered on numbered.oid = refobjid
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'S')
      order by relation.relname`)
  return rows
}

async function grantImport(
  client: Client,
  role: string,
  relations: Relation[],
  { catalog, readByImport }: TableGroups,
): Promise<void> {
  await client.query(`grant usage, create on schema public to ${role}`)
  for (const { name, isSequence, owner } of relations) {
    if (isSequence) continue // owned by the owner of the table
    const table = escapeIdentifier(name)
    if (bookkeepingTables.includes(name) || readByImport.includes(name))
      await client.query(`grant select on ${table} to ${role}`)
    // Takes an exclusive lock, so only where it changes something.
    else if (catalog.includes(name) && escapeIdentifier(owner) !== role)
      await client.query(`alter table ${table} owner to ${role}`)
  }
}

async function grantServe(
  client: Client,
  role: string,
  relations: Relation[],
  catalogTables: readonly string[],
): Promise<void> {
  await client.query(`revoke create on schema public from ${role}; grant usage on schema public to ${role}`)
  for (const { name, table, isSequence } of relations) {
    const isReadOnly = catalogTables.includes(table) || bookkeepingTables.includes(table)
    const privileges = isReadOnly ? 'select' : isSequence ? 'usage, select' : 'select, insert, update, delete'
    const relation = `${isSequence ? 'sequence ' : ''}${escapeIdentifier(name)}`
    await client.query(
      `revoke all on ${relation} from ${role}; grant ${privileges} on ${relation} to ${role}`,
    )
  }
}
