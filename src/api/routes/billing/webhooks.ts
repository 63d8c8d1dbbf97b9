import type { FastifyInstance } from 'fastify'
import type { Billing } from '../../../accounts/billing/billing.ts'
import { rejectOtherMethods } from '../../data-route.ts'
import { ApiError, toApiError, unauthorized } from '../../errors.ts'
import { webhookResponses } from '../../openapi-responses.ts'

const url = '/billing/webhook'
const config = { kind: 'webhook' as const, allow: ['POST'] }
// Invoices with many lines exceed the default body limit.
const maxWebhookBytes = 1_048_576

/** Stripe has no API key; its events are signed. The path does not exist when billing is disabled. */
export function addWebhookRoute(app: FastifyInstance, billing: Billing | undefined): void {
  app.post(url, {
    config,
    bodyLimit: maxWebhookBytes,
    schema: {
      operationId: 'handleStripeWebhook',
      summary: 'Stripe webhook',
      description: 'Receives Stripe events, signed in the Stripe-Signature header. Not for other clients.',
      tags: ['Billing'],
      security: [],
      response: webhookResponses(config.allow),
    },
    handler: async request => {
      if (billing === undefined) throw unauthorized()
      const signature = request.headers['stripe-signature']
      const outcome = await billing.handleWebhookEvent(
        Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        typeof signature === 'string' ? signature : undefined,
      )
      if (!('error' in outcome)) return { received: true }
      request.log.warn({ request_id: request.id, cause: outcome.cause }, outcome.message)
      throw outcome.error === 'unauthorized' ? new ApiError(400, outcome.message) : toApiError(outcome)
    },
  })
  rejectOtherMethods(app, url, config)
}
