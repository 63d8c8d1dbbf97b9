// Distinguishes people from programs without asking anybody to solve a puzzle: a field that nobody sees must stay empty, and a
// signed time says when the form was opened.
import { timingSafeEqual } from 'node:crypto'
import { hashToken, type ServerSecret, tokenHashes } from '../../platform/server-secret.ts'

/** Choosing what is wrong and sending it takes people longer; most programs send a form at once. */
const minMs = 3_000
/** Longer than a page stays open for somebody who looks for the package; a program must open the form again. */
const maxMs = 12 * 3_600_000

const purpose = 'report form'

/** For a hidden field. Valid for the form of this food only. */
export function stampForm(secret: ServerSecret, foodId: number, openedAt = Date.now()): string {
  const text = `${openedAt} ${foodId}`
  return `${openedAt}.${hashToken(secret, purpose, text).toString('base64url')}`
}

export type FormFault = 'automatic' | 'tooFast' | 'expired'

interface SentForm {
  stamp: string
  /** The field that nobody sees. */
  trap: string
}

/** Undefined if a person may have sent the form. */
export function findFormFault(
  secret: ServerSecret,
  foodId: number,
  { stamp, trap }: SentForm,
  now = Date.now(),
): FormFault | undefined {
  const openedAt = readStamp(secret, foodId, stamp)
  if (openedAt === undefined || now - openedAt > maxMs) return 'expired'
  if (trap !== '') return 'automatic'
  return now - openedAt < minMs ? 'tooFast' : undefined
}

function readStamp(secret: ServerSecret, foodId: number, stamp: string): number | undefined {
  const [, openedAt = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(stamp) ?? []
  const given = Buffer.from(signature, 'base64url')
  const isSigned = tokenHashes(secret, purpose, `${openedAt} ${foodId}`).some(
    hash => hash.length === given.length && timingSafeEqual(hash, given),
  )
  return isSigned ? Number(openedAt) : undefined
}
