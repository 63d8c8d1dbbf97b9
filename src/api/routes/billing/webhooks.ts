import type { BaseLogger } from 'pino'
import type { Billing } from '../../../accounts/billing/billing.ts'
import { jsonBody } from '../../../platform/http/response-body.ts'
import type { Route } from '../../api-request.ts'
import { readBody } from '../../body.ts'
import { ApiError, toApiError, unauthorized } from '../../errors.ts'
import { webhookResponses } from '../../openapi-responses.ts'

const allow = ['POST']
// Invoices with many lines exceed the default limit of bodies.
const maxWebhookBytes = 1_048_576

/** Stripe has no API key; its events are signed. The path does not exist when billing is disabled. */
export const webhookRoute = (billing: Billing | undefined, logger: Pick<BaseLogger, 'warn'>): Route => ({
  url: '/billing/webhook',
  kind: 'webhook',
  allow,
  operations: [
    {
      method: 'POST',
      description: {
        operationId: 'handleStripeWebhook',
        summary: 'Stripe webhook',
        description: 'Receives Stripe events, signed in the Stripe-Signature header. Not for other clients.',
        tag: 'Billing',
        security: [],
        responses: webhookResponses(allow),
      },
      async prepare(request) {
        const body = await readBody(request, maxWebhookBytes)
        return async () => {
          if (billing === undefined) throw unauthorized()
          const signature = request.headers['stripe-signature']
          const outcome = await billing.handleWebhookEvent(
            body,
            typeof signature === 'string' ? signature : undefined,
          )
          if (!('error' in outcome)) return { body: jsonBody({ received: true }), headers: [] }
          logger.warn({ request_id: request.id, cause: outcome.cause }, outcome.message)
          throw outcome.error === 'unauthorized' ? new ApiError(400, outcome.message) : toApiError(outcome)
        }
      },
    },
  ],
})
