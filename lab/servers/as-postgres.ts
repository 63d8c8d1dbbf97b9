// PostgreSQL does not run as root, so its programs run as the user of Debian's package in that case.
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const isRoot = process.getuid?.() === 0

/** The bin directory of the newest installed PostgreSQL. */
export function postgresBinFolder(): string {
  const [newest] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${newest}/bin`
}

/** The command that runs a program as the postgres user. */
function asPostgres(program: string, args: string[]): [string, string[]] {
  return isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]
}

export async function runAsPostgres(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(...asPostgres(program, args), { cwd: '/' })
  return stdout
}

/** Creates a temporary folder owned by the postgres user. */
export function createPostgresFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  return folder
}

const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
