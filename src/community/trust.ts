// Who can do what: the limits of a person, and when proposals need no review first (rules contribution-limits and contribution-review).
import { isNutrient } from '../food/nutrients.ts'
import type { Database } from '../platform/database/pool.ts'
import { type ProposedFields, proposedNames } from './content.ts'
import type { ContributionKind } from './contribution.ts'

/** After that many accepted proposals in a row, small corrections that pass every check go live without a review. */
export const acceptedForTrust = 20

const maxPerDayOf = { contributor: 20, trusted: 200 }

/** Proposals of somebody without a record that wait at the same time. Each accepted one allows one more. */
const maxWaitingOfNewcomer = 3
/** One rejection may be a misunderstanding. */
const rejectionsForOne = 2
const rejectionsForPause = 5
const pauseSeconds = 7 * 86_400

/** Automatic acceptances of a person and day; further proposals wait for a review. */
const maxAutomaticPerDay = 20
/** Of the value that is shown. */
const maxAutomaticChange = 0.25

/** What counts as a decision about somebody: automatic acceptances do once a moderator has kept or undone them. */
export const isReviewed = `status in ('accepted', 'rejected', 'undone') and (not is_automatic or decided_by is not null or status = 'undone')`

/** Accepted without a review, and not reviewed since. */
const isUnreviewed = `is_automatic and status = 'accepted' and decided_by is null`

export interface Decided {
  status: 'accepted' | 'rejected' | 'undone'
  secondsAgo: number
}

export interface Limits {
  /** Whether small corrections need no review. */
  isTrusted: boolean
  maxPerDay: number
  /** Proposals that wait for a decision at the same time. */
  maxWaiting: number
  /** While `maxWaiting` is 0: how many rejections in a row caused it, and when it ends. */
  pause?: { rejections: number; seconds: number }
}

/** `decisions` about somebody, the last one first. */
export function limitsOf(decisions: readonly Decided[]): Limits {
  const isAccepted = ({ status }: Decided) => status === 'accepted'
  const accepted = decisions.filter(isAccepted).length
  const firstAccepted = decisions.findIndex(isAccepted)
  const rejections = firstAccepted === -1 ? decisions.length : firstAccepted
  const isTrusted =
    decisions.length >= acceptedForTrust && decisions.slice(0, acceptedForTrust).every(isAccepted)
  const maxPerDay = isTrusted ? maxPerDayOf.trusted : maxPerDayOf.contributor
  const seconds = Math.ceil(pauseSeconds - (decisions[0]?.secondsAgo ?? 0))
  if (accepted === 0 && rejections >= rejectionsForPause && seconds > 0)
    return { isTrusted, maxPerDay, maxWaiting: 0, pause: { rejections, seconds } }
  if (rejections >= rejectionsForOne) return { isTrusted, maxPerDay, maxWaiting: 1 }
  if (rejections > 0) return { isTrusted, maxPerDay, maxWaiting: maxWaitingOfNewcomer }
  return { isTrusted, maxPerDay, maxWaiting: Math.min(maxWaitingOfNewcomer + accepted, maxPerDay) }
}

async function readLimits(database: Database, accountId: number): Promise<Limits> {
  const { rows } = await database.query<Decided>({
    text: `
      select status, extract(epoch from now() - decided_at)::float8 as "secondsAgo"
        from contributions
        where account_id = $1 and ${isReviewed}
        order by decided_at desc, id desc
        limit ${maxPerDayOf.trusted}`,
    values: [accountId],
  })
  return limitsOf(rows)
}

export type LimitError =
  | { error: 'too_many_today' }
  | { error: 'too_many_waiting'; max: number; waiting: number }
  | { error: 'paused'; rejections: number; seconds: number }

/** Why the account can send nothing now, or its limits. */
export async function checkLimits(database: Database, accountId: number): Promise<Limits | LimitError> {
  const limits = await readLimits(database, accountId)
  const { maxPerDay, maxWaiting: max, pause } = limits
  if (pause) return { error: 'paused', ...pause }
  const { rows } = await database.query<{ today: number; waiting: number }>({
    text: `
      select count(*) filter (where created_at > now() - interval '1 day') as today,
             count(*) filter (where status in ('pending', 'question')) as waiting
        from contributions where account_id = $1 and (created_at > now() - interval '1 day' or status in ('pending', 'question'))`,
    values: [accountId],
  })
  const { today, waiting } = rows[0] ?? { today: 0, waiting: 0 }
  if (today >= maxPerDay) return { error: 'too_many_today' }
  if (waiting >= max) return { error: 'too_many_waiting', max, waiting }
  return limits
}

/** Only numbers, none of them changed by more than a quarter: names, new foods and missing values have nothing to compare them with. */
export function isSmallCorrection(
  kind: ContributionKind,
  before: ProposedFields,
  proposed: ProposedFields,
): boolean {
  return (
    kind === 'correction' &&
    proposedNames(proposed).every(field => {
      if (!isNutrient(field) && field !== 'serving_size_g') return false
      const [from, to] = [before[field], proposed[field]]
      return from != null && to != null && Math.abs(to - from) <= maxAutomaticChange * from
    })
  )
}

/** Small corrections of one food, one after the other, would add up to a large one. */
export async function mayGoLive(database: Database, accountId: number, foodId: number): Promise<boolean> {
  const { rows } = await database.query<{ mayGoLive: boolean }>({
    text: `
      select not exists (select from contributions where food_id = $2 and ${isUnreviewed})
             and (select count(*) from contributions
                    where account_id = $1 and is_automatic and created_at > now() - interval '1 day') < ${maxAutomaticPerDay} as "mayGoLive"`,
    values: [accountId, foodId],
  })
  return rows[0]?.mayGoLive === true
}

/** A moderator looks at what went live without a review: of an author after one of them was undone, of a food after a report. */
export async function queueUnreviewed(
  database: Database,
  { authorId = null, foodId = null }: { authorId?: number | null; foodId?: number | null },
): Promise<void> {
  await database.query({
    text: `
      update contributions set is_sampled = true
        where id in (
          select id from contributions
            where (account_id = $1 or food_id = $2) and ${isUnreviewed} and not is_sampled
            order by id
            for update
        )`,
    values: [authorId, foodId],
  })
}
