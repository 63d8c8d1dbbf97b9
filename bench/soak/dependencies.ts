// PostgreSQL and Redis of scripts/dev-services, with fault injection.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { Redis } from 'ioredis'
import { generateCatalog } from '../../lab/catalogs/generated-catalog.ts'
import { childrenOf, killPostgres, postmasterOf } from '../../lab/servers/kill-postgres.ts'

export interface Dependencies {
  databaseUrl: string
  redisUrl: string
  killPostgres(): Promise<void>
  /** Sends a signal to all PostgreSQL processes. */
  signalPostgres(signal: NodeJS.Signals): void
  signalRedis(signal: NodeJS.Signals): void
  flushRedis(): Promise<void>
  /** Starts the servers that are not running. */
  start(): Promise<void>
  /** Removes the servers if they were created for this run. */
  remove(): void
}

/** Uses an existing folder of scripts/dev-services, or creates servers with generated foods. */
export async function startDependencies(folder: string | undefined, foods: number): Promise<Dependencies> {
  const directory = folder ?? mkdtempSync(join(tmpdir(), 'larder-soak-'))
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
  // Also after Ctrl-C or a failure.
  process.once('exit', remove)
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  await services('start')
  const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = parseEnv(
    (await services('urls')).stdout,
  )
  if (folder === undefined) {
    await generateCatalog(databaseUrl, foods)
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
