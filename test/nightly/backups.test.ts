// Backups in two encrypted repositories: the loss of the server together with the first repository, and a store that cannot be
// reached. Commands of docs/how-to/backup-and-restore.md are run as they are written there.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { runAsPostgres } from '../../lab/servers/as-postgres.ts'
import {
  type PostgresWithBackups,
  startPostgresWithBackups,
} from '../../lab/servers/postgres-with-backups.ts'
import { keySecret } from '../../lab/service.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { followBackupPage, startBackup } from '../support/backup-page.ts'

const address = 'precious.owner@mail.example.org'

/** What the documentation promises. */
const maxLossMs = 60_000
const timeout = 900_000

it('restores the second repository when the server and the first repository are lost, with at most a minute of changes', {
  timeout,
}, async () => {
  const server = await ownServer()
  await startBackup(server)
  await larder(server, 'account create precious --plan pro')
  await sql(server, `update accounts set email = '${address}', email_confirmed_at = now()`)
  await startBackup(server)

  // Longer than what may be lost, so that something must be left.
  const acknowledged = await writeAccounts(server, maxLossMs * 1.25)
  await server.kill()
  const lostAt = Date.now()
  expect(JSON.stringify(readTree(server.dataFolder).map(file => file.includes(address)))).toContain('true')
  for (const folder of server.repositoryFolders) expectEncrypted(folder)
  await runAsPostgres('rm', ['-rf', server.repositoryFolders[0]])
  rmSync(server.dataFolder, { recursive: true })
  await runAsPostgres('mkdir', ['-m', '700', server.dataFolder])

  const startedAt = performance.now()
  await followBackupPage(server, 'Restore after the loss of the server')
  const restored = await sql<{ name: string }>(server, 'select name from accounts')
  const names = new Set(restored.map(({ name }) => name))
  expect(names).toContain('precious')
  const lost = acknowledged.filter(({ name }) => !names.has(name))
  const oldest = Math.min(lostAt, ...lost.map(({ at }) => at))
  console.log(
    `${acknowledged.length} accounts written, ${lost.length} lost, the oldest ${Math.round((lostAt - oldest) / 1000)} s ` +
      `before the loss; restored and backed up again in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
  expect(lostAt - oldest).toBeLessThan(maxLossMs)
  // The new server has backups in both repositories again.
  for (const repository of [1, 2])
    expect((await stateOf(server, repository)).newestBackupAt).toBeGreaterThan(lostAt)
})

it('archives to one repository while the other cannot be reached', { timeout }, async () => {
  const server = await ownServer()
  await startBackup(server)
  const before = await newestWal(server)
  server.store.refuse(true)
  // More than one WAL file.
  for (let file = 0; file < 3; file++)
    await sql(server, 'create table if not exists written (); drop table written; select pg_switch_wal()')
  await expect(startBackup(server)).rejects.toMatchObject({ code: 1 })
  const during = await newestWal(server)
  expect(during[0] > before[0]).toBe(true)

  server.store.refuse(false)
  await startBackup(server)
  const after = await newestWal(server)
  expect(after[1] > during[0]).toBe(true)
})

/** In the order of the WAL, as text. */
async function newestWal(server: PostgresWithBackups): Promise<[string, string]> {
  return [(await stateOf(server, 1)).newestWal, (await stateOf(server, 2)).newestWal]
}

async function stateOf(server: PostgresWithBackups, repository: number) {
  const [info] = JSON.parse(await server.pgBackRest(`--repo=${repository}`, '--output=json', 'info'))
  return {
    newestWal: String(info.archive.at(-1)?.max),
    newestBackupAt: 1000 * Number(info.backup.at(-1)?.timestamp.stop),
  }
}

async function ownServer(): Promise<PostgresWithBackups> {
  const server = await startPostgresWithBackups()
  onTestFinished(server.remove)
  return server
}

function larder(server: PostgresWithBackups, args: string) {
  const env = { PATH: process.env['PATH'], SECRET_KEY: keySecret, ...server.environment }
  return promisify(execFile)(process.execPath, [...programArguments(), ...args.split(' ')], { env })
}

async function sql<Row extends object>(server: PostgresWithBackups, text: string): Promise<Row[]> {
  return withConnection(server.databaseUrl, async client => (await client.query<Row & object>(text)).rows)
}

/** Returns the accounts that PostgreSQL has acknowledged, with the time of that. */
async function writeAccounts(
  server: PostgresWithBackups,
  durationMs: number,
): Promise<{ name: string; at: number }[]> {
  const acknowledged: { name: string; at: number }[] = []
  const end = performance.now() + durationMs
  while (performance.now() < end) {
    const name = `written-${acknowledged.length}`
    await sql(server, `insert into accounts (name, plan) values ('${name}', 'starter')`)
    acknowledged.push({ name, at: Date.now() })
    await wait(200)
  }
  return acknowledged
}

/** The files of pgBackRest start with the header of OpenSSL's encryption; s3rver adds others. */
function expectEncrypted(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/_S3rver_(metadata\.json|object\.md5)$/.test(entry.name))
    .map(entry => readFileSync(join(entry.parentPath, entry.name)))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    expect(file.subarray(0, 8).toString('latin1')).toBe('Salted__')
    expect(file.includes(address)).toBe(false)
  }
}

function readTree(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)))
}
