// Anybody may report, without an account, a captcha or a stored address; limits by address stop floods. One case for each fact with one
// row for each sender, so that a moderator sees a mistake once, and one sender does not look like fifty.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { RateLimitResult } from '../../platform/rate-limit/window.ts'
import { queueUnreviewed } from '../trust.ts'
import {
  cleanReportText,
  maxNoteLength,
  maxSuggestedLength,
  type Report,
  type ReportSender,
  replyWindows,
  reportWindows,
} from './report.ts'

export interface ReportContext {
  database: DatabasePool
  limiter: RateLimiter
  /** A keyed hash, so that addresses are not stored. */
  hashAddress: (ipAddress: string) => Buffer
  /** Whether reports can be answered. */
  isMailEnabled: boolean
}

export interface FiledReport {
  caseId: number
  /** Whether the same fact had been reported before, and is still open. */
  joined: boolean
  quota: RateLimitResult
}

/** Adds the report to the open case of the same fact, or opens one. */
export async function fileReport(
  { database, limiter, hashAddress, isMailEnabled }: ReportContext,
  report: Report,
  sender: ReportSender,
): Promise<FiledReport | { exhausted: RateLimitResult }> {
  const quota = await limiter.consume(reportWindows(sender))
  if (!quota.allowed) return { exhausted: quota }
  const senderHash = hashAddress(sender.ipAddress)
  const replyAddress = isMailEnabled ? report.replyAddress : null
  const mayReply = replyAddress !== null && (await limiter.consume(replyWindows(replyAddress))).allowed
  return database.transaction(async transaction => {
    const { caseId, joined } = await openCase(transaction, report)
    const hasRoom = (await countSendersOfTexts(transaction, report.foodId, senderHash)) < maxSendersOfTexts
    const isNewSender = await storeReport(transaction, caseId, {
      senderHash,
      accountId: sender.accountId,
      note: hasRoom ? cleanReportText(report.note, maxNoteLength) : null,
      suggested: hasRoom ? cleanReportText(report.suggested, maxSuggestedLength) : null,
      replyAddress: hasRoom && mayReply ? replyAddress : null,
      locale: report.locale,
    })
    await transaction.query({
      text: 'update report_cases set senders = senders + $2, last_reported_at = now() where id = $1',
      values: [caseId, isNewSender ? 1 : 0],
    })
    await queueUnreviewed(transaction, { foodId: report.foodId })
    return { caseId, joined, quota }
  })
}

/** Also cases from before the food was merged with another: they have the other id, because imports cannot write this table. */
const isOfFood =
  'food_id = $1 or food_id in (select food_id from merged_food_ids where merged_into_food_id = $1)'

/** Locks the case, so that it is not closed before the report is in it. */
async function openCase(
  transaction: Database,
  { foodId, kind, field }: Report,
): Promise<{ caseId: number; joined: boolean }> {
  const { rows: open } = await transaction.query<{ id: number }>({
    text: `
      select id from report_cases
        where (${isOfFood}) and kind = $2 and field is not distinct from $3 and state = 'open'
        order by first_reported_at, id
        limit 1
        for update`,
    values: [foodId, kind, field],
  })
  if (open[0]) return { caseId: open[0].id, joined: true }
  const { rows: opened } = await transaction.query<{ id: number; isNew: boolean }>({
    text: `
      insert into report_cases (food_id, kind, field) values ($1, $2, $3)
        on conflict (food_id, kind, field) where state = 'open' do update set last_reported_at = now()
        returning id, xmax = 0 as "isNew"`,
    values: [foodId, kind, field],
  })
  if (!opened[0]) throw new Error('the case was not opened')
  return { caseId: opened[0].id, joined: !opened[0].isNew }
}

/** Afterwards reports of the food are only counted, so that nobody can fill the disk. */
export const maxSendersOfTexts = 30

/** Other senders whose texts about the food were stored within a day. */
async function countSendersOfTexts(
  transaction: Database,
  foodId: number,
  senderHash: Buffer,
): Promise<number> {
  const { rows } = await transaction.query<{ senders: number }>({
    text: `
      select count(distinct sender_hash) as senders
        from reports join report_cases on report_cases.id = reports.case_id
        where (${isOfFood}) and reports.created_at > now() - interval '1 day' and sender_hash <> $2
          and num_nonnulls(note, suggested, reply_address) > 0`,
    values: [foodId, senderHash],
  })
  return rows[0]?.senders ?? 0
}

interface StoredReport {
  senderHash: Buffer
  accountId: number | null
  note: string | null
  suggested: string | null
  replyAddress: string | null
  locale: string | null
}

/** Returns whether the sender had not reported it yet. Otherwise what is given now replaces what was given before. */
async function storeReport(
  transaction: Database,
  caseId: number,
  { senderHash, accountId, note, suggested, replyAddress, locale }: StoredReport,
): Promise<boolean> {
  const { rows } = await transaction.query<{ isNew: boolean }>({
    text: `
      insert into reports (case_id, sender_hash, account_id, note, suggested, reply_address, locale)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (case_id, sender_hash) do update
          set note = coalesce(excluded.note, reports.note),
              suggested = coalesce(excluded.suggested, reports.suggested),
              reply_address = coalesce(excluded.reply_address, reports.reply_address),
              locale = coalesce(excluded.locale, reports.locale)
        returning xmax = 0 as "isNew"`,
    values: [caseId, senderHash, accountId, note, suggested, replyAddress, locale],
  })
  return rows[0]?.isNew === true
}
