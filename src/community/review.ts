// What moderators see: the queue, and what is known about one contribution.
import type { Database } from '../platform/database/pool.ts'
import { type CommunityChange, listChanges } from './changes.ts'
import { contentOfFood, fieldsOf, type ProposedFields, proposableFields, proposedNames } from './content.ts'
import {
  type Contribution,
  type ContributionKind,
  type ContributionStatus,
  contributionColumns,
  nameOfFood,
} from './contribution.ts'
import { communityRecordOf } from './decide.ts'
import { isReviewed } from './trust.ts'

/** Proposals that nobody has decided, and automatic acceptances that were sampled. Questions wait for their authors. */
const isWaiting = `(status = 'pending' or (is_sampled and status = 'accepted'))`

/**
 * What is live comes first. Then authors whose last decision was an acceptance, those without a decision, and those whose last was a
 * rejection; among equals the first proposal of each author before anybody's second, and the oldest first.
 */
const queueOrder = 'standing, turn, created_at, id'

/**
 * `$1` limits the kind, `$2` leaves out the proposals of a moderator. Proposals of one food have one subject: corrections and confirmations
 * of it, or new foods with the same barcode.
 */
const queue = `
  waiting as (
    select id, kind, status, is_sampled, created_at, food_id, proposed ->> 'name' as proposed_name, jsonb_array_length(checks) as checks,
           photo_key is not null as has_photo, coalesce(account_id, 0) as author,
           coalesce('food ' || food_id, 'barcode ' || nullif(proposed ->> 'barcode', ''), 'contribution ' || id) as subject
      from contributions
      where ${isWaiting} and ($1::text is null or kind = $1) and account_id is distinct from $2
  ), authors as (
    select author, case when last.status is null then 2 when last.status = 'accepted' then 1 else 3 end as standing
      from (select distinct author from waiting) as waiting_authors
        left join lateral (
          select status from contributions where account_id = author and ${isReviewed}
            order by decided_at desc, id desc limit 1
        ) as last on true
  ), queue as (
    select waiting.*, case when is_sampled then 0 else authors.standing end as standing,
           row_number() over (partition by author order by is_sampled desc, created_at, id) as turn
      from waiting join authors using (author)
  )`

export interface QueueItem {
  id: number
  kind: ContributionKind
  status: ContributionStatus
  is_sampled: boolean
  created_at: Date
  /** Of the food. */
  name: string
  /** How many checks have something to say. */
  checks: number
  has_photo: boolean
  /** Other proposals of the same food that wait. */
  others: number
}

export interface QueueFilter {
  kind?: ContributionKind | undefined
  foodId?: number | undefined
  offset?: number
  limit: number
}

/** One item for each food, in the order in which moderators decide. */
export async function listQueue(
  database: Database,
  { kind, foodId, offset = 0, limit }: QueueFilter,
): Promise<QueueItem[]> {
  const { rows } = await database.query<QueueItem>({
    text: `
      with ${queue}, cases as (
        select *, row_number() over by_subject as position, count(*) over (partition by subject) - 1 as others
          from queue window by_subject as (partition by subject order by ${queueOrder})
      ), page as (
        select * from cases where position = 1 and ($5::bigint is null or food_id = $5) order by ${queueOrder} limit $3 offset $4
      )
      select id, kind, status, is_sampled, created_at, checks, has_photo, others,
             coalesce(proposed_name, (select name from foods where foods.id = food_id), '') as name
        from page order by ${queueOrder}`,
    values: [kind ?? null, null, limit, offset, foodId ?? null],
  })
  return rows
}

export interface RecentChange {
  id: number
  contribution_id: number
  action: CommunityChange['action']
  changed_at: Date
  name: string
}

/** The last changes that moderators may want to look at again, newest first. */
export async function listRecentChanges(database: Database, limit: number): Promise<RecentChange[]> {
  const { rows } = await database.query<RecentChange>({
    text: `
      select community_changes.id, contribution_id, action, changed_at, ${nameOfFood} as name
        from community_changes join contributions on contributions.id = contribution_id
        order by community_changes.id desc
        limit $1`,
    values: [limit],
  })
  return rows
}

/** The first one that the moderator can decide and has not skipped, or else the first skipped one. */
export async function findNext(
  database: Database,
  moderatorId: number,
  skipped: readonly number[] = [],
): Promise<number | undefined> {
  const { rows } = await database.query<{ id: number }>({
    text: `
      with ${queue}
      select id from queue
        order by coalesce(array_position($3::bigint[], id), 0), ${queueOrder}
        limit 1`,
    values: [null, moderatorId, skipped],
  })
  return rows[0]?.id
}

