import { type CatalogStatsCache, HealthSchema } from '../../catalog/catalog-stats.ts'
import type { ShutdownState } from '../../platform/http/graceful-shutdown.ts'
import { jsonBody } from '../../platform/http/response-body.ts'
import { type Route, readMethods } from '../api-request.ts'
import { shuttingDown } from '../errors.ts'
import { healthResponses } from '../openapi-responses.ts'

/** Liveness check: queries neither PostgreSQL nor Redis, and is never rate-limited (rule health-caller). */
export const healthRoute = (
  catalogStats: Pick<CatalogStatsCache, 'foods'>,
  shutdown: ShutdownState,
): Route => ({
  url: '/health',
  kind: 'health',
  allow: readMethods,
  operations: [
    {
      method: 'GET',
      description: {
        operationId: 'getHealth',
        summary: 'Health check',
        description: 'Answers without asking the database, and is never rate-limited.',
        tag: 'Service',
        security: [],
        responses: healthResponses(HealthSchema, readMethods),
      },
      prepare: () => () => {
        if (shutdown.isBegun) throw shuttingDown()
        return { body: jsonBody({ status: 'ok', foods_in_db: catalogStats.foods() }), headers: [] }
      },
    },
  ],
})
