// Downloads a large file into a folder. A download that was interrupted continues where it ended, in this process after a
// broken connection and in a later one after a kill: the bytes so far are in NAME.part, and NAME.part.json holds the
// validator (ETag or date) with which the server confirms that the file is still the same.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  contentLength,
  type RetryPolicy,
  type Transfer,
  TransientError,
  withTransfer,
} from './http-transfer.ts'

/** The file cannot be downloaded; the message says why and what to do. */
export class DownloadFailed extends Error {
  readonly reason: 'unavailable' | 'missing'
  constructor(reason: DownloadFailed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Attempts that fail one after the other without a new byte. */
export const patientRetryPolicy: RetryPolicy = { idleTimeoutMs: 60_000, maxAttempts: 8, backoffMs: 2_000 }

const maxBackoffMs = 60_000

export interface DownloadProgress {
  /** Including those of an earlier run. */
  bytes: number
  totalBytes: number | null
}

export interface DownloadOptions {
  url: URL
  /** Where the finished file is stored. */
  path: string
  /** Called before the first byte of an attempt. */
  onStart: (resumedFrom: number) => void
  onProgress: (progress: DownloadProgress) => void
  onRetry: (message: string) => void
  retryPolicy?: RetryPolicy
}

export async function downloadResumably(options: DownloadOptions): Promise<void> {
  const { url, path, onRetry, retryPolicy = patientRetryPolicy } = options
  await mkdir(dirname(path), { recursive: true })
  const part = partialFileOf(path)
  for (let failures = 0; ; ) {
    const before = await part.size()
    try {
      await downloadRest(options, part, retryPolicy.idleTimeoutMs)
      break
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      failures = (await part.size()) > before ? 1 : failures + 1
      if (failures >= retryPolicy.maxAttempts) {
        throw new DownloadFailed(
          'unavailable',
          `${url}: ${error.message} (after ${failures} attempts). Run the same command later: it continues where this download ended`,
        )
      }
      const pauseMs = Math.min(maxBackoffMs, retryPolicy.backoffMs * 2 ** (failures - 1))
      onRetry(`${error.message}; trying again in ${pauseMs / 1000} s`)
      await wait(pauseMs)
    }
  }
  await rename(part.path, path)
  await part.forget()
}

interface PartialFile {
  path: string
  size(): Promise<number>
  /** What confirms that the server has the same file; null if the download has to start over. */
  validator(): Promise<string | null>
  /** Empties the file. The validator is written while no part exists, so that it never belongs to other bytes. */
  restart(url: URL, validator: string | null): Promise<void>
  forget(): Promise<void>
}

function partialFileOf(file: string): PartialFile {
  const path = `${file}.part`
  const notes = `${path}.json`
  return {
    path,
    size: async () => (await stat(path).catch(() => null))?.size ?? 0,
    async validator() {
      const text = await readFile(notes, 'utf8').catch(() => '{}')
      try {
        const { validator } = JSON.parse(text) as { validator?: unknown }
        return typeof validator === 'string' ? validator : null
      } catch {
        return null
      }
    },
    async restart(url, validator) {
      await rm(path, { force: true })
      await writeFile(notes, JSON.stringify({ url: url.href, validator }))
      await writeFile(path, '')
    },
    forget: () => rm(notes, { force: true }),
  }
}

async function downloadRest(
  options: DownloadOptions,
  part: PartialFile,
  idleTimeoutMs: number,
): Promise<void> {
  const { url, onStart } = options
  const present = await part.size()
  const validator = present > 0 ? await part.validator() : null
  const headers = validator === null ? {} : { range: `bytes=${present}-`, 'if-range': validator }
  await withTransfer(url, headers, idleTimeoutMs, async transfer => {
    const { response } = transfer
    if (response.status === 416 && totalOf(response) === present) return
    if (response.status === 416) {
      await part.restart(url, null)
      throw new TransientError('the file on the server has changed')
    }
    checkStatus(response.status, url)
    const isContinued = response.status === 206 && validator !== null
    if (isContinued && startOf(response) !== present)
      throw new TransientError('the server sent another part of the file')
    const resumedFrom = isContinued ? present : 0
    const length = contentLength(response)
    onStart(resumedFrom)
    if (!isContinued) await part.restart(url, validatorOf(response))
    const totalBytes = length === null ? null : resumedFrom + length
    await appendChunks(transfer, part.path, { bytes: resumedFrom, totalBytes }, options.onProgress)
  })
}

function checkStatus(status: number, url: URL): void {
  if (status === 200 || status === 206) return
  if (status === 404 || status === 410)
    throw new DownloadFailed('missing', `${url}: the server responds with ${status}. Check the address`)
  throw new DownloadFailed(
    'unavailable',
    `${url}: the server responds with ${status}. Check whether this address requires authentication`,
  )
}

async function appendChunks(
  { chunks }: Transfer,
  path: string,
  { bytes: before, totalBytes }: DownloadProgress,
  onProgress: DownloadOptions['onProgress'],
): Promise<void> {
  const file = await open(path, 'a')
  let bytes = before
  try {
    for await (const chunk of chunks()) {
      await file.writeFile(chunk)
      bytes += chunk.length
      onProgress({ bytes, totalBytes })
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (totalBytes !== null && bytes !== totalBytes)
    throw new TransientError(`received ${bytes} of ${totalBytes} bytes`)
}

/** Weak ETags do not promise equal bytes, so they cannot continue a download. */
function validatorOf({ headers }: Response): string | null {
  const etag = headers.get('etag')
  return etag !== null && !etag.startsWith('W/') ? etag : headers.get('last-modified')
}

const startOf = ({ headers }: Response) =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

const totalOf = ({ headers }: Response) =>
  Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) hash.update(chunk)
  return hash.digest('hex')
}
