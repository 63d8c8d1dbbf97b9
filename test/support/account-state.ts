import { isDeepStrictEqual } from 'node:util'
import { withConnection } from '../../src/platform/database/pool.ts'

export interface Difference {
  /** New or changed columns by table. */
  changed: Record<string, string[]>
  /** Number of deleted rows by table. */
  gone: Record<string, number>
  audit: unknown[]
}

const tables = [
  'accounts',
  'api_keys',
  'sessions',
  'mfa_challenges',
  'recovery_codes',
  'passkeys',
  'email_tokens',
  'mail_queue',
  'identities',
  'subscriptions',
  'billing_events',
]
type Row = Record<string, unknown>
type State = Map<string, Row[]>

/** All stored data of an account. */
export async function readState(databaseUrl: string): Promise<State> {
  return withConnection(databaseUrl, async client => {
    const state: State = new Map()
    for (const table of [...tables, 'audit_log']) {
      const { rows } = await client.query(`select to_jsonb(t) as row from ${table} as t order by 1`)
      state.set(
        table,
        rows.map(({ row }) => row),
      )
    }
    return state
  })
}

export function differenceOf(before: State, after: State): Difference {
  const difference: Difference = { changed: {}, gone: {}, audit: [] }
  const nameOf = (row: Row) => row['id'] ?? row['account_id']
  for (const table of tables) {
    const [rowsBefore = [], rows = []] = [before.get(table), after.get(table)]
    const columns = new Set<string>()
    for (const row of rows) {
      const rowBefore = rowsBefore.find(candidate => nameOf(candidate) === nameOf(row))
      for (const [column, value] of Object.entries(row)) {
        if (!isDeepStrictEqual(value, rowBefore?.[column])) columns.add(column)
      }
    }
    if (columns.size > 0) difference.changed[table] = [...columns].sort()
    if (rows.length < rowsBefore.length) difference.gone[table] = rowsBefore.length - rows.length
  }
  const known = new Set(before.get('audit_log')?.map(({ id }) => id))
  difference.audit = (after.get('audit_log') ?? [])
    .filter(({ id }) => !known.has(id))
    .map(row => row['action'])
  return difference
}
