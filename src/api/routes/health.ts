import type { FastifyInstance } from 'fastify'
import { HealthSchema, type KeptFigures } from '../../catalog/figures.ts'
import { refuseOtherMethods } from '../data-route.ts'
import { jsonResponse } from '../openapi.ts'

/** Whether this process lives; it asks neither PostgreSQL nor Redis, and is never limited (decision 13). */
export function addHealthRoute(app: FastifyInstance, figures: KeptFigures): void {
  app.get('/health', {
    config: { kind: 'health' },
    schema: {
      operationId: 'getHealth',
      summary: 'Is the service alive?',
      tags: ['Service'],
      response: { 200: jsonResponse('It is', HealthSchema) },
    },
    handler: async () => ({ status: 'ok', foods_in_db: figures.foods() }),
  })
  refuseOtherMethods(app, '/health', { kind: 'health' })
}
