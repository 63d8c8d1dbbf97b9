import type { Actor } from '../../accounts/audit-log.ts'
import { type DatabasePool, inTransaction, withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'

/** The configured database for one command: a single connection without timeouts. */
export function withDatabase<T>(work: (database: DatabasePool) => Promise<T>): Promise<T> {
  return withConnection(loadConfig().DATABASE_URL, client => {
    const database: DatabasePool = {
      query: statement => client.query(statement),
      transaction: inside => inTransaction(client, () => inside(database)),
      withDeadline: () => database,
      connections: () => ({ total: 1, idle: 0, waiting: 0 }),
      close: () => Promise.resolve(), // withConnection does
    }
    return work(database)
  })
}

/** What the audit says of changes made on the command line. */
export const operator: Actor = { actor: 'operator', ipAddress: null }
