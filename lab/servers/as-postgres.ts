// PostgreSQL refuses to run as root: its programs then run as the user of Debian's package.
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const isRoot = process.getuid?.() === 0

/** The programs of the newest PostgreSQL that is installed. */
export function postgresPrograms(): string {
  const [newest] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${newest}/bin`
}

/** Program and arguments that run it as the user that PostgreSQL runs as. */
function asPostgres(program: string, args: string[]): [string, string[]] {
  return isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]
}

export async function runAsPostgres(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(...asPostgres(program, args), { cwd: '/' })
  return stdout
}

/** A new folder of that user. */
export function folderOfPostgres(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  return folder
}

const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
