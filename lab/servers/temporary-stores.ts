// A PostgreSQL and a Redis for one benchmark run, removed when it ends, also after Ctrl-C.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { withConnection } from '../../src/platform/database/pool.ts'

export const root = new URL('../..', import.meta.url).pathname

export interface Stores {
  /** For logs; deleted with the servers. */
  folder: string
  redisUrl: string
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>
}

export async function withStores(work: (stores: Stores) => Promise<void>): Promise<void> {
  // Two folders, because PostgreSQL's user owns the first one once it has started.
  const data = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-files-'))
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const services = (command: string) =>
    execFileSync(join(root, 'scripts/dev-services'), [command], {
      // Durability of the generated foods does not matter, since the benchmarks only read them.
      env: { LARDER_SHARED_BUFFERS: '2GB', LARDER_FSYNC: 'off', ...environment, LARDER_SERVICES_DIR: data },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const remove = () => {
    services('remove')
    execFileSync('rm', ['-rf', data, folder])
  }
  const interrupted = () => {
    remove()
    process.exit(130)
  }
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    services('start')
    const urls = parseEnv(services('urls'))
    await work({
      folder,
      redisUrl: urls.REDIS_URL ?? '',
      createDatabase: name => createDatabase(urls.DATABASE_URL ?? '', name),
    })
  } finally {
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', interrupted)
    remove()
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await withConnection(serverUrl, client => client.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
