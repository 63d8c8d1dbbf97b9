// Schedules the nightly sync: as a systemd timer where that is possible, otherwise as a cron line for the operator.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalledAsDocumented, programRoot } from './env-file.ts'

export interface Schedule {
  kind: 'systemd' | 'cron' | 'keep-current' | 'none'
  /** What was done, or what the operator has to do. */
  message: string
}

const unitFolder = '/etc/systemd/system'
const publishedUnits = ['larder-sync.service', 'larder-sync.timer'] as const
const publishedDeltas = 'https://static.openfoodfacts.org/data/delta'

export function scheduleSync(deltaUrl: string): Schedule {
  const isSystemd = existsSync('/run/systemd/system') && process.getuid?.() === 0
  // Otherwise the settings are in the environment of this shell, which a timer does not have.
  const hasSettings = isInstalledAsDocumented() || existsSync('.env')
  if (!isSystemd || !hasSettings) return { kind: 'cron', message: cronAdvice(deltaUrl, hasSettings) }
  for (const [name, content] of Object.entries(units(deltaUrl))) {
    const path = join(unitFolder, name)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content)
  }
  execFileSync('systemctl', ['daemon-reload'])
  execFileSync('systemctl', ['enable', '--now', 'larder-sync.timer'], { stdio: 'ignore' })
  return {
    kind: 'systemd',
    message: 'the timer larder-sync.timer is enabled (systemctl list-timers larder-sync)',
  }
}

function cronAdvice(deltaUrl: string, hasSettings: boolean): string {
  const minute = Math.floor(Math.random() * 60)
  const settings = hasSettings ? '' : ' (with DATABASE_URL, REDIS_URL and SECRET_KEY in a file .env there)'
  return `add this line to your crontab (crontab -e)${settings}:\n  ${minute} 3 * * * cd ${process.cwd()} && ${programRoot}/bin/larder sync off --from ${deltaUrl}${hasSettings ? '' : '\nIn a container, start larder bootstrap with --keep-current instead'}`
}

function units(deltaUrl: string): Record<string, string> {
  const [service, timer] = publishedUnits.map(name =>
    readFileSync(join(programRoot, 'deploy/systemd', name), 'utf8'),
  )
  return {
    'larder-sync.timer': timer ?? '',
    'larder-sync.service': isInstalledAsDocumented()
      ? (service ?? '').replace(publishedDeltas, () => deltaUrl)
      : simpleService({ program: programRoot, folder: process.cwd(), owner: statSync('.env').uid, deltaUrl }),
  }
}

interface SimpleService {
  program: string
  /** Where .env is. */
  folder: string
  /** The user id who may read .env. */
  owner: number
  deltaUrl: string
}

/** For a checkout with a file .env, instead of the documented layout with a folder of secrets. */
export function simpleService({ program, folder, owner, deltaUrl }: SimpleService): string {
  return `# Written by larder bootstrap. Imports the latest changes from Open Food Facts. Started nightly by larder-sync.timer.
[Unit]
Description=Larder sync with Open Food Facts
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
Type=oneshot
User=${owner}
WorkingDirectory=${folder}
ExecStart=${program}/bin/larder sync off --from ${deltaUrl}
Environment=NODE_ENV=production
TimeoutStartSec=3h
Nice=10
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=strict
`
}
