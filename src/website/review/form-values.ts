// What a moderator typed, as the fields of a contribution.
import {
  type ProposableField,
  type ProposedFields,
  proposedNames,
  type RecordContent,
} from '../../community/content.ts'
import type { SeenContribution } from '../../community/decide.ts'
import { barcodeOfSource } from '../../food/barcode.ts'
import { categories } from '../../food/categories.ts'
import { isNutrient } from '../../food/nutrients.ts'

/** The usual reasons of a rejection; the author reads them in the language of the account. */
export const rejectionCauses = ['label', 'evidence', 'duplicate', 'amounts', 'not_food'] as const
export type RejectionCause = (typeof rejectionCauses)[number]

export const isRejectionCause = (text: string): text is RejectionCause =>
  rejectionCauses.some(cause => cause === text)

const isNumber = (field: ProposableField): boolean => isNutrient(field) || field === 'serving_size_g'

/** Only the fields of the proposal; an empty one is unknown. */
export function parseEdited(
  proposed: ProposedFields,
  values: Record<string, string>,
): { proposed: ProposedFields } | { invalid: ProposableField } {
  const edited: Record<string, string | number | null> = {}
  for (const field of proposedNames(proposed)) {
    const value = parseValue(field, (values[field] ?? '').trim())
    if (value === undefined) return { invalid: field }
    edited[field] = value
  }
  return { proposed: edited }
}

/** Undefined if it is invalid. */
function parseValue(field: ProposableField, text: string): string | number | null | undefined {
  if (text === '') return field === 'name' ? undefined : null
  if (isNumber(field))
    return /^\d{1,6}(?:[.,]\d{1,6})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
  if (field === 'barcode') return barcodeOfSource(text) ?? undefined
  if (field === 'category') return categories.some(({ name }) => name === text) ? text : undefined
  return text
}

/** The food as it would be after the change, for the checks. */
export const contentAfter = (now: ProposedFields | undefined, proposed: ProposedFields): RecordContent =>
  ({ ...now, ...proposed }) as RecordContent

/** Proposals with the revisions that the moderator saw, as the value of one control. */
export const writeSeen = (seen: readonly SeenContribution[]): string =>
  seen.map(({ id, revision }) => `${id}.${revision}`).join(' ')

export const parseSeen = (text: string): SeenContribution[] =>
  [...text.matchAll(/(?<=^| )([1-9]\d{0,14})\.(\d{1,9})(?= |$)/g)].map(([, id, revision]) => ({
    id: Number(id),
    revision: Number(revision),
  }))

const maxSkipped = 50

/** What the moderator leaves to others: it is carried from page to page, so that the next page is not the one that was just skipped. */
export const skippedQuery = (skipped: readonly number[]): string =>
  skipped.length === 0 ? '' : `?skipped=${skipped.slice(-maxSkipped).join('.')}`

export const parseSkipped = (text: string): number[] =>
  text
    .split('.')
    .filter(id => /^[1-9]\d{0,14}$/.test(id))
    .slice(-maxSkipped)
    .map(Number)
