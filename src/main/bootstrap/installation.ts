import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of bin/larder. */
export const programRoot = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

/** Under systemd as in docs/how-to/install.md: the program in /opt/larder, settings and secrets in /etc/larder. */
export function isInstalledAsDocumented(): boolean {
  return programRoot === '/opt/larder' && existsSync('/etc/larder/settings')
}
