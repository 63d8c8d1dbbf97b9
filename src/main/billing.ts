import { type Billing, createBilling } from '../accounts/billing/billing.ts'
import type { DatabasePool } from '../platform/database/pool.ts'
import type { Config } from './config.ts'

/** Undefined where the operator sets plans. */
export function billingOf(config: Config, database: DatabasePool): Billing | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_SCALE: scale } = config
  if (!secretKey || !webhookSecret || !pro || !scale) return undefined
  return createBilling({
    database,
    secretKey,
    webhookSecret,
    prices: { pro, scale },
    apiUrl: config.fixed.stripeApiUrl,
  })
}
