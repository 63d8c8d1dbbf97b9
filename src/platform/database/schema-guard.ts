// Prevents a node from serving with an incompatible schema.
import { type Database, DatabaseUnavailable } from './pool.ts'
import { checkSchema } from './schema-check.ts'

const retryIntervalMs = 1_000

export interface SchemaGuard {
  /** Whether the database has responded and its schema fits. */
  isVerified(): boolean
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
  let isVerified = false

  async function verify(): Promise<void> {
    try {
      const { mismatch, differentFunctions } = await checkSchema(database)
      if (mismatch !== undefined) throw mismatch
      if (differentFunctions.length > 0) onDifferentFunctions(differentFunctions)
      isVerified = true
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
  }

  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  function checkLater(): void {
    timer = setTimeout(() => {
      verify().then(() => {
        if (!isVerified && !isStopped) checkLater()
      }, fail)
    }, retryIntervalMs).unref()
  }

  await verify()
  if (!isVerified) checkLater()
  return {
    isVerified: () => isVerified,
    failed,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
