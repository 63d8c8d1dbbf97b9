import type { FastifyInstance } from 'fastify'
import { type CatalogStatsCache, HealthSchema } from '../../catalog/catalog-stats.ts'
import type { ShutdownState } from '../../platform/http/graceful-shutdown.ts'
import { readMethods } from '../api-request.ts'
import { rejectOtherMethods } from '../data-route.ts'
import { shuttingDown } from '../errors.ts'
import { healthResponses } from '../openapi-responses.ts'

/** Liveness check: queries neither PostgreSQL nor Redis, and is never rate-limited (rule health-caller). */
export function addHealthRoute(
  app: FastifyInstance,
  catalogStats: Pick<CatalogStatsCache, 'foods'>,
  shutdown: ShutdownState,
): void {
  app.get('/health', {
    config: { kind: 'health' },
    schema: {
      operationId: 'getHealth',
      summary: 'Health check',
      description: 'Answers without asking the database, and is never rate-limited.',
      tags: ['Service'],
      security: [],
      response: healthResponses(HealthSchema, readMethods),
    },
    handler: async () => {
      if (shutdown.isBegun) throw shuttingDown()
      return { status: 'ok', foods_in_db: catalogStats.foods() }
    },
  })
  rejectOtherMethods(app, '/health', { kind: 'health' })
}
