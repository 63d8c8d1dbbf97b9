import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files that belong to the repository, committed or not, without those that are ignored. Git of the copy has them staged. */
export function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-copy-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of listed.split('\0')) if (file && existsSync(file)) cpSync(file, join(folder, file))
  // Some tests ask Git for the files of the repository.
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['add', '--all'], { cwd: folder })
  return folder
}
