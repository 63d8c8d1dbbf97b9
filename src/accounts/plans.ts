export const plans = ['starter', 'pro', 'scale'] as const

export type Plan = (typeof plans)[number]

interface PlanTerms {
  name: string
  /** What RATE_LIMIT_STARTER_PER_MINUTE and its siblings say unless the operator says otherwise. */
  requestsPerMinute: number
  /** Free keys share the limit of their address; paid plans have one for all keys of the account. */
  rateLimitScope: 'address' | 'account'
  /** What is shown. What is charged is the price at the payment service. */
  centsPerMonth: number
  /** Whether a read waits a little, so that paying callers are served first. */
  fairnessDelay: boolean
}

/** Part 8 of the interface, and what it costs in US dollars. */
export const planTable: Record<Plan, PlanTerms> = {
  starter: {
    name: 'Starter',
    requestsPerMinute: 30,
    rateLimitScope: 'address',
    centsPerMonth: 0,
    fairnessDelay: true,
  },
  pro: {
    name: 'Pro',
    requestsPerMinute: 500,
    rateLimitScope: 'account',
    centsPerMonth: 1_900,
    fairnessDelay: false,
  },
  scale: {
    name: 'Scale',
    requestsPerMinute: 3_000,
    rateLimitScope: 'account',
    centsPerMonth: 9_900,
    fairnessDelay: false,
  },
}
