import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgresFolder, postgresBinFolder, runAsPostgres } from './as-postgres.ts'
import { findFreePort } from './free-port.ts'
import { childrenOf, killPostgres, postmasterOf } from './kill-postgres.ts'

export interface Replica {
  databaseUrl: string
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
  processes(): number[]
}

/** A hot standby that streams from the primary, with the recommended settings of deploy/. */
export async function startReplica(primaryUrl: string): Promise<Replica> {
  const folder = createPostgresFolder('larder-replica-')
  const data = join(folder, 'data')
  const port = await findFreePort()
  const run = (program: string, args: string[]) => runAsPostgres(join(postgresBinFolder(), program), args)
  await run('pg_basebackup', [
    '--dbname',
    primaryUrl,
    '--pgdata',
    data,
    '--write-recovery-conf',
    '--checkpoint=fast',
  ])
  const recommended = readFileSync('deploy/postgresql-replica.conf', 'utf8')
  appendFileSync(join(data, 'postgresql.conf'), `\nport = ${port}\n${recommended}`)
  const databaseUrl = new URL(primaryUrl)
  databaseUrl.port = String(port)

  const replica: Replica = {
    databaseUrl: databaseUrl.href,
    async start() {
      await run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', 'start'])
    },
    async kill() {
      await killPostgres(data)
      rmSync(join(data, 'postmaster.pid'))
    },
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await replica.kill()
      rmSync(folder, { recursive: true })
    },
    processes() {
      const postmaster = postmasterOf(data)
      return [postmaster, ...childrenOf(postmaster)]
    },
  }
  await replica.start()
  return replica
}
