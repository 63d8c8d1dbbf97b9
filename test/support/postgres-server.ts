import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { withConnection } from '../../src/database/pool.ts'

export interface OwnPostgres {
  databaseUrl: string
  /** Of a Redis that is started with it and never killed. */
  redisUrl: string
  /** All its processes at once, as when the machine loses power; returns when they are gone. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A migrated PostgreSQL for one test, which can be killed; what it has acknowledged is there when it starts. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-postgres-'))
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
  onTestFinished(async () => {
    await services('remove')
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
    async kill() {
      const postmaster = Number.parseInt(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8'), 10)
      const processes = [postmaster, ...childrenOf(postmaster)]
      for (const id of processes) killIfThere(id)
      while (processes.some(isRunning)) await wait(5)
    },
  }
}

function childrenOf(id: number): number[] {
  const ids = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
  return ids.split(' ').filter(Boolean).map(Number)
}

/** The children of a killed PostgreSQL go by themselves too. */
function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** One that is dead and waits to be collected runs no more. */
function isRunning(id: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
  } catch {
    return false
  }
}
