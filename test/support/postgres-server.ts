import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { withConnection } from '../../src/database/pool.ts'
import { killPostgres } from './kill-postgres.ts'

export interface OwnPostgres {
  databaseUrl: string
  /** Of a Redis that is started with it and never killed. */
  redisUrl: string
  /** All its processes at once, as when the machine loses power; returns when they are gone. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** A migrated PostgreSQL for one test, which can be killed; what it has acknowledged is there when it starts. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const postgres = await startPostgres()
  onTestFinished(postgres.remove)
  return postgres
}

/** The same, until it is removed; all of its files are in `directory`, the write-ahead log included. */
export async function startPostgres(
  directory = mkdtempSync(join(tmpdir(), 'larder-postgres-')),
): Promise<OwnPostgres> {
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const services = (command: string) =>
    promisify(execFile)('tools/services', [command], {
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
