// A contribution as it is stored.
import type { Nutrient } from '../food/nutrients.ts'
import type { Database } from '../platform/database/pool.ts'
import type { ProposedFields } from './content.ts'

export type ContributionKind = 'new' | 'correction' | 'confirmation'
export type ContributionStatus = 'pending' | 'question' | 'accepted' | 'rejected' | 'withdrawn' | 'undone'

/** A quality flag that the checks of the importer gave the proposed food. */
export interface Check {
  rule: string
  field: string
  found?: string | number
}

/** What the checks of an import say about a proposed food. */
export type CheckedProposal =
  | {
      /** Why no import would accept it, such as `no-name` or `not-food`. */
      rejected: string
    }
  | {
      /** As it would be shown. */
      food: CheckedFood
      /** What the checks changed or doubt. */
      checks: Check[]
      /** Whether a value is doubted or was dropped. */
      isDoubted: boolean
    }

export type CheckedFood = {
  name: string
  brand: string | null
  barcode: string | null
  category: string | null
  serving_size_g: number | null
  serving_desc: string | null
} & Record<Nutrient, number | null>

export interface Contribution {
  id: number
  account_id: number | null
  kind: ContributionKind
  food_id: number | null
  record_id: number | null
  proposed: ProposedFields
  before: ProposedFields
  checks: Check[]
  note: string | null
  photo_key: string | null
  sent_with: 'website' | 'api'
  status: ContributionStatus
  revision: number
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
  is_automatic: boolean
  is_sampled: boolean
  /** The reason of a rejection, or the question of a moderator. */
  reason: string | null
  answer: string | null
}

export const contributionColumns = `
  contributions.id, account_id, kind, food_id, record_id, proposed, before, checks, note, photo_key, sent_with, status, revision,
  contributions.created_at, decided_at, decided_by, is_automatic, is_sampled, reason, answer`

/** A column with the name of the food that a contribution is about; empty if the food is gone. */
export const nameOfFood = `coalesce(proposed ->> 'name', (select name from foods where id = food_id), '')`

export async function readContribution(database: Database, id: number): Promise<Contribution | undefined> {
  const { rows } = await database.query<Contribution>({
    text: `select ${contributionColumns} from contributions where id = $1`,
    values: [id],
  })
  return rows[0]
}
