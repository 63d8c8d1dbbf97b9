// The PostgreSQL and the Redis of scripts/dev-services, as things that can break.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { Redis } from 'ioredis'
import { makeCatalog } from '../lab/catalogs/generated-catalog.ts'
import { childrenOf, killPostgres, postmasterOf } from '../lab/servers/kill-postgres.ts'

export interface Parts {
  databaseUrl: string
  redisUrl: string
  killPostgres(): Promise<void>
  /** To all its processes. */
  signalPostgres(signal: NodeJS.Signals): void
  signalRedis(signal: NodeJS.Signals): void
  flushRedis(): Promise<void>
  /** What does not run. */
  start(): Promise<void>
  /** Only what was made for this run. */
  remove(): void
}

/** Those in a folder of scripts/dev-services, or new ones with so many generated foods. */
export async function openParts(folder: string | undefined, foods: number): Promise<Parts> {
  const directory = folder ?? mkdtempSync(join(tmpdir(), 'larder-endurance-'))
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const options = {
    env: { LARDER_SHARED_BUFFERS: '1GB', ...environment, LARDER_SERVICES_DIR: directory },
    encoding: 'utf8' as const,
  }
  const services = (command: string) => promisify(execFile)('scripts/dev-services', [command], options)
  let isRemoved = folder !== undefined
  const remove = () => {
    if (isRemoved) return
    isRemoved = true
    execFileSync('scripts/dev-services', ['remove'], { ...options, stdio: 'ignore' })
  }
  // Also after Ctrl-C, and when something here fails.
  process.once('exit', remove)
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  await services('start')
  const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = parseEnv(
    (await services('urls')).stdout,
  )
  if (folder === undefined) {
    await makeCatalog(databaseUrl, foods)
  }
  return {
    databaseUrl,
    redisUrl,
    killPostgres: () => killPostgres(join(directory, 'postgres')),
    signalPostgres(signal) {
      const postmaster = postmasterOf(join(directory, 'postgres'))
      for (const id of [postmaster, ...childrenOf(postmaster)]) process.kill(id, signal)
    },
    signalRedis: signal =>
      process.kill(Number.parseInt(readFileSync(join(directory, 'redis.pid'), 'utf8'), 10), signal),
    async flushRedis() {
      const redis = new Redis(redisUrl)
      await redis.flushall()
      redis.disconnect()
    },
    async start() {
      await services('start')
    },
    remove,
  }
}
