// Keeps a node from serving on a schema that it was not built for.
import { type Database, DatabaseUnavailable } from './pool.ts'
import { checkSchema } from './schema-check.ts'

const retryEveryMs = 1_000

export interface SchemaGuard {
  /** Resolves to the error when a database that was unreachable at the start turns out not to fit; never otherwise. */
  failed: Promise<Error>
  stop(): void
}

/**
 * Throws a SchemaMismatch when the schema does not fit. While the database does not answer nothing is known, so the node
 * may start, and the check is repeated until it does.
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
    }, retryEveryMs).unref()
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
