// The table backup_repositories: what larder backup run saw last. larder backup status and the metrics of every node read it.
import type { Database } from '../../platform/database/pool.ts'
import type { RepositoryInfo } from './pgbackrest.ts'

export interface Repository {
  repository: number
  is_encrypted: boolean
  full_at: Date | null
  diff_at: Date | null
  incr_at: Date | null
  failure: string | null
  newest_wal: string | null
  archived_at: Date | null
  checked_at: Date | null
  check_failure: string | null
}

const hour = 3_600_000
const day = 24 * hour

/** What is too old. docs/how-to/monitor.md alerts at the same ages of archived and backup. */
const maxAgeMs = { archived: hour / 4, backup: 36 * hour, full: 9 * day, check: 9 * day }

export async function listRepositories(database: Database): Promise<Repository[]> {
  const { rows } = await database.query<Repository & Record<string, unknown>>({
    name: 'backup-repositories',
    text: 'select * from backup_repositories order by repository',
  })
  return rows
}

/** Times of a repository that cannot be read stay, so that they grow old. */
export async function storeRepositories(database: Database, infos: readonly RepositoryInfo[]): Promise<void> {
  await database.query({
    text: 'delete from backup_repositories where repository <> all($1)',
    values: [infos.map(({ repository }) => repository)],
  })
  for (const { repository, isEncrypted, failure, newest, newestWal } of infos) {
    await database.query({
      text: `
        insert into backup_repositories as stored (repository, is_encrypted, full_at, diff_at, incr_at, newest_wal)
          values ($1, $2, $3, $4, $5, $6)
          on conflict (repository) do update
            set is_encrypted = $2, full_at = $3, diff_at = $4, incr_at = $5, newest_wal = $6
            where $7`,
      values: [
        repository,
        isEncrypted,
        newest.full ?? null,
        newest.diff ?? null,
        newest.incr ?? null,
        newestWal ?? null,
        failure === undefined,
      ],
    })
  }
}

/** Of the last attempt to use a repository; null: it succeeded. */
export async function storeFailure(
  database: Database,
  repository: number,
  failure: string | null,
): Promise<void> {
  await database.query({
    text: 'update backup_repositories set failure = $2 where repository = $1',
    values: [repository, failure],
  })
}

export async function storeArchived(
  database: Database,
  repositories: readonly number[],
  at: Date,
): Promise<void> {
  await database.query({
    text: 'update backup_repositories set archived_at = $2 where repository = any($1)',
    values: [repositories, at],
  })
}

export async function storeCheck(
  database: Database,
  repository: number,
  failure: string | null,
): Promise<void> {
  await database.query({
    text: 'update backup_repositories set checked_at = now(), check_failure = $2 where repository = $1',
    values: [repository, failure],
  })
}

/** When the newest backup of any type ended. */
export function newestBackupAt({ full_at, diff_at, incr_at }: Repository): Date | null {
  const times = [full_at, diff_at, incr_at].map(at => at?.getTime() ?? 0)
  return Math.max(...times) === 0 ? null : new Date(Math.max(...times))
}

/** What an operator has to look into, in words. */
export function problemsOf(repository: Repository, now: Date): string[] {
  const { is_encrypted, full_at, failure, archived_at, checked_at, check_failure } = repository
  const isOld = (at: Date | null, maxMs: number) => at === null || now.getTime() - at.getTime() > maxMs
  const problems: string[] = []
  if (!is_encrypted)
    problems.push('it is not encrypted. Set its cipher-type and cipher-pass, and create it again')
  if (failure !== null) problems.push(failure)
  if (isOld(newestBackupAt(repository), maxAgeMs.backup))
    problems.push('the newest backup is older than 36 hours')
  if (isOld(full_at, maxAgeMs.full)) problems.push('the newest full backup is older than 9 days')
  if (isOld(archived_at, maxAgeMs.archived))
    problems.push(
      'changes of the last 15 minutes are not archived. The log of PostgreSQL says why archive_command fails',
    )
  if (check_failure !== null) problems.push(`the last check failed: ${check_failure}`)
  else if (isOld(checked_at, maxAgeMs.check)) problems.push('it has not been checked for 9 days')
  return problems
}

const readEveryMs = 15_000

/** For the metrics of a node. Empty until it is known, and where no backups are made. */
export function watchRepositories(database: Database): { latest(): Repository[]; stop(): Promise<void> } {
  let latest: Repository[] = []
  let reading: Promise<void> | undefined
  const read = () => {
    // What was read last becomes too old if the database stays away.
    reading = listRepositories(database).then(
      found => {
        latest = found
      },
      () => undefined,
    )
  }
  read()
  const timer = setInterval(read, readEveryMs).unref()
  return {
    latest: () => latest,
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}
