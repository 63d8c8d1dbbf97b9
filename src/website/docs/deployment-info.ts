import type { Plan } from '../../accounts/plans.ts'

/** Values of this deployment that the documentation shows. */
export interface DeploymentInfo {
  /** Public URL of the API. */
  apiUrl: string
  requestsPerMinute: Record<Plan, number>
}
