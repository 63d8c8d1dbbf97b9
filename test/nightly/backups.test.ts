// Backups in two encrypted repositories: the loss of the server together with the first repository, a damaged file, and a store that
// cannot be reached. Commands of docs/how-to/backup-and-restore.md are run as they are written there.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { postgresBinFolder, runAsPostgres } from '../../lab/servers/as-postgres.ts'
import {
  type PostgresWithBackups,
  startPostgresWithBackups,
} from '../../lab/servers/postgres-with-backups.ts'
import { keySecret } from '../../lab/service.ts'
import { withConnection } from '../../src/platform/database/pool.ts'

const run = promisify(execFile)
const address = 'precious.owner@mail.example.org'

/** What the documentation promises. */
const maxLossMs = 60_000
const timeout = 900_000

it('restores the second repository when the server and the first repository are lost, with at most a minute of changes', {
  timeout,
}, async () => {
  const server = await ownServer()
  await larder(server, 'backup run')
  await larder(server, 'account create precious --plan pro')
  await sql(server, `update accounts set email = '${address}', email_confirmed_at = now()`)
  await larder(server, 'backup run --type incr')
  const status = await larder(server, 'backup status --json')
  expect(JSON.parse(status.stdout)).toMatchObject({
    problems: 0,
    repositories: [1, 2].map(repository => ({
      repository,
      is_encrypted: true,
      full_at: expect.any(String),
      incr_at: expect.any(String),
      archived_at: expect.any(String),
      newest_wal: expect.stringMatching(/^[\dA-F]{24}$/),
      checked_at: expect.any(String),
      check_failure: null,
    })),
  })

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
  await runPage(server, 'Restore after the loss of the server')
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
  expect((await larder(server, 'backup status')).stdout).not.toContain('problem')
})

it('notices a damaged file of a backup', { timeout }, async () => {
  const server = await ownServer()
  await larder(server, 'backup run')
  const [largest = ''] = readdirSync(server.repositoryFolders[0], { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.parentPath.includes('pg_data'))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size)
  const content = readFileSync(largest)
  const middle = Math.floor(content.length / 2)
  content[middle] = (content[middle] ?? 0) ^ 1
  writeFileSync(largest, content)

  await expect(larder(server, 'backup check')).rejects.toMatchObject({ code: 1 })
  const failed = await larder(server, 'backup status').catch(error => error)
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^problem {2}repository 1: the last check failed: .*checksum invalid/m),
  })
  expect(failed.stdout).not.toContain('problem  repository 2')

  await runPage(server, 'When a check fails').catch(() => undefined)
  // The damaged backup is still there.
  await expect(larder(server, 'backup status')).rejects.toMatchObject({ code: 1 })
})

it('archives to one repository while the other cannot be reached', { timeout }, async () => {
  const server = await ownServer()
  await larder(server, 'backup run')
  const before = await archivedUntil(server)
  server.store.refuse(true)
  // More than one WAL file.
  for (let file = 0; file < 3; file++)
    await sql(server, 'create table if not exists written (); drop table written; select pg_switch_wal()')
  const failed = await larder(server, 'backup run').catch(error => error)
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('problem  repository 2: ') })
  expect(failed.stdout).not.toContain('problem  repository 1')
  const during = await archivedUntil(server)
  expect(during[0]).toBeGreaterThan(before[0] as number)
  expect(during[1]).toBe(before[1])

  server.store.refuse(false)
  await larder(server, 'backup run')
  const after = await archivedUntil(server)
  expect(after[1]).toBeGreaterThan(during[0] as number)
})

async function archivedUntil(server: PostgresWithBackups): Promise<number[]> {
  const rows = await sql<{ archived_at: Date }>(
    server,
    'select archived_at from backup_repositories order by repository',
  )
  return rows.map(({ archived_at }) => archived_at.getTime())
}

async function ownServer(): Promise<PostgresWithBackups> {
  const server = await startPostgresWithBackups()
  onTestFinished(server.remove)
  return server
}

function environmentOf(server: PostgresWithBackups): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], SECRET_KEY: keySecret, NODE_ENV: 'production', ...server.environment }
}

function larder(server: PostgresWithBackups, args: string) {
  return run(process.execPath, [...programArguments(), ...args.split(' ')], { env: environmentOf(server) })
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

/** Runs the commands of a section of the page, with programs that know where the servers of this test are. */
async function runPage(server: PostgresWithBackups, title: string): Promise<void> {
  const page = readFileSync('docs/how-to/backup-and-restore.md', 'utf8')
  const section = page.split(/^## /m).find(each => each.startsWith(`${title}\n`)) ?? ''
  const commands = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
  expect(commands).not.toBe('')
  const programs = await mkdtemp(join(tmpdir(), 'larder-programs-'))
  onTestFinished(() => rmSync(programs, { recursive: true }))
  const asPostgres = process.getuid?.() === 0 ? '/usr/sbin/runuser -u postgres --' : ''
  const pgCtl = `${asPostgres} ${postgresBinFolder()}/pg_ctl -D ${server.dataFolder} -w`
  const scripts = {
    systemctl: `case $1 in start) ${pgCtl} -l ${server.dataFolder}/log start;; stop) ${pgCtl} stop || true;; esac`,
    runuser: `shift 3; cd /; ${asPostgres} "$@"`,
    larder: `cd ${resolve('.')}; exec ${[process.execPath, ...programArguments()].join(' ')} "$@"`,
  }
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(programs, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  const environment = environmentOf(server)
  await run('bash', ['-euc', commands], {
    env: { ...environment, PATH: `${programs}:${environment['PATH']}` },
  })
}
