// The file to load: the official dump, a pack from an index, or a file that the operator names; downloaded if it is not here.
import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { choosePack, type PackChoice } from '../../importer/choose-pack.ts'
import { download } from '../../importer/deltas/download.ts'
import {
  DownloadFailed,
  downloadResumably,
  patientRetryPolicy,
  sha256Of,
} from '../../importer/resumable-download.ts'
import { findSource, type SourceName } from '../../sources/registry.ts'
import { CliError } from '../commands/errors.ts'
import { exitCodes } from '../commands/exit-codes.ts'
import { downloadProgress, printPhase } from '../commands/progress.ts'
import { assertSpace, freeBytes } from './disk-space.ts'

export interface CatalogFile {
  /** Null for a local file. */
  url: URL | null
  name: string
  path: string
  sha256: string | undefined
  /** The country of a pack; null: a dump, or a pack for all countries. */
  country: string | null
}

export interface FileChoice extends PackChoice {
  /** A file, the URL of a file, or the URL of packs.json; undefined: the official dump. */
  from: string | undefined
  mirror: string
  sha256: string | undefined
  downloadsDir: string
}

const officialDump = 'openfoodfacts-products.jsonl.gz'
const maxIndexBytes = 16 * 1024 ** 2

export async function findCatalogFile(choice: FileChoice): Promise<CatalogFile> {
  const { from, mirror, sha256, downloadsDir } = choice
  if (from === undefined) return remoteFile(webAddress(`${mirror}/${officialDump}`), downloadsDir, sha256)
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(from)) {
    if (!existsSync(from)) throw new CliError(`there is no file ${from}`, { advice: 'Check --from' })
    return { url: null, name: basename(from), path: from, sha256, country: null }
  }
  const address = webAddress(from)
  if (!address.pathname.endsWith('.json')) return remoteFile(address, downloadsDir, sha256)
  const pack = choosePack(await readIndex(address), address, choice)
  return { ...remoteFile(pack.url, downloadsDir, sha256 ?? pack.sha256), country: pack.country }
}

async function readIndex(address: URL): Promise<unknown> {
  const policy = { ...patientRetryPolicy, maxAttempts: 3 }
  const content = await download(address, maxIndexBytes, policy, text).catch(error => {
    throw new DownloadFailed('missing', `the index of packs cannot be read: ${(error as Error).message}`)
  })
  try {
    return JSON.parse(content)
  } catch {
    throw new DownloadFailed('missing', `${address} is not JSON. Check that it is the address of packs.json`)
  }
}

function webAddress(written: string): URL {
  const address = URL.canParse(written) ? new URL(written) : null
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new CliError(`${written} is not a web address`, { advice: 'Give an http or https URL' })
  return address
}

/** Files of different hosts are kept apart, because all mirrors use the same names. */
export function remoteFile(url: URL, downloadsDir: string, sha256?: string): CatalogFile {
  const name = basename(decodeURIComponent(url.pathname)).replaceAll(/[^\w.-]/g, '_') || 'download'
  const folder = url.host.replaceAll(/[^\w.-]/g, '_')
  return { url, name, path: join(downloadsDir, folder, name), sha256, country: null }
}

// Later syncs need the changes since then, which are published for two weeks.
const maxAgeMs = 7 * 24 * 3_600_000

export interface FetchOptions {
  checkDisk: boolean
  /** Before a download starts, with its size. */
  onSize?: (bytes: number) => Promise<void>
  maxAttempts?: number
}

/** Returns whether it was downloaded now, and the checksum. */
export async function fetchFile(
  file: CatalogFile,
  { checkDisk, onSize, maxAttempts = patientRetryPolicy.maxAttempts }: FetchOptions,
): Promise<{ isDownloaded: boolean; sha256: string }> {
  const isHere = file.url === null || (await isRecent(file.path))
  if (file.url !== null && !isHere) {
    const { url, path, name } = file
    const progress = downloadProgress(name)
    await downloadResumably({
      url,
      path,
      retryPolicy: { ...patientRetryPolicy, maxAttempts },
      onProgress: progress.onProgress,
      onRetry: printPhase,
      async onStart({ bytes, resumedFrom }) {
        printPhase(
          resumedFrom === 0
            ? `downloading ${url}`
            : `continuing the download of ${url} at byte ${resumedFrom.toLocaleString('en-US')}`,
        )
        progress.start(resumedFrom)
        if (!checkDisk || bytes === null) return
        const folder = join(path, '..')
        assertSpace('download', folder, await freeBytes(folder), bytes)
        await onSize?.(resumedFrom + bytes)
      },
    })
    progress.end()
  }
  const sha256 = await sha256Of(file.path)
  if (file.sha256 !== undefined && sha256 !== file.sha256.toLowerCase()) await rejectFile(file, sha256)
  return { isDownloaded: !isHere, sha256 }
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
