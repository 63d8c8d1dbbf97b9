// Writes the deployment profile into the file from which this installation reads its settings.
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Profile } from '../config.ts'

const name = 'DEPLOYMENT_PROFILE'

export interface ProfileResult {
  profile: Profile
  /** The file that holds the setting now; null if the operator has to set it. */
  file: string | null
}

export function saveProfile(profile: Profile): ProfileResult {
  const file = isInstalledAsDocumented() ? '/etc/larder/settings' : '.env'
  if (!isWritable(file)) return { profile, file: null }
  const before = readFileSync(file, 'utf8')
  const after = withSetting(before, name, profile)
  if (after !== before) writeFileSync(file, after)
  return { profile, file }
}

function isWritable(file: string): boolean {
  try {
    if (!existsSync(file)) return false
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Replaces the line of the setting, or its commented-out default, or adds a line. */
export function withSetting(text: string, setting: string, value: string): string {
  const line = `${setting}=${value}`
  for (const pattern of [new RegExp(`^${setting}=.*$`, 'm'), new RegExp(`^# ?${setting}=.*$`, 'm')]) {
    if (pattern.test(text)) return text.replace(pattern, () => line)
  }
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
}

/** The folder of bin/larder. */
export const programRoot = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

/** Under systemd as in docs/how-to/install.md: the program in /opt/larder, settings and secrets in /etc/larder. */
export function isInstalledAsDocumented(): boolean {
  return programRoot === '/opt/larder' && existsSync('/etc/larder/settings')
}
