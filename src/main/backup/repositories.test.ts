import { expect, it } from 'vitest'
import { problemsOf, type Repository } from './repositories.ts'

const now = new Date('2027-01-31T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const healthy: Repository = {
  repository: 1,
  is_encrypted: true,
  full_at: hoursAgo(7 * 24),
  diff_at: hoursAgo(24),
  incr_at: hoursAgo(6),
  failure: null,
  newest_wal: '000000010000000000000005',
  archived_at: hoursAgo(0.2),
  checked_at: hoursAgo(8 * 24),
  check_failure: null,
}

it('has no problem with what is recent', () => {
  expect(problemsOf(healthy, now)).toEqual([])
  expect(problemsOf({ ...healthy, incr_at: null }, now)).toEqual([])
})

it.each<[Partial<Repository>, string[]]>([
  [{ is_encrypted: false }, ['not encrypted']],
  [{ failure: 'no space left' }, ['no space left']],
  [{ diff_at: hoursAgo(37), incr_at: hoursAgo(37) }, ['36 hours']],
  [{ full_at: hoursAgo(9.1 * 24) }, ['9 days']],
  [{ archived_at: hoursAgo(0.3) }, ['15 minutes']],
  [{ archived_at: null }, ['15 minutes']],
  [{ checked_at: hoursAgo(9.1 * 24) }, ['not been checked']],
  [{ checked_at: null }, ['not been checked']],
  [{ check_failure: 'checksum invalid' }, ['checksum invalid']],
  [{ full_at: null, diff_at: null, incr_at: null }, ['36 hours', '9 days']],
])('finds what is too old or failed: %o', (change, expected) => {
  expect(problemsOf({ ...healthy, ...change }, now)).toEqual(
    expected.map(text => expect.stringContaining(text)),
  )
})
