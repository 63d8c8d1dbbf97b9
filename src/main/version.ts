// Which release this is. The version is kept in package.json alone.
import { readFileSync } from 'node:fs'

/** `npm run build` writes the git revision to this file, next to the compiled code. */
const revisionFile = new URL('../revision', import.meta.url)

export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

export const revision = readRevision()

/** "unknown" when run from source, or when built without git and without REVISION. */
function readRevision(): string {
  try {
    return readFileSync(revisionFile, 'utf8').trim().slice(0, 12) || 'unknown'
  } catch {
    return 'unknown'
  }
}
