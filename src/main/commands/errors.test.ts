import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import { SchemaMismatch } from '../../platform/database/schema-check.ts'
import { CliError, describeError, exitCodeOf } from './errors.ts'

const withCode = (code: string, message = 'what the server says') =>
  Object.assign(new Error(message), { code })
const described = (error: unknown) => describeError(error, { debug: false })

it.each([
  ['28P01', 'Correct the password in DATABASE_URL'],
  ['42501', 'Grant the role'],
  ['57P01', 'shutting down'],
  ['53100', 'The disk of the database is full'],
])('SQLSTATE %s has advice', (code, advice) => {
  expect(described(withCode(code))).toContain(`PostgreSQL: what the server says. `)
  expect(described(withCode(code))).toContain(advice)
})

it('an error that was wrapped is described by its cause', () => {
  expect(described(new AggregateError([withCode('ECONNREFUSED')]))).toContain('refused the connection')
  expect(described(new DatabaseUnavailable(withCode('3D000')))).toContain('Create the database first')
})

it('an error with advice is two sentences', () => {
  expect(described(new CliError('it did not work', { advice: 'Try the other one' }))).toBe(
    'it did not work. Try the other one',
  )
  expect(described(new SchemaMismatch('missing', 'no tables', 'Run: larder migrate'))).toBe(
    'no tables. Run: larder migrate',
  )
  expect(exitCodeOf(new CliError('x', { exitCode: 2 }))).toBe(2)
})

it('any other error is one sentence; --debug shows its stack trace', () => {
  const error = new TypeError('undefined is not a function')
  expect(described(error)).toBe(
    'unexpected error: undefined is not a function. Run again with --debug to see the stack trace',
  )
  expect(describeError(error, { debug: true })).toContain('errors.test.ts')
  expect(exitCodeOf(error)).toBe(1)
})
