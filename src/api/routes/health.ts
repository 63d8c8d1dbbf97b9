import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { KeptFigures } from '../../catalog/figures.ts'
import { refuseOtherMethods } from '../data-route.ts'

const HealthSchema = Type.Object(
  {
    status: Type.String({ description: 'ok' }),
    foods_in_db: Type.Integer({ minimum: 0, description: 'Number of foods in the catalog' }),
  },
  { $id: 'Health', title: 'Health', additionalProperties: false },
)

/** Whether this process lives; it asks neither PostgreSQL nor Redis, and is never limited (decision 13). */
export function addHealthRoute(app: FastifyInstance, figures: KeptFigures): void {
  app.get('/health', {
    config: { kind: 'health' },
    schema: {
      operationId: 'getHealth',
      summary: 'Is the service alive?',
      tags: ['Service'],
      response: { 200: { description: 'It is', ...HealthSchema } },
    },
    handler: async () => ({ status: 'ok', foods_in_db: figures.foods() }),
  })
  refuseOtherMethods(app, '/health', 'health')
}
