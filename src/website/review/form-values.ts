// What a moderator typed, as the fields of a contribution.
import {
  type ProposableField,
  type ProposedFields,
  proposedNames,
  type RecordContent,
} from '../../community/content.ts'
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
