import type { Plan } from '../../accounts/plans.ts'
import type { FreeLimits } from '../context.ts'
import type { Examples } from './examples.ts'
import type { ApiDescription } from './openapi.ts'

/** Values of this deployment that the documentation shows. */
export interface DeploymentInfo {
  /** Public URL of the API. */
  apiUrl: string
  /** Public URL of this website. */
  websiteUrl: string
  api: ApiDescription
  /** How the API spells the source of AI estimates. */
  estimateSource: string
  requestsPerMinute: Record<Plan, number>
  freeLimits: FreeLimits
  /** A food and a search of the catalog at hand. */
  examples: Examples
}
