// Follows docs/how-to/backup-and-restore.md: its commands run as they are written there.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { postgresBinFolder } from '../../lab/servers/as-postgres.ts'
import type { PostgresWithBackups } from '../../lab/servers/postgres-with-backups.ts'
import { keySecret } from '../../lab/service.ts'

/** The second server, which the page restores. */
export interface SecondServer {
  folder: string
  port: number
  time: string
}

/** Runs the first block of commands of a section, with programs that know where the servers of this test are. */
export async function followBackupPage(
  server: PostgresWithBackups,
  title: string,
  second?: SecondServer,
): Promise<void> {
  const page = readFileSync('docs/how-to/backup-and-restore.md', 'utf8')
  const section = page.split(/^## /m).find(each => each.startsWith(`${title}\n`)) ?? ''
  const [, written = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? []
  expect(written).not.toBe('')
  let commands = written
  if (second !== undefined) {
    const examples = {
      '/var/lib/postgresql/15/restored': second.folder,
      '2027-01-31 11:59:00+00': second.time,
      '5433': String(second.port),
    }
    for (const [example, value] of Object.entries(examples)) {
      expect(commands).toContain(example)
      commands = commands.replaceAll(example, value)
    }
  }
  await run(server, commands, second)
}

/** What larder-backup.timer starts. */
export const startBackup = (server: PostgresWithBackups) => run(server, 'systemctl start larder-backup')

async function run(server: PostgresWithBackups, commands: string, second?: SecondServer): Promise<void> {
  const environment = {
    PATH: process.env['PATH'],
    SECRET_KEY: keySecret,
    NODE_ENV: 'production',
    ...server.environment,
  }
  const programs = await mkdtemp(join(tmpdir(), 'larder-programs-'))
  onTestFinished(() => rmSync(programs, { recursive: true, force: true }))
  const asPostgres = process.getuid?.() === 0 ? '/usr/sbin/runuser -u postgres --' : ''
  const pgCtl = (folder: string) =>
    `${asPostgres} ${postgresBinFolder()}/pg_ctl -D ${folder} -w -l ${folder}/log`
  const scripts = {
    systemctl: `case "$*" in
      'start larder-backup') ${backupCommands(server, asPostgres)};;
      start*) ${pgCtl(server.dataFolder)} start;;
      stop*) ${pgCtl(server.dataFolder)} stop || true;;
    esac`,
    runuser: `shift 3; cd /; ${asPostgres} "$@"`,
    larder: `cd ${resolve('.')}; exec ${[process.execPath, ...programArguments()].join(' ')} "$@"`,
    pg_createcluster: `cd /; ${asPostgres} mkdir -m 700 ${second?.folder}`,
    pg_ctlcluster: `cd /; ${pgCtl(second?.folder ?? '')} -o '-p ${second?.port}' start`,
  }
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(programs, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  await promisify(execFile)('bash', ['-euc', commands], {
    env: { ...environment, PATH: `${programs}:${environment.PATH}` },
  })
}

/** The commands of the unit, with the configuration of this test. */
function backupCommands(server: PostgresWithBackups, asPostgres: string): string {
  const unit = readFileSync('deploy/systemd/larder-backup.service', 'utf8')
    .replaceAll('/etc/pgbackrest.conf', server.environment['PGBACKREST_CONFIG'] ?? '')
    .replaceAll('$$', '$')
    .replaceAll('%%', '%')
  const command = (name: string) => new RegExp(`^${name}=-?(.*)$`, 'm').exec(unit)?.[1] ?? ''
  return `cd /; ${asPostgres} ${command('ExecStartPre')}; ${asPostgres} ${command('ExecStart')}`
}
