import type { Plan } from '../../accounts/plans.ts'

/** What the texts say about this very service. */
export interface DeploymentInfo {
  /** Where the API is for those outside. */
  apiUrl: string
  requestsPerMinute: Record<Plan, number>
}
