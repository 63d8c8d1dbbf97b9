import type { Plan } from '../../accounts/plans.ts'
import type { ApiDescription } from './openapi.ts'

/** Values of this deployment that the documentation shows. */
export interface DeploymentInfo {
  /** Public URL of the API. */
  apiUrl: string
  api: ApiDescription
  /** How the API spells the source of AI estimates. */
  estimateSource: string
  requestsPerMinute: Record<Plan, number>
}
