import { deleteExpired } from '../../accounts/retention.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { table } from './output.ts'

export async function tidyCommand(): Promise<void> {
  const { RETENTION_USAGE_DAYS, RETENTION_AUDIT_DAYS } = loadConfig()
  const retention = { usageDays: RETENTION_USAGE_DAYS, auditDays: RETENTION_AUDIT_DAYS }
  const forgotten = Object.entries(
    await withDatabase(database => deleteExpired(database, retention, 'wait')),
  )
  if (forgotten.length === 0) console.log('nothing is over: all stays')
  else
    console.log(
      table(
        ['TABLE', 'ROWS DELETED'],
        forgotten.map(([name, rows]) => [name, String(rows)]),
      ),
    )
}
