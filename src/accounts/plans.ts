export const plans = ['starter', 'pro', 'scale'] as const

export type Plan = (typeof plans)[number]

/** As SQL over `accounts`, the plan that holds: Starter once a paid plan has expired. */
export const effectivePlan = "case when plan_expires_at < now() then 'starter' else plan end"

interface PlanTerms {
  name: string
  /** Default of the RATE_LIMIT_… settings. */
  requestsPerMinute: number
  /** Free keys share the limit of their IP address; on paid plans all keys of the account share one limit. */
  rateLimitScope: 'address' | 'account'
  /** Whether reads are delayed slightly so that paying customers are served first. */
  fairnessDelay: boolean
}

/** Part 8 of the interface specification. Prices are in Stripe. */
export const planTable: Record<Plan, PlanTerms> = {
  starter: {
    name: 'Starter',
    requestsPerMinute: 30,
    rateLimitScope: 'address',
    fairnessDelay: true,
  },
  pro: {
    name: 'Pro',
    requestsPerMinute: 500,
    rateLimitScope: 'account',
    fairnessDelay: false,
  },
  scale: {
    name: 'Scale',
    requestsPerMinute: 3_000,
    rateLimitScope: 'account',
    fairnessDelay: false,
  },
}
