// Proposals of new foods, corrections and confirmations, and what their authors can do with them.
import { communitySource } from '../food/sources.ts'
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import { contentOfFood, fieldsOf, type ProposedFields, proposedNames, sourceIdOf } from './content.ts'
import {
  type Check,
  type Contribution,
  type ContributionKind,
  contributionColumns,
  nameOfFood,
} from './contribution.ts'
import { accept, communityRecordOf } from './decide.ts'
import { checkLimits, isSmallCorrection, type LimitError, mayGoLive } from './trust.ts'

export interface Proposal {
  accountId: number
  kind: ContributionKind
  /** The food to correct or confirm. */
  foodId: number | null
  proposed: ProposedFields
  /** What the checks of the importer say about the proposed food. */
  checks: Check[]
  /** Whether a check doubts a value. */
  isDoubted: boolean
  note: string | null
  photoKey: string | null
  sentWith: 'website' | 'api'
}

export type ProposalResult =
  | { contribution: Pick<Contribution, 'id' | 'status'> }
  | { error: 'unknown_food' | 'nothing_proposed' | 'already_proposed' }
  | LimitError

/** One in five automatic acceptances is reviewed afterwards. */
const sampledShare = 0.2

export function propose(
  pool: DatabasePool,
  proposal: Proposal,
  random: () => number = Math.random,
): Promise<ProposalResult> {
  return pool.transaction(async database => {
    // Proposals of one account exclude each other, so that the limit holds.
    await database.query({
      text: 'select from accounts where id = $1 for no key update',
      values: [proposal.accountId],
    })
    const limits = await checkLimits(database, proposal.accountId)
    if ('error' in limits) return limits
    const target = await targetOf(database, proposal)
    if ('error' in target) return target
    if (await isOpenAlready(database, proposal, target.foodId)) return { error: 'already_proposed' }
    const isAutomatic =
      limits.isTrusted &&
      !proposal.isDoubted &&
      target.foodId !== null &&
      isSmallCorrection(proposal.kind, target.before, proposal.proposed) &&
      (await mayGoLive(database, proposal.accountId, target.foodId))
    const isSampled = isAutomatic && random() < sampledShare
    const { rows } = await database.query<Contribution>({
      text: `
        insert into contributions
            (account_id, kind, food_id, proposed, before, checks, note, photo_key, sent_with, is_automatic, is_sampled)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
          returning ${contributionColumns}`,
      values: [
        proposal.accountId,
        proposal.kind,
        target.foodId,
        JSON.stringify(proposal.proposed),
        JSON.stringify(target.before),
        JSON.stringify(proposal.checks),
        proposal.note,
        proposal.photoKey,
        proposal.sentWith,
        isAutomatic,
        isSampled,
      ],
    })
    const contribution = rows[0] as Contribution
    if (!isAutomatic) return { contribution }
    await accept(database, contribution, {
      moderatorId: null,
      proposed: contribution.proposed,
      isConfirmed: false,
    })
    return { contribution: { id: contribution.id, status: 'accepted' } }
  })
}

type Target =
  | { foodId: number | null; before: ProposedFields }
  | { error: 'unknown_food' | 'nothing_proposed' | 'already_proposed' }

async function targetOf(
  database: Database,
  { accountId, kind, foodId, proposed }: Proposal,
): Promise<Target> {
  if (kind === 'new') return { foodId: null, before: {} }
  const food = foodId === null ? undefined : await contentOfFood(database, foodId)
  if (food === undefined) return { error: 'unknown_food' }
  if (kind === 'confirmation') {
    const recordId = await communityRecordOf(database, food.id)
    if (recordId === null) return { error: 'nothing_proposed' }
    if (await isAuthor(database, recordId, accountId)) return { error: 'already_proposed' }
    return { foodId: food.id, before: {} }
  }
  const names = proposedNames(proposed)
  const before = fieldsOf(food.content, names)
  if (names.every(name => (before[name] ?? null) === (proposed[name] ?? null)))
    return { error: 'nothing_proposed' }
  return { foodId: food.id, before }
}

/** Nobody confirms what they entered themselves, or twice. */
async function isAuthor(database: Database, recordId: number, accountId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      select from community_changes where record_id = $1 and author_id = $2 and action in ('accepted', 'confirmed')
      union all
      select from contributions
        where account_id = $2 and kind = 'confirmation' and status in ('pending', 'question')
          and food_id in (select id from foods where source = '${communitySource}' and source_id = $3
                          union all
                          select food_id from superseded_records where source = '${communitySource}' and source_id = $3)
      limit 1`,
    values: [recordId, accountId, sourceIdOf(recordId)],
  })
  return rowCount !== 0
}

/** Such as a form that was sent twice. */
async function isOpenAlready(
  database: Database,
  { accountId, kind, proposed }: Proposal,
  foodId: number | null,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      select from contributions
        where account_id = $1 and kind = $2 and food_id is not distinct from $3 and proposed = $4::jsonb
          and status in ('pending', 'question')
        limit 1`,
    values: [accountId, kind, foodId, JSON.stringify(proposed)],
  })
  return rowCount !== 0
}

/** Newest first. */
export async function listContributionsOf(
  database: Database,
  accountId: number,
  limit: number,
): Promise<(Contribution & { name: string })[]> {
  const { rows } = await database.query<Contribution & { name: string }>({
    text: `
      select ${contributionColumns}, ${nameOfFood} as name
        from contributions where account_id = $1 order by created_at desc, id desc limit $2`,
    values: [accountId, limit],
  })
  return rows
}

/** Returns whether it was still open. */
export async function withdraw(database: Database, id: number, accountId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      update contributions set status = 'withdrawn', revision = revision + 1
        where id = $1 and account_id = $2 and status in ('pending', 'question')`,
    values: [id, accountId],
  })
  return rowCount === 1
}

/** The author's answer to a question puts the contribution back into the queue. Returns whether a question was open. */
export async function answerQuestion(
  database: Database,
  id: number,
  accountId: number,
  answer: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      update contributions set status = 'pending', answer = $3, revision = revision + 1
        where id = $1 and account_id = $2 and status = 'question'`,
    values: [id, accountId, answer],
  })
  return rowCount === 1
}
