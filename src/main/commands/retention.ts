import { deleteExpired } from '../../accounts/retention.ts'
import { withDatabase } from './database.ts'
import { printResult, table } from './output.ts'

export async function runRetentionCommand(options: { json: boolean }): Promise<void> {
  const deleted = await withDatabase(database => deleteExpired(database, 'wait'))
  const rows = Object.entries(deleted).map(([name, count]) => [name, String(count)])
  const text = rows.length === 0 ? 'Nothing to delete.' : table(['TABLE', 'ROWS DELETED'], rows)
  printResult(options, deleted, text)
}
