// Every SQL statement of src/ is prepared against the migrated schema, and the columns of its result are compared with
// the fields of the row type that the code asserts.
import { rmSync } from 'node:fs'
import type { Client, Connection, Submittable } from 'pg'
import { expect, it } from 'vitest'
import { createTables } from '../../src/importer/tables.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { storesForTest } from '../support/database.ts'
import { findStatements, type SqlStatement, typeErrors } from '../support/sql-statements.ts'

it('match the schema, and their columns match the row types', async () => {
  const { databaseUrl } = await storesForTest()
  const { copy, statements } = findStatements()
  try {
    const known = statements.flatMap(each => (each.text === undefined ? [] : { ...each, text: each.text }))
    // The others are built from table names at call time.
    expect(known.length).toBeGreaterThan(0.8 * statements.length)
    const faults: string[] = []
    const rows: (SqlStatement & { columns: string[] })[] = []
    await withConnection(databaseUrl, async client => {
      await client.query('begin')
      await createTables(client)
      // Once to create the temporary tables, which statements of earlier files may query.
      for (const { text } of known) await describeStatement(client, text)
      for (const statement of known) {
        const described = await describeStatement(client, statement.text)
        if ('fault' in described) faults.push(`${statement.file}:${statement.line} ${described.fault}`)
        else if (statement.rowType !== undefined) rows.push({ ...statement, columns: described.columns })
      }
    })
    expect(faults).toEqual([])
    expect(rows.length).toBeGreaterThan(50)
    expect(typeErrors(copy, rows)).toBe('')
  } finally {
    rmSync(copy, { recursive: true })
  }
})

/** The columns of the last statement. Temporary tables are created, because later statements query them. */
async function describeStatement(
  client: Client,
  text: string,
): Promise<{ columns: string[] } | { fault: string }> {
  let columns: string[] = []
  for (const part of text.split(/;\s/)) {
    await client.query('savepoint before')
    try {
      if (/^\s*create temp/.test(part)) await client.query(part.replace(' table ', ' table if not exists '))
      else columns = await columnsOf(client, part)
    } catch (error) {
      await client.query('rollback to savepoint before')
      return { fault: (error as Error).message }
    }
  }
  return { columns }
}

/** Parsed and described by PostgreSQL without executing. */
function columnsOf(client: Client, text: string): Promise<string[]> {
  return new Promise((done, fail) => {
    let columns: string[] = []
    const describe: Submittable & Record<string, unknown> = {
      submit(connection: Connection) {
        connection.parse({ text, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: { name: string }[] }) => {
        columns = fields.map(({ name }) => name)
      },
      handleError: fail,
      handleReadyForQuery: () => done(columns),
    }
    client.query(describe)
  })
}
