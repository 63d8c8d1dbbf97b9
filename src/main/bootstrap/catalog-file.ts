// The file to load: the official dump, or a file that the operator names; downloaded if it is not here.
import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { downloadResumably, patientRetryPolicy, sha256Of } from '../../importer/resumable-download.ts'
import { findSource, type SourceName } from '../../sources/registry.ts'
import { CliError } from '../commands/errors.ts'
import { exitCodes } from '../commands/exit-codes.ts'
import { downloadProgress, printPhase } from '../commands/progress.ts'

export interface CatalogFile {
  /** Null for a local file. */
  url: URL | null
  name: string
  path: string
  sha256: string | undefined
}

/** `from` is a file or the URL of a file. */
export function findFile(from: string, downloadsDir: string, sha256?: string): CatalogFile {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(from)) return remoteFile(webAddress(from), downloadsDir, sha256)
  if (!existsSync(from)) throw new CliError(`there is no file ${from}`, { advice: 'Check --from' })
  return { url: null, name: basename(from), path: from, sha256 }
}

function webAddress(written: string): URL {
  const address = URL.canParse(written) ? new URL(written) : null
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new CliError(`${written} is not a web address`, { advice: 'Give an http or https URL' })
  return address
}

/** Files of different hosts are kept apart, because all mirrors use the same names. */
function remoteFile(url: URL, downloadsDir: string, sha256?: string): CatalogFile {
  const name = basename(decodeURIComponent(url.pathname)).replaceAll(/[^\w.-]/g, '_') || 'download'
  const folder = url.host.replaceAll(/[^\w.-]/g, '_')
  return { url, name, path: join(downloadsDir, folder, name), sha256 }
}

// Later syncs need the changes since then, which are published for two weeks.
const maxAgeMs = 7 * 24 * 3_600_000

/** Returns the checksum. */
export async function fetchFile(
  file: CatalogFile,
  maxAttempts = patientRetryPolicy.maxAttempts,
): Promise<string> {
  const { url, path, name } = file
  if (url !== null && !(await isRecent(path))) {
    const progress = downloadProgress(name)
    await downloadResumably({
      url,
      path,
      retryPolicy: { ...patientRetryPolicy, maxAttempts },
      onProgress: progress.onProgress,
      onRetry: printPhase,
      onStart(resumedFrom) {
        printPhase(
          resumedFrom === 0
            ? `downloading ${url}`
            : `continuing the download of ${url} at byte ${resumedFrom.toLocaleString('en-US')}`,
        )
        progress.start(resumedFrom)
      },
    })
    progress.end()
  }
  const sha256 = await sha256Of(path)
  if (file.sha256 !== undefined && sha256 !== file.sha256.toLowerCase()) await rejectFile(file, sha256)
  return sha256
}

/** A download with a wrong checksum is removed, because continuing it could not repair it. */
async function rejectFile({ url, path, sha256: expected }: CatalogFile, actual: string): Promise<never> {
  if (url !== null) await rm(path, { force: true })
  throw new CliError(`${path} has the SHA-256 checksum ${actual}, but ${expected} was expected`, {
    exitCode: exitCodes['malformed-input'].code,
    advice:
      url === null
        ? 'Check the file and --sha256. Nothing was changed'
        : 'The file was removed: run the same command to download it again. Nothing was changed',
  })
}

async function isRecent(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null)
  return stats !== null && Date.now() - stats.mtimeMs < maxAgeMs
}

/** Larder's own lines name their source; everything else is a dump of Open Food Facts. */
export async function formatOf(path: string): Promise<Extract<SourceName, 'off' | 'jsonl'>> {
  const dump = await findSource('off').open(path)
  if (dump.format !== 'jsonl') return 'off'
  for await (const rows of dump.rows()) {
    for (const row of rows)
      if ('product' in row) return 'source' in row.product && 'source_id' in row.product ? 'jsonl' : 'off'
  }
  return 'off'
}
