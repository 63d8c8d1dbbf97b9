import { deleteExpired } from '../../accounts/retention.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { table } from './output.ts'

export async function runRetentionCommand(): Promise<void> {
  const { USAGE_RETENTION_DAYS, AUDIT_LOG_RETENTION_DAYS } = loadConfig()
  const retention = { usageDays: USAGE_RETENTION_DAYS, auditDays: AUDIT_LOG_RETENTION_DAYS }
  const deleted = Object.entries(await withDatabase(database => deleteExpired(database, retention, 'wait')))
  if (deleted.length === 0) console.log('Nothing to delete.')
  else
    console.log(
      table(
        ['TABLE', 'ROWS DELETED'],
        deleted.map(([name, rows]) => [name, String(rows)]),
      ),
    )
}
