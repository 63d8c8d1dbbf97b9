import type { Database, DatabasePool } from '../../src/platform/database/pool.ts'

/** Calls `atStep` before every statement, including begin and commit. */
export function withSteps(database: DatabasePool, atStep: () => Promise<void>): DatabasePool {
  const stepwise = (inner: Database): Database => ({
    async query(statement) {
      await atStep()
      return inner.query(statement)
    },
  })
  return {
    ...database,
    ...stepwise(database),
    async transaction(work) {
      await atStep()
      return database.transaction(async inside => {
        const result = await work(stepwise(inside))
        await atStep()
        return result
      })
    },
  }
}
