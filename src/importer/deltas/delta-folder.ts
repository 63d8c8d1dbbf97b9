// A folder of delta files: a directory, or a URL such as https://static.openfoodfacts.org/data/delta.
import { createWriteStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { DeltaNaming } from '../../sources/source.ts'
import { parseDeltaName } from './delta-files.ts'
import { DeltasUnavailable, defaultRetryPolicy, download, type RetryPolicy } from './download.ts'

export { DeltasUnavailable } from './download.ts'

export interface DeltaFolder {
  /** The names in index.txt, or in the directory if it has no index; at least one. */
  names(): Promise<string[]>
  /** Returns the local path. A download is stored in the directory, and the caller removes it. */
  fetch(name: string, intoDirectory: string): Promise<string>
}

const index = 'index.txt'

/** Far larger than a delta with the changes of a day, but smaller than a full dump. */
const maxDeltaBytes = 2 * 1024 ** 3
const maxIndexBytes = 1024 ** 2

export async function openDeltaFolder(
  naming: DeltaNaming,
  from: string,
  retryPolicy: RetryPolicy = defaultRetryPolicy,
  maxBytes = maxDeltaBytes,
): Promise<DeltaFolder> {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(from)
    ? openWebFolder(naming, folderUrl(from), retryPolicy, maxBytes)
    : openDirectory(naming, from)
}

async function openDirectory(naming: DeltaNaming, path: string): Promise<DeltaFolder> {
  const stats = await stat(path).catch(() => null)
  if (!stats?.isDirectory()) {
    throw new DeltasUnavailable(
      `${path} is not a directory. Give the directory that contains the delta files, or their URL`,
    )
  }
  return {
    async names() {
      const content = await readFile(join(path, index), 'utf8').catch(unlessMissing)
      return parseNames(naming, content === null ? await readdir(path) : content.split('\n'), path)
    },
    async fetch(name) {
      const file = join(path, checkedName(naming, name))
      if (await stat(file).catch(unlessMissing)) return file
      throw new DeltasUnavailable(
        `${file} is listed in ${index} but missing. Download it, or correct ${index}`,
      )
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw new DeltasUnavailable(`${error.message}. Check that Larder may read it`)
}

function openWebFolder(
  naming: DeltaNaming,
  folder: URL,
  retryPolicy: RetryPolicy,
  maxBytes: number,
): DeltaFolder {
  const urlOf = (name: string) => {
    const url = new URL(folder)
    url.pathname += name
    return url
  }
  return {
    async names() {
      const url = urlOf(index)
      const content = await download(url, maxIndexBytes, retryPolicy, text)
      return parseNames(naming, content.split('\n'), url.href)
    },
    async fetch(name, intoDirectory) {
      const file = join(intoDirectory, checkedName(naming, name))
      const save = (chunks: AsyncIterable<Uint8Array>) => pipeline(chunks, createWriteStream(file))
      await download(urlOf(name), maxBytes, retryPolicy, save).catch(writeFailed)
      return file
    },
  }
}

/** An error of writing the file, not of the download. */
function writeFailed(error: Error): never {
  if (error instanceof DeltasUnavailable) throw error
  throw new DeltasUnavailable(`${error.message}. Check the free disk space, and that Larder may write there`)
}

/** Ends with a slash. Accepts the URL of the index too. */
function folderUrl(from: string): URL {
  const url = URL.canParse(from) ? new URL(from) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new DeltasUnavailable(`${from} is not a valid URL for deltas: give an http or https URL`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new DeltasUnavailable('URLs with a user name or password are not supported')
  }
  url.pathname = `${url.pathname.replace(/\/(index\.txt)?$/, '')}/`
  return url
}

function parseNames(naming: DeltaNaming, content: string[], where: string): string[] {
  const names = content.map(name => name.trim()).filter(name => parseDeltaName(naming, name) !== null)
  if (names.length > 0) return names
  throw new DeltasUnavailable(
    `${where} contains no delta files (${naming.example}). Check that it is the right folder`,
  )
}

/** Names become part of paths, so only those of delta files are allowed. */
function checkedName(naming: DeltaNaming, name: string): string {
  if (parseDeltaName(naming, name) !== null) return name
  throw new DeltasUnavailable(`${JSON.stringify(name)} is not the name of a delta file`)
}
