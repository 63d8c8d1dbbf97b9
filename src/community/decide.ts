// What moderators do with contributions. Every decision is one transaction that first changes the state of the contribution, so of two
// decisions at the same time exactly one takes effect.
import { communitySource } from '../food/sources.ts'
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import { recordChange } from './changes.ts'
import {
  contentOfFood,
  type ProposedFields,
  type RecordContent,
  recordIdOf,
  sourceIdPrefix,
} from './content.ts'
import { type Contribution, contributionColumns } from './contribution.ts'

export type Decision =
  | {
      action: 'accept'
      /** As the moderator changed it; the proposal itself by default. */
      proposed?: ProposedFields
      /** The moderator has compared the values with a label or another source. */
      isConfirmed: boolean
    }
  | {
      action: 'reject'
      reason: string
      /** Rejected with it, in the same transaction. */
      also?: AlsoRejected
    }
  | { action: 'ask'; reason: string }

export interface AlsoRejected {
  /** All open proposals of the author. */
  ofAuthor?: boolean
  /** Other proposals, as the moderator saw them. */
  others?: SeenContribution[]
}

export type SeenContribution = Pick<Contribution, 'id' | 'revision'>

export type DecisionResult =
  | { contribution: Contribution; alsoRejected: number; recordId: number | null }
  | { error: 'not_found' | 'decided_already' | 'unknown_food' | 'own_contribution' }

const newStatus = { accept: 'accepted', reject: 'rejected', ask: 'question' } as const

/**
 * `revision` is the one that the moderator saw. `alsoInTransaction` runs with each decided contribution, for the audit log and mails.
 */
export function decide(
  pool: DatabasePool,
  contributionId: number,
  revision: number,
  moderatorId: number | null,
  decision: Decision,
  alsoInTransaction: (database: Database, contribution: Contribution) => Promise<void> = async () =>
    undefined,
): Promise<DecisionResult> {
  return pool
    .transaction(async database => {
      const { ofAuthor = false, others = [] } = ('also' in decision && decision.also) || {}
      const { rows } = await database.query<Contribution>({
        // In the order of their ids, so that two decisions about several proposals wait for each other instead of deadlocking.
        text: `
          update contributions
            set status = $3, revision = revision + 1, decided_at = now(), decided_by = $4, reason = $5
            where id in (
              select id from contributions
                where status in ('pending', 'question') and (account_id is null or account_id is distinct from $4)
                  and ((id, revision) in (select * from unnest($1::bigint[], $2::integer[]))
                       or account_id = (select account_id from contributions where $6 and id = ($1::bigint[])[1]))
                order by id
                for update
            )
            returning ${contributionColumns}`,
        values: [
          [contributionId, ...others.map(({ id }) => id)],
          [revision, ...others.map(each => each.revision)],
          newStatus[decision.action],
          moderatorId,
          'reason' in decision ? decision.reason : null,
          ofAuthor,
        ],
      })
      const contribution = rows.find(({ id }) => id === contributionId)
      if (contribution === undefined || (ofAuthor && contribution.revision !== revision + 1))
        throw new Undecided(await whyNot(database, contributionId, moderatorId))
      let recordId: number | null = null
      if (decision.action === 'accept') {
        const { proposed = contribution.proposed } = decision
        const isConfirmed =
          decision.isConfirmed || contribution.photo_key !== null || contribution.kind === 'confirmation'
        recordId = await accept(database, contribution, { moderatorId, proposed, isConfirmed })
      }
      for (const each of rows) await alsoInTransaction(database, each)
      return { contribution, alsoRejected: rows.length - 1, recordId }
    })
    .catch(error => {
      if (error instanceof Undecided) return { error: error.reason }
      throw error
    })
}

async function whyNot(database: Database, id: number, moderatorId: number | null) {
  const { rows } = await database.query<{ account_id: number | null; is_open: boolean }>({
    text: `select account_id, status in ('pending', 'question') as is_open from contributions where id = $1`,
    values: [id],
  })
  const [found] = rows
  if (found === undefined) return 'not_found'
  return found.is_open && moderatorId !== null && found.account_id === moderatorId
    ? 'own_contribution'
    : 'decided_already'
}

/** Rolls back the decision. */
class Undecided extends Error {
  readonly reason: Extract<DecisionResult, { error: string }>['error']
  constructor(reason: Undecided['reason']) {
    super(reason)
    this.reason = reason
  }
}

export interface Acceptance {
  /** Null if the proposal was accepted without a review. */
  moderatorId: number | null
  proposed: ProposedFields
  /** By a label that a moderator or a second person has seen. */
  isConfirmed: boolean
}

/** Must run in the transaction that changes the state of the contribution. Returns the id of the record. */
export async function accept(
  database: Database,
  contribution: Contribution,
  { moderatorId, proposed, isConfirmed }: Acceptance,
): Promise<number> {
  const { id, kind, photo_key, account_id } = contribution
  const target = kind === 'new' ? null : await targetOf(database, contribution)
  const content = { ...target?.content, ...(kind !== 'confirmation' && proposed) } as RecordContent
  // A food that gets a barcode is found by it from then on.
  if (content.barcode) content.product_key = null
  const recordId = await recordChange(database, {
    recordId: target?.recordId ?? null,
    contributionId: id,
    authorId: account_id,
    moderatorId,
    action: kind === 'confirmation' ? 'confirmed' : 'accepted',
    reason: contribution.note,
    content,
    isConfirmed,
    photoKey: photo_key,
  })
  await database.query({
    text: `
      update contributions
        set status = 'accepted', record_id = $2, proposed = $3, decided_at = coalesce(decided_at, now()), decided_by = $4
        where id = $1`,
    values: [id, recordId, JSON.stringify(proposed), moderatorId],
  })
  return recordId
}

/** A correction changes the food as it is shown; a confirmation is about the community record, which may not be shown before it. */
async function targetOf(database: Database, { kind, food_id: foodId, created_at }: Contribution) {
  const food = foodId === null ? undefined : await contentOfFood(database, foodId)
  if (food === undefined) throw new Undecided('unknown_food')
  const recordId = await communityRecordOf(database, food.id)
  if (kind === 'correction') return { recordId, content: food.content }
  const { rows } = await database.query<{ content: RecordContent | null }>({
    // What was confirmed is what was there: not what somebody, perhaps the same person, has changed it to since.
    text: `
      select content from community_records
        where id = $1 and not exists (
          select from community_changes where record_id = $1 and action <> 'confirmed' and changed_at > $2)`,
    values: [recordId, created_at],
  })
  const content = rows[0]?.content
  if (!content) throw new Undecided('unknown_food')
  return { recordId, content }
}

/** The community record of a food, shown or not. */
export async function communityRecordOf(database: Database, foodId: number): Promise<number | null> {
  const { rows } = await database.query<{ source_id: string }>({
    text: `
      select source_id from foods where id = $1 and source = '${communitySource}' and source_id like '${sourceIdPrefix}%'
      union all
      select source_id from superseded_records where food_id = $1 and source = '${communitySource}' and source_id like '${sourceIdPrefix}%'
      limit 1`,
    values: [foodId],
  })
  return recordIdOf(rows[0]?.source_id)
}

/** A sampled contribution that a moderator has looked at and left as it is. */
export async function keepSampled(
  database: Database,
  contributionId: number,
  moderatorId: number,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      update contributions set is_sampled = false, decided_by = $2, revision = revision + 1
        where id = $1 and is_sampled and status = 'accepted' and account_id is distinct from $2`,
    values: [contributionId, moderatorId],
  })
  return rowCount === 1
}