export interface QueueFigures {
  length: number
  oldestAgeSeconds: number
}

export async function readQueueFigures(database: Database): Promise<QueueFigures> {
  const { rows } = await database.query<QueueFigures>({
    name: 'review-queue-figures',
    text: `
      select count(*) as length, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestAgeSeconds"
        from contributions where ${isWaiting}`,
  })
  return rows[0] ?? { length: 0, oldestAgeSeconds: 0 }
}

/** How earlier contributions of somebody were decided. */
export interface Author {
  /** The language of mails; null is English. */
  locale: string | null
  accepted: number
  rejected: number
  undone: number
  /** Not decided yet. */
  open: number
}

export interface ReviewCase {
  contribution: Contribution
  name: string
  /** Who decided; null if it was decided on the command line, automatically or by a deleted account. */
  decidedBy: string | null
  /** Null if the account was deleted. */
  author: Author | null
  /** As it is shown now, or the record to confirm; undefined for a new food, and if it was removed. */
  food: { id: number; name: string; now: ProposedFields } | undefined
  /** Of the record that it changes, newest first. */
  changes: CommunityChange[]
  /** Open proposals of others for the same food, oldest first. */
  others: OtherProposal[]
  /** Foods with the proposed barcode, apart from the one that is corrected. */
  sameBarcode: number[]
}

export type OtherProposal = Pick<Contribution, 'id' | 'revision' | 'kind' | 'proposed' | 'created_at'>

export async function readReviewCase(database: Database, id: number): Promise<ReviewCase | undefined> {
  const { rows } = await database.query<Contribution & { name: string; decided_by_name: string | null }>({
    text: `
      select ${contributionColumns}, ${nameOfFood} as name,
             (select accounts.name from accounts where accounts.id = decided_by) as decided_by_name
        from contributions where contributions.id = $1`,
    values: [id],
  })
  if (!rows[0]) return undefined
  const { name, decided_by_name: decidedBy, ...contribution } = rows[0]
  const { account_id, food_id, proposed } = contribution
  const found = food_id === null ? undefined : await contentOfFood(database, food_id)
  const isConfirmation = contribution.kind === 'confirmation'
  const recordId =
    contribution.record_id ?? (found === undefined ? null : await communityRecordOf(database, found.id))
  const changes = recordId === null ? [] : await listChanges(database, recordId)
  return {
    contribution,
    name,
    decidedBy,
    author: account_id === null ? null : await readAuthor(database, account_id),
    food: found && {
      id: found.id,
      name: found.content.name,
      now: isConfirmation
        ? fieldsOf(changes[0]?.after ?? {}, proposableFields)
        : fieldsOf(found.content, proposedNames(proposed)),
    },
    changes,
    others: await listOthers(database, contribution),
    sameBarcode: proposed.barcode ? await foodsWithBarcode(database, proposed.barcode, found?.id ?? 0) : [],
  }
}

async function readAuthor(database: Database, accountId: number): Promise<Author> {
  const { rows } = await database.query<Author>({
    text: `
      select count(*) filter (where status = 'accepted') as accepted, count(*) filter (where status = 'rejected') as rejected,
             count(*) filter (where status = 'undone') as undone,
             count(*) filter (where status in ('pending', 'question')) as open, (select locale from accounts where id = $1) as locale
        from contributions where account_id = $1`,
    values: [accountId],
  })
  return rows[0] ?? { accepted: 0, rejected: 0, undone: 0, open: 0, locale: null }
}

const maxOthers = 50

async function listOthers(
  database: Database,
  { id, account_id, food_id, proposed }: Contribution,
): Promise<OtherProposal[]> {
  const { rows } = await database.query<OtherProposal>({
    text: `
      select id, revision, kind, proposed, created_at from contributions
        where status = 'pending' and id <> $1 and account_id is distinct from $2
          and (food_id = $3 or ($3::bigint is null and food_id is null and proposed ->> 'barcode' = $4))
        order by created_at, id
        limit $5`,
    values: [id, account_id, food_id, proposed.barcode || null, maxOthers],
  })
  return rows
}

const maxSameBarcode = 5

async function foodsWithBarcode(database: Database, barcode: string, except: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>({
    text: 'select id from foods where barcode = $1 and id <> $2 order by id limit $3',
    values: [barcode, except, maxSameBarcode],
  })
  return rows.map(({ id }) => id)
}

/** The name of the food that a contribution is about, for the mail to its author. */
export async function nameOfContribution(database: Database, id: number): Promise<string> {
  const { rows } = await database.query<{ name: string }>({
    text: `select ${nameOfFood} as name from contributions where id = $1`,
    values: [id],
  })
  return rows[0]?.name ?? ''
}
