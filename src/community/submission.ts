// A proposal on its way: what the checks say about it and which foods it may repeat, before it is sent and when it is.
import type { FoodLookup } from '../catalog/lookup.ts'
import { barcodeCandidates } from '../food/barcode.ts'
import type { Food } from '../food/food.ts'
import { tokenize } from '../language/tokenize.ts'
import { singleSpaced, visibleOnly } from '../language/visible-text.ts'
import type { DatabasePool } from '../platform/database/pool.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import { retryAfterSeconds } from '../platform/rate-limit/window.ts'
import { contentOfFood, type ProposedFields, proposedNames, type RecordContent } from './content.ts'
import type { CheckedProposal, Contribution, ContributionKind } from './contribution.ts'
import { type ProposalResult, propose } from './contributions.ts'
import type { PhotoRefusal } from './photos/photo.ts'
import type { Photos } from './photos/photos.ts'
import { cleanReportText, maxNoteLength } from './reports/report.ts'
import { checkLimits } from './trust.ts'

export interface SubmissionDeps {
  /** Of the primary: a proposal states what was there before. */
  database: DatabasePool
  /** What the checks of an import say. Costs a thread and a transaction. */
  check(content: RecordContent): Promise<CheckedProposal>
  /** Makes accepted contributions visible. */
  publishSoon(): void
  limiter: Pick<RateLimiter, 'consume'>
  lookup: Pick<FoodLookup, 'byBarcode'>
  searchFoods(text: string): Promise<Food[]>
  /** Undefined where none are accepted. */
  photos: Pick<Photos, 'add' | 'removePhotos'> | undefined
}

export interface Draft {
  kind: ContributionKind
  /** The food to correct or confirm. */
  foodId: number | null
  /** Per 100 g. */
  fields: ProposedFields
}

export interface Duplicates {
  byBarcode: Food | undefined
  byName: Food[]
}

export interface CheckedDraft {
  /** The food to correct or confirm, as it is shown now. */
  target: { id: number; content: RecordContent } | undefined
  /** The fields that differ from what is shown. */
  proposed: ProposedFields
  checked: CheckedProposal
  duplicates: Duplicates
}

export type DraftError =
  | { error: 'unknown_food' | 'nothing_proposed' }
  | { error: 'too_many_checks'; retryAfter: number }

export interface Sending extends Draft {
  accountId: number
  note: string | null
  photo: Uint8Array | undefined
  sentWith: Contribution['sent_with']
}

export type SendingError =
  | DraftError
  | Extract<ProposalResult, { error: string }>
  | { error: 'rejected'; reason: string }
  | { error: 'duplicate_barcode'; food: Food }
  | { error: 'photo'; refused: PhotoRefusal | 'no-store' }

export interface Sent extends CheckedDraft {
  contribution: Pick<Contribution, 'id' | 'status'>
}

export interface Submission {
  acceptsPhotos: boolean
  check(accountId: number, draft: Draft): Promise<CheckedDraft | DraftError>
  send(sending: Sending): Promise<Sent | SendingError>
}

/** More than anyone types, and few enough that one account cannot occupy the thread that checks. */
const maxChecksPerMinute = 30

