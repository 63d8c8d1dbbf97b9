import { describe, expect, it } from 'vitest'
import type { RepositoryInfo } from './pgbackrest.ts'
import type { Repository } from './repositories.ts'
import { dueBackup, isCheckDue } from './run.ts'

const now = new Date('2027-01-31T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

describe('the backup that is due', () => {
  const infoOf = (ages: Partial<Record<'full' | 'diff' | 'incr', number>>): RepositoryInfo => ({
    repository: 1,
    isEncrypted: true,
    isCreated: true,
    failure: undefined,
    newest: Object.fromEntries(Object.entries(ages).map(([type, hours]) => [type, hoursAgo(hours)])),
    newestWal: undefined,
  })
  it.each([
    [{}, 'full'],
    [{ full: 168 }, 'full'],
    [{ full: 168, diff: 1, incr: 1 }, 'full'],
    [{ full: 167, diff: 24 }, 'diff'],
    [{ full: 24 }, 'diff'],
    [{ full: 167, diff: 24, incr: 1 }, 'diff'],
    [{ full: 23 }, 'incr'],
    [{ full: 167, diff: 7, incr: 6 }, 'incr'],
    [{ full: 5 }, undefined],
    [{ full: 167, diff: 23, incr: 5 }, undefined],
  ])('after hours of %o is %s', (ages, due) => {
    expect(dueBackup(infoOf(ages), now)).toBe(due)
  })
})

describe('a check', () => {
  const checked = (hours: number | null, check_failure: string | null, full_at: Date | null = hoursAgo(1)) =>
    ({
      full_at,
      diff_at: null,
      incr_at: null,
      checked_at: hours === null ? null : hoursAgo(hours),
      check_failure,
    }) as Repository
  it.each([
    ['of the first backup', checked(null, null), true],
    ['of a week ago', checked(168, null), true],
    ['of yesterday', checked(24, null), false],
    ['that failed yesterday', checked(24, 'damaged'), true],
    ['that failed just now', checked(1, 'damaged'), false],
    ['without a backup', checked(null, null, null), false],
  ])('%s', (_, repository, isDue) => {
    expect(isCheckDue(repository, now)).toBe(isDue)
  })
})
