// What a database holds, by table, without what differs from run to run: times, digests, and values of sequences.
import type { Client } from 'pg'
import { withConnection } from '../../src/platform/database/pool.ts'

const changingTypes = ['timestamp with time zone', 'date', 'xid8', 'bytea']
const changingNames = 'hash|digest|fingerprint|cursor|build|^(scored_at|version)$'

export interface Table {
  /** The number of its rows and the sum of their hashes. */
  summary: string
  /** A statement for its rows, as text. */
  rows: string
}

/** A food is named by its record in other tables, and without `withIds` everywhere, so that another id alone is no difference. */
export async function readTables(client: Client, withIds: boolean): Promise<Map<string, Table>> {
  const { rows: found } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(quote_ident(column_name) order by column_name) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and is_identity = 'NO'
         and table_name not in ('schema_migrations', 'schema_baseline') and data_type <> all ($1) and column_name !~ $2
       group by table_name`,
    [changingTypes, changingNames],
  )
  const tables = new Map<string, Table>()
  for (const { name, columns } of found) {
    const values = columns
      .filter(column => withIds || name !== 'foods' || column !== 'id')
      .map(column => (column.endsWith('food_id') ? recordOf(column) : `this.${column}`))
    const rows = `select jsonb_build_array(${values.join(', ')})::text as row from ${name} as this`
    const { rows: summaries } = await client.query(
      `select count(*) || ' rows, hash ' || coalesce(sum(hashtextextended(row, 0)), 0) as summary from (${rows}) as rows`,
    )
    tables.set(name, { rows, summary: `${columns.join(', ')}: ${summaries[0].summary}` })
  }
  return tables
}

const recordOf = (column: string) =>
  `(select source || ' ' || source_id from foods where foods.id = this.${column})`

/** Of each side, two of the rows that the other does not have. */
export async function otherRows(
  oldUrl: string,
  old: Table | undefined,
  nowUrl: string,
  now: Table | undefined,
): Promise<[string, string]> {
  const read = async (url: string, statement = `select '' as row`) =>
    withConnection(url, async client => (await client.query(statement)).rows.map(({ row }): string => row))
  const [before, after] = [await read(oldUrl, old?.rows), await read(nowUrl, now?.rows)]
  const only = (rows: string[], others: Set<string>) =>
    rows
      .filter(row => !others.has(row))
      .slice(0, 2)
      .join('\n')
  return [only(before, new Set(after)), only(after, new Set(before))]
}
