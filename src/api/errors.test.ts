import { describe, expect, it } from 'vitest'
import type { AccountError } from '../accounts/account-error.ts'
import { DatabaseTimeout, DatabaseUnavailable } from '../platform/database/pool.ts'
import {
  type ApiError,
  accountKeyNeeded,
  errorAnswer,
  methodNotAllowed,
  overloaded,
  rateLimitHeaders,
  readOnlyKey,
  shuttingDown,
  toApiError,
  tooManyRequests,
  unauthorized,
} from './errors.ts'

const answerTo = (error: Error) => errorAnswer(error, { error: () => undefined }, 'an-id')

describe('an error', () => {
  it.each<[() => ApiError, number, string, Record<string, string>]>([
    [unauthorized, 401, 'Missing or invalid API key', { 'www-authenticate': 'Bearer' }],
    [readOnlyKey, 403, 'This API key is read-only. Use a full-access key for this request.', {}],
    [accountKeyNeeded, 403, 'Use your account key to manage dashboard settings.', {}],
    [() => methodNotAllowed(['GET', 'HEAD']), 405, 'Method Not Allowed', { allow: 'GET, HEAD' }],
    [
      () => tooManyRequests(7, { 'x-ratelimit-limit': '30' }),
      429,
      'Rate limit exceeded. Retry in 7 seconds.',
      { 'retry-after': '7', 'x-ratelimit-limit': '30' },
    ],
    [overloaded, 503, 'Too many requests at once. Retry in 1 seconds.', { 'retry-after': '1' }],
    [shuttingDown, 503, 'This node is stopping', { 'retry-after': '1' }],
  ])('of the contract is sent as it is: %s', (createError, status, detail, headers) => {
    const error = createError()
    const answer = answerTo(error)
    expect(answer).toMatchObject({ status, detail, headers })
    expect(error.message).toBe(detail)
  })

  it('of the database asks to retry, and says whether it was slow or could not be reached', () => {
    expect(answerTo(new DatabaseTimeout('slow'))).toMatchObject({
      status: 503,
      detail: 'The database did not answer in time. Retry in 1 seconds.',
      headers: { 'retry-after': '1' },
    })
    expect(answerTo(new DatabaseUnavailable('gone'))).toMatchObject({
      status: 503,
      detail: 'The database cannot be reached. Retry in 1 seconds.',
      headers: { 'retry-after': '1' },
    })
  })

  it('that nobody expected is not shown', () => {
    expect(answerTo(new Error('secret'))).toMatchObject({ status: 500, detail: 'Internal Server Error' })
  })
})

it('rounds the end of a window up to a whole second', () => {
  expect(rateLimitHeaders({ limit: 30, remaining: 4, endsAt: 12_001 })).toEqual({
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset': '13',
  })
})

describe('an error of an account', () => {
  const failure = (error: AccountError['error'], more: Partial<AccountError> = {}): AccountError => ({
    error,
    code: 'server_busy',
    message: 'No.',
    ...more,
  })

  it.each<[AccountError, number, Record<string, string>]>([
    [failure('unauthorized'), 403, {}],
    [failure('conflict'), 409, {}],
    [failure('taken'), 409, {}],
    [failure('unavailable'), 503, { 'retry-after': '1' }],
    [failure('unavailable', { retryAfter: 5 }), 503, { 'retry-after': '5' }],
    [
      failure('rate_limited', { retryAfter: 9, exhausted: { limit: 5, endsAt: 3_000 } }),
      429,
      {
        'retry-after': '9',
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '3',
      },
    ],
  ])('%j is answered with %i', (error, status, headers) => {
    const answer = toApiError(error)
    expect(answer).toMatchObject({ status, detail: 'No.' })
    expect(answer.headers).toEqual(headers)
  })

  it('in the input names the body, as for invalid fields', () => {
    const answer = toApiError(failure('invalid'))
    expect(answer).toMatchObject({
      status: 422,
      message: 'invalid parameters',
      detail: [{ type: 'value_error', loc: ['body'], msg: 'No.', input: null }],
    })
  })
})
