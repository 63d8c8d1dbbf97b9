// Prevents a node from serving with an incompatible schema.
import { type Database, DatabaseUnavailable } from './pool.ts'
import { checkSchema } from './schema-check.ts'

const retryIntervalMs = 1_000

export interface SchemaGuard {
  /** Resolves with the error if a database that was unreachable at startup turns out to be incompatible. */
  failed: Promise<Error>
  stop(): void
}

/**
 * Throws a SchemaMismatch if the schema is incompatible. If the database is unreachable, the node may start, and the
 * check is repeated until the database responds.
 */
export async function guardSchema(
  database: Database,
  onDifferentFunctions: (functions: string[]) => void,
): Promise<SchemaGuard> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function isVerified(): Promise<boolean> {
    try {
      const { mismatch, differentFunctions } = await checkSchema(database)
      if (mismatch !== undefined) throw mismatch
      if (differentFunctions.length > 0) onDifferentFunctions(differentFunctions)
      return true
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return false
      throw error
    }
  }

  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  function checkLater(): void {
    timer = setTimeout(() => {
      isVerified().then(isKnown => {
        if (!isKnown && !isStopped) checkLater()
      }, fail)
    }, retryIntervalMs).unref()
  }

  if (!(await isVerified())) checkLater()
  return {
    failed,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
