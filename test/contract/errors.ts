// The error bodies.
import type { HttpResponse } from './client.ts'
import { expectDetail, expectJson, expectStatus, expectThat } from './expect.ts'

/** Unlikely to exist, and inside the range of a 32-bit id: what larger ids get is left open (rule food-id-range). */
export const unknownFoodPath = '/food/2147483647'

const unauthorized = 'Missing or invalid API key'
export const useAccountKey = 'Use your account key to manage dashboard settings.'
/** The specification gives the beginning and the advice; the sentence is Larder's (rule other-methods). */
export const readOnly = 'This API key is read-only. Use a full-access key for this request.'

export function expectUnauthorized(response: HttpResponse): void {
  expectDetail(response, 401, unauthorized)
}

/** `detail` is a string and the only member; its text is open. */
export function expectErrorText(response: HttpResponse, status: number): string {
  expectStatus(response, status)
  expectJson(response)
  const body = response.json as { detail?: unknown } | null
  const { detail } = body ?? {}
  const fits = typeof detail === 'string' && Object.keys(body ?? {}).length === 1
  expectThat(fits, response, 'one member, detail, a string')
  return detail
}

export interface ValidationError {
  type: string
  loc: unknown[]
  msg: string
  input?: unknown
}

/** The list of a 422. Texts, the order of members and how many faults are reported at once are open. */
export function expectValidationErrors(response: HttpResponse): ValidationError[] {
  expectStatus(response, 422)
  expectJson(response)
  const body = response.json as { detail?: unknown } | null
  const { detail } = body ?? {}
  const isList = Array.isArray(detail) && detail.length > 0 && Object.keys(body ?? {}).length === 1
  expectThat(isList, response, 'one member, detail, a list of validation objects')
  expectThat(detail.every(isValidationError), response, 'type, loc, msg, input and at most ctx in each')
  return detail
}

function isValidationError(value: unknown): value is ValidationError {
  if (typeof value !== 'object' || value === null) return false
  const { type, loc, msg, ctx } = value as Record<string, unknown>
  const located =
    Array.isArray(loc) && ['query', 'path', 'body'].includes(loc[0]) && typeof loc[1] === 'string'
  const describedBy = ctx === undefined || (typeof ctx === 'object' && ctx !== null)
  return typeof type === 'string' && located && typeof msg === 'string' && describedBy
}

/** `input` may be the text as sent or the value as parsed. */
export function expectValidationError(
  response: HttpResponse,
  [kind, name]: ['query' | 'path', string],
  type: string,
  input: string,
): void {
  const found = expectValidationErrors(response).some(
    error =>
      error.type === type &&
      error.loc[0] === kind &&
      error.loc[1] === name &&
      'input' in error &&
      String(error.input) === input,
  )
  expectThat(found, response, `type ${type}, loc ["${kind}","${name}"], input ${input}`)
}
