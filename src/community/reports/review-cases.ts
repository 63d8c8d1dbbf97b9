// The cases that moderators decide. Nothing here knows the website.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { cleanReportText, maxNoteLength, type ReportField, type ReportKind } from './report.ts'

export interface ReportCase {
  id: number
  /** If the food was merged with another, that one. */
  foodId: number
  /** Null if the food is no longer in the catalog. */
  foodName: string | null
  kind: ReportKind
  field: ReportField | null
  isUrgent: boolean
  /** How many different senders have reported it. */
  senders: number
  firstReportedAt: Date
  lastReportedAt: Date
}

const caseColumns = `
  report_cases.id, coalesce(merged_into_food_id, report_cases.food_id) as "foodId", foods.name as "foodName", kind, field,
  is_urgent as "isUrgent", senders, first_reported_at as "firstReportedAt", last_reported_at as "lastReportedAt"`

const casesWithFoods = `
  report_cases
    left join merged_food_ids on merged_food_ids.food_id = report_cases.food_id
    left join foods on foods.id = coalesce(merged_into_food_id, report_cases.food_id)`

/** Open cases, urgent ones first, then by number of senders and by age. `after`: the id of the last case of the previous page. */
export async function listCases(
  database: Database,
  { limit, after }: { limit: number; after?: number },
): Promise<ReportCase[]> {
  const { rows } = await database.query<ReportCase>({
    text: `
      select ${caseColumns} from ${casesWithFoods}
        where state = 'open' and ($2::bigint is null or (not is_urgent, -senders, first_reported_at, report_cases.id) >
          (select not is_urgent, -senders, first_reported_at, id from report_cases where id = $2))
        order by not is_urgent, -senders, first_reported_at, report_cases.id
        limit $1`,
    values: [limit, after ?? null],
  })
  return rows
}

const maxCasesOfFood = 10

/** The open cases of a food, with what reporters think is right. */
export async function listCasesOf(
  database: Database,
  foodId: number,
): Promise<(ReportCase & { suggested: string[] })[]> {
  const { rows } = await database.query<ReportCase & { suggested: string[] }>({
    text: `
      select ${caseColumns},
             array(select distinct suggested from reports where case_id = report_cases.id and suggested is not null) as suggested
        from ${casesWithFoods}
        where state = 'open' and (report_cases.food_id = $1 or merged_into_food_id = $1)
        order by report_cases.id
        limit $2`,
    values: [foodId, maxCasesOfFood],
  })
  return rows
}

export type CaseState = 'open' | 'resolved' | 'dismissed'

interface CaseDetails extends ReportCase {
  state: CaseState
  /** The account of the moderator; null if the case is open or the account was deleted. */
  decidedBy: number | null
  decidedAt: Date | null
  answer: string | null
}

export interface ReportInCase {
  id: number
  note: string | null
  suggested: string | null
  /** The address itself is only for the answer. */
  wantsAnswer: boolean
  /** For `removeReportsOf`; null once the case has been closed for 30 days. */
  sender: string | null
  accountId: number | null
  createdAt: Date
}

const maxReportsShown = 200

/** With its newest reports, those with a text first. Undefined if there is no such case. */
export async function readCase(
  database: Database,
  caseId: number,
): Promise<(CaseDetails & { reports: ReportInCase[] }) | undefined> {
  const { rows: cases } = await database.query<CaseDetails>({
    text: `
      select ${caseColumns}, state, decided_by as "decidedBy", decided_at as "decidedAt", answer
        from ${casesWithFoods} where report_cases.id = $1`,
    values: [caseId],
  })
  if (!cases[0]) return undefined
  const { rows: reports } = await database.query<ReportInCase>({
    text: `
      select id, note, suggested, reply_address is not null as "wantsAnswer", encode(sender_hash, 'hex') as sender,
             account_id as "accountId", created_at as "createdAt"
        from reports where case_id = $1
        order by num_nonnulls(note, suggested) = 0, created_at desc, id desc
        limit $2`,
    values: [caseId, maxReportsShown],
  })
  return { ...cases[0], reports }
}

export interface CaseDecision {
  caseId: number
  state: Exclude<CaseState, 'open'>
  /** Account of the moderator; null on the command line. */
  moderator: number | null
  /** Sent to those who gave an address; may be empty. */
  answer: string
}

/** The mail to somebody who reported a mistake, without its words. */
export interface ReportAnswer {
  state: CaseDecision['state']
  reportKind: ReportKind
  foodId: number
  foodName: string | null
  answer: string | null
  locale: string | null
}

/** Queues a mail in the transaction of the decision. */
export type QueueAnswer = (transaction: Database, recipient: string, answer: ReportAnswer) => Promise<void>

/** Returns whether this call closed the case: of concurrent calls, one does. Without `queueAnswer` no mail is sent. */
export async function closeCase(
  database: DatabasePool,
  { caseId, state, moderator, answer: written }: CaseDecision,
  queueAnswer?: QueueAnswer,
  alsoInTransaction: (transaction: Database) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const answer = cleanReportText(written, maxNoteLength)
  return database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: `
        update report_cases set state = $2, decided_by = $3, decided_at = now(), answer = $4
          where id = $1 and state = 'open'`,
      values: [caseId, state, moderator, answer],
    })
    if (rowCount !== 1) return false
    if (queueAnswer) await queueAnswers(transaction, caseId, { state, answer }, queueAnswer)
    await alsoInTransaction(transaction)
    return true
  })
}

async function queueAnswers(
  transaction: Database,
  caseId: number,
  decision: Pick<ReportAnswer, 'state' | 'answer'>,
  queueAnswer: QueueAnswer,
): Promise<void> {
  const closed = await readCase(transaction, caseId)
  if (!closed) return
  const { kind: reportKind, foodId, foodName } = closed
  const { rows } = await transaction.query<{ replyAddress: string; locale: string | null }>({
    text: `
      select distinct on (lower(reply_address)) reply_address as "replyAddress", locale
        from reports where case_id = $1 and reply_address is not null
        order by lower(reply_address), id desc`,
    values: [caseId],
  })
  for (const { replyAddress, locale } of rows)
    await queueAnswer(transaction, replyAddress, { ...decision, reportKind, foodId, foodName, locale })
}

/** Removes the reports of one sender from all open cases, and the cases that nobody else has reported. Returns how many. */
export async function removeReportsOf(
  database: DatabasePool,
  sender: string,
  alsoInTransaction: (transaction: Database, cases: number) => Promise<void> = async () => undefined,
): Promise<number> {
  return database.transaction(async transaction => {
    const { rows: cases } = await transaction.query<{ id: number }>({
      text: `
        select id from report_cases
          where state = 'open' and id in (select case_id from reports where sender_hash = decode($1, 'hex'))
          order by id
          for update`,
      values: [sender],
    })
    const ids = cases.map(({ id }) => id)
    await transaction.query({
      text: `delete from reports where case_id = any ($2::bigint[]) and sender_hash = decode($1, 'hex')`,
      values: [sender, ids],
    })
    await transaction.query({
      text: 'update report_cases set senders = senders - 1 where id = any ($1::bigint[])',
      values: [ids],
    })
    await transaction.query({
      text: 'delete from report_cases where id = any ($1::bigint[]) and senders = 0',
      values: [ids],
    })
    await alsoInTransaction(transaction, ids.length)
    return ids.length
  })
}

export async function countCases(database: Database): Promise<number> {
  const { rows } = await database.query<{ cases: number }>({
    text: `select count(*) as cases from report_cases where state = 'open'`,
  })
  return rows[0]?.cases ?? 0
}
