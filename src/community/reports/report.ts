// What people can report about a food: something is wrong with it.
import { hash } from 'node:crypto'
import { micronutrients } from '../../food/micronutrients.ts'
import { nutrients } from '../../food/nutrients.ts'
import { visibleLines } from '../../language/visible-text.ts'
import { addressWindows, type Window } from '../../platform/rate-limit/window.ts'

/** What is wrong. `rights`: the report of somebody whose rights the food infringes. */
export const reportKinds = [
  'value',
  'name',
  'category',
  'barcode',
  'not_food',
  'duplicate',
  'image',
  'offensive',
  'rights',
] as const
export type ReportKind = (typeof reportKinds)[number]

/** Which value is wrong, for the kind `value`. */
export const reportFields = [
  ...nutrients,
  'serving_size_g',
  'ingredients',
  'allergens',
  ...micronutrients,
] as const
export type ReportField = (typeof reportFields)[number]

/** In code points. The table has the same limits. */
export const maxNoteLength = 1_000
export const maxSuggestedLength = 200

export interface Report {
  /** A food that exists; not the id of one that was merged. */
  foodId: number
  kind: ReportKind
  /** Null if unknown, and for other kinds than `value`. */
  field: ReportField | null
  note: string
  /** What would be right. */
  suggested: string
  /** For the answer; null if none is wanted, or if no mail can be sent. */
  replyAddress: string | null
  /** The language of the answer; null if unknown. */
  locale: string | null
}

export interface ReportSender {
  ipAddress: string
  /** The account whose key was sent with the report; null without a key. */
  accountId: number | null
  /** Whether the limits are those of the account, from any address. */
  isLimitedByAccount: boolean
}

/** Plain text, which is escaped wherever it is shown. Null if nothing is left. */
export function cleanReportText(written: string, maxLength: number): string | null {
  const text = Array.from(visibleLines(written)).slice(0, maxLength).join('').trim()
  return text === '' ? null : text
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Enough for somebody who goes through a shelf, too few to flood the review queue. */
export const reportLimits = {
  addressPerMinute: 5,
  addressPerDay: 20,
  accountPerMinute: 60,
  accountPerDay: 1_000,
  answersPerDay: 10,
}

/** A paid key is limited by its account: a server sends the reports of many people from one address. */
export function reportWindows({ ipAddress, accountId, isLimitedByAccount }: ReportSender): Window[] {
  const { addressPerMinute, addressPerDay, accountPerMinute, accountPerDay } = reportLimits
  if (isLimitedByAccount) {
    const name = `limit:account:${accountId}:reports`
    return [
      { name: `${name}-minute`, limit: accountPerMinute, lengthMs: minuteMs },
      { name: `${name}-day`, limit: accountPerDay, lengthMs: dayMs },
    ]
  }
  return [
    ...addressWindows(ipAddress, 'reports-minute', addressPerMinute, minuteMs),
    ...addressWindows(ipAddress, 'reports-day', addressPerDay, dayMs),
  ]
}

/** Anybody can give the address of somebody else, from many client addresses. Further reports are stored without it. */
export const replyWindows = (replyAddress: string): Window[] => [
  {
    name: `limit:reply:${hash('sha256', replyAddress.toLowerCase(), 'base64url')}:answers-day`,
    limit: reportLimits.answersPerDay,
    lengthMs: dayMs,
  },
]
