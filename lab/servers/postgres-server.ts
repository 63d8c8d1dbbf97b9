import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { killPostgres } from './kill-postgres.ts'

export interface PostgresServer {
  databaseUrl: string
  /** A Redis that is started with it and never killed. */
  redisUrl: string
  /** Kills all PostgreSQL processes at once, like a power failure, and waits until they have exited. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/**
 * A migrated PostgreSQL that can be killed; acknowledged transactions survive a restart. All files, including the WAL,
 * are in `directory`.
 */
export async function startPostgres(
  directory = mkdtempSync(join(tmpdir(), 'larder-postgres-')),
): Promise<PostgresServer> {
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const services = (command: string) =>
    promisify(execFile)('scripts/dev-services', [command], {
      env: {
        ...environment,
        LARDER_SERVICES_DIR: directory,
        LARDER_FSYNC: 'on',
        LARDER_SHARED_BUFFERS: '16MB',
      },
    })
  await services('start')
  const urls = parseEnv((await services('urls')).stdout)
  const databaseUrl = urls['DATABASE_URL'] ?? ''
  await withConnection(databaseUrl, migrate)
  return {
    databaseUrl,
    redisUrl: urls['REDIS_URL'] ?? '',
    async start() {
      await services('start')
    },
    async remove() {
      await services('remove')
    },
    kill: () => killPostgres(join(directory, 'postgres')),
  }
}
