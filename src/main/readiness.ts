// Whether load balancers should send requests to this node (rule node-readiness). Liveness is /health.
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import type { Reachability } from './availability.ts'

export interface Readiness {
  isReady: boolean
  /** `ok`, or what is wrong and what to do. */
  checks: Record<string, string>
}

interface ReadinessSources {
  database: Reachability
  redis: Reachability
  isSchemaVerified: () => boolean
  isSearchPrepared: () => boolean
  stopping: ShutdownState
  /** For tests. */
  now?: () => number
}

// Redis usually connects within milliseconds. A node that starts while Redis is down must serve reads (rule redis-outage).
const redisGraceMs = 10_000

/**
 * A node becomes ready once it has read from PostgreSQL, has verified the schema, has made its first searches, and has
 * reached Redis or waited for it.
 * From then on it stays ready while PostgreSQL or Redis is down: all nodes share them, and if all became unready at once
 * the load balancer would have nobody to answer with a 503 and `Retry-After`, from caches, or with local rate limits.
 * A node that reaches neither of the two has most likely lost its network, and other nodes should answer instead.
 */
export function createReadiness(sources: ReadinessSources): () => Readiness {
  const {
    database,
    redis,
    isSchemaVerified,
    isSearchPrepared,
    stopping,
    now = () => performance.now(),
  } = sources
  const startedAt = now()
  return () => {
    const isIsolated = !database.isUp() && !redis.isUp()
    const hasDatabase = database.wasReached() && !isIsolated
    const hasRedis = redis.wasReached() ? !isIsolated : now() - startedAt >= redisGraceMs
    return {
      isReady: !stopping.isBegun && hasDatabase && hasRedis && isSchemaVerified() && isSearchPrepared(),
      checks: {
        node: stopping.isBegun ? 'stopping' : 'ok',
        database: database.isUp() ? 'ok' : database.reason(),
        schema: isSchemaVerified() ? 'ok' : 'not checked yet: the database has not answered',
        search: isSearchPrepared() ? 'ok' : 'not prepared yet: the search index is being loaded',
        redis: redis.isUp() ? 'ok' : redis.reason(),
      },
    }
  }
}