export function createSubmission(deps: SubmissionDeps): Submission {
  async function check(accountId: number, draft: Draft): Promise<CheckedDraft | DraftError> {
    const result = await deps.limiter.consume([
      {
        name: `limit:account:${accountId}:contribution-checks`,
        limit: maxChecksPerMinute,
        lengthMs: 60_000,
      },
    ])
    if (!result.allowed) return { error: 'too_many_checks', retryAfter: retryAfterSeconds(result) }
    const target = draft.foodId === null ? undefined : await contentOfFood(deps.database, draft.foodId)
    if (draft.kind !== 'new' && target === undefined) return { error: 'unknown_food' }
    const proposed = differing({ ...draft, fields: visibleFields(draft.fields) }, target?.content)
    if (draft.kind === 'correction' && proposedNames(proposed).length === 0)
      return { error: 'nothing_proposed' }
    const content = { name: '', ...target?.content, ...proposed }
    const [checked, duplicates] = await Promise.all([
      deps.check(content),
      findDuplicates(deps, draft.kind, target?.id, proposed),
    ])
    return { target, proposed, checked, duplicates }
  }

  return {
    acceptsPhotos: deps.photos !== undefined,
    check,
    async send(sending) {
      const { accountId, kind, foodId, note, photo, sentWith } = sending
      // Before the checks, which cost more; `propose` looks again, when no other proposal of the account can come in between.
      const limits = await checkLimits(deps.database, accountId)
      if ('error' in limits) return limits
      const draft = await check(accountId, sending)
      if ('error' in draft) return draft
      const { checked, proposed, duplicates } = draft
      if ('rejected' in checked && kind !== 'confirmation')
        return { error: 'rejected', reason: checked.rejected }
      if (kind === 'new' && duplicates.byBarcode)
        return { error: 'duplicate_barcode', food: duplicates.byBarcode }
      const added = photo && (await (deps.photos?.add(photo) ?? { refused: 'no-store' as const }))
      if (added && 'refused' in added) return { error: 'photo', refused: added.refused }
      const photoKey = added?.key ?? null
      const result = await propose(deps.database, {
        accountId,
        kind,
        foodId,
        proposed,
        checks: 'checks' in checked ? checked.checks : [],
        isDoubted: !('checks' in checked) || checked.isDoubted,
        note: note === null ? null : cleanReportText(note, maxNoteLength),
        photoKey,
        sentWith,
      }).catch(async error => {
        if (photoKey !== null) await deps.photos?.removePhotos([photoKey])
        throw error
      })
      if ('error' in result) {
        if (photoKey !== null) await deps.photos?.removePhotos([photoKey])
        return result
      }
      if (result.contribution.status === 'accepted') deps.publishSoon()
      return { ...draft, contribution: result.contribution }
    },
  }
}

/** What moderators and readers see is all there is: nothing reverses, hides or controls the text around it. */
function visibleFields(fields: ProposedFields): ProposedFields {
  const { name, brand, serving_desc } = fields
  const visible = (text: string) => visibleOnly(singleSpaced(text)).trim()
  return {
    ...fields,
    ...(name !== undefined && { name: visible(name) }),
    ...(brand && { brand: visible(brand) || null }),
    ...(serving_desc && { serving_desc: visible(serving_desc) || null }),
  }
}

/** Of a new food the fields that are known, of a correction those that are another than before. */
function differing({ kind, fields }: Draft, before: RecordContent | undefined): ProposedFields {
  if (kind === 'confirmation') return {}
  const names = proposedNames(fields).filter(name => (fields[name] ?? null) !== (before?.[name] ?? null))
  return Object.fromEntries(names.map(name => [name, fields[name]]))
}

const maxSimilar = 3
const searchedFoods = 10

async function findDuplicates(
  { lookup, searchFoods }: Pick<SubmissionDeps, 'lookup' | 'searchFoods'>,
  kind: ContributionKind,
  ownId: number | undefined,
  { name, brand, barcode }: ProposedFields,
): Promise<Duplicates> {
  const isOther = (food: Food | undefined) => food !== undefined && food.id !== ownId
  const [byBarcode, found] = await Promise.all([
    barcode ? lookup.byBarcode(barcodeCandidates(barcode)) : undefined,
    kind === 'new' && name ? searchFoods([brand, name].filter(Boolean).join(' ')) : [],
  ])
  const byName = found
    .slice(0, searchedFoods)
    .filter(food => isOther(food) && food.id !== byBarcode?.id && isNamedLike(food, name ?? '', brand))
  return { byBarcode: isOther(byBarcode) ? byBarcode : undefined, byName: byName.slice(0, maxSimilar) }
}

/** Whether the words of one name, with its brand, are all in the other: searches also find what only resembles it. */
function isNamedLike(food: Food, name: string, brand: string | null | undefined): boolean {
  const one = new Set(tokenize(`${food.brand ?? ''} ${food.name}`))
  const other = new Set(tokenize(`${brand ?? ''} ${name}`))
  return tokenize(food.name).every(word => other.has(word)) || tokenize(name).every(word => one.has(word))
}
