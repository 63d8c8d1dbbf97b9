import { deleteExpired } from '../../accounts/retention.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { printResult, table } from './output.ts'

export async function runRetentionCommand(options: { json: boolean }): Promise<void> {
  const { USAGE_RETENTION_DAYS, AUDIT_LOG_RETENTION_DAYS } = loadConfig()
  const retention = { usageDays: USAGE_RETENTION_DAYS, auditDays: AUDIT_LOG_RETENTION_DAYS }
  const deleted = await withDatabase(database => deleteExpired(database, retention, 'wait'))
  const rows = Object.entries(deleted).map(([name, count]) => [name, String(count)])
  const text = rows.length === 0 ? 'Nothing to delete.' : table(['TABLE', 'ROWS DELETED'], rows)
  printResult(options, deleted, text)
}
