// The folder with the delta files: a directory, or an address such as https://static.openfoodfacts.org/data/delta.
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
  /** Those of the index, or of the directory where it has none; at least one. */
  names(): Promise<string[]>
  /** Where the file is on this machine. What comes over HTTP is put into the directory, and is the caller's to remove. */
  fetch(name: string, intoDirectory: string): Promise<string>
}

const index = 'index.txt'

/** A day changes some thousands of products: no delta comes near this, and the whole dump is beyond it. */
const mostBytes = 2 * 1024 ** 3
const mostBytesOfIndex = 1024 ** 2

export async function openDeltaFolder(
  naming: DeltaNaming,
  from: string,
  patience: RetryPolicy = defaultRetryPolicy,
  most = mostBytes,
): Promise<DeltaFolder> {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(from)
    ? webFolder(naming, folderUrl(from), patience, most)
    : directory(naming, from)
}

async function directory(naming: DeltaNaming, path: string): Promise<DeltaFolder> {
  const about = await stat(path).catch(() => null)
  if (!about?.isDirectory()) {
    throw new DeltasUnavailable(
      `${path} is no directory. Give the one that holds the delta files, or its address`,
    )
  }
  return {
    async names() {
      const written = await readFile(join(path, index), 'utf8').catch(unlessMissing)
      return deltasAmong(naming, written === null ? await readdir(path) : written.split('\n'), path)
    },
    async fetch(name) {
      const file = join(path, deltaName(naming, name))
      if (await stat(file).catch(unlessMissing)) return file
      throw new DeltasUnavailable(`${file} is named in ${index} but not there. Fetch it, or correct ${index}`)
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw new DeltasUnavailable(`${error.message}. May Larder read it?`)
}

function webFolder(naming: DeltaNaming, folder: URL, patience: RetryPolicy, most: number): DeltaFolder {
  const urlOf = (name: string) => {
    const url = new URL(folder)
    url.pathname += name
    return url
  }
  return {
    async names() {
      const url = urlOf(index)
      const written = await download(url, mostBytesOfIndex, patience, text)
      return deltasAmong(naming, written.split('\n'), url.href)
    },
    async fetch(name, intoDirectory) {
      const file = join(intoDirectory, deltaName(naming, name))
      const keep = (pieces: AsyncIterable<Uint8Array>) => pipeline(pieces, createWriteStream(file))
      await download(urlOf(name), most, patience, keep).catch(notWritten)
      return file
    },
  }
}

/** What went wrong beside the download, with the file that it was to become. */
function notWritten(error: Error): never {
  if (error instanceof DeltasUnavailable) throw error
  throw new DeltasUnavailable(`${error.message}. Is there room, and may Larder write there?`)
}

/** Of the folder, with a slash at its end, also where that of its index is given. */
function folderUrl(from: string): URL {
  const url = URL.canParse(from) ? new URL(from) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new DeltasUnavailable(`${from} is no address that deltas can come from: give one of http or https`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new DeltasUnavailable('An address with a user name or password is not supported')
  }
  url.pathname = `${url.pathname.replace(/\/(index\.txt)?$/, '')}/`
  return url
}

function deltasAmong(naming: DeltaNaming, written: string[], where: string): string[] {
  const names = written.map(name => name.trim()).filter(name => parseDeltaName(naming, name) !== null)
  if (names.length > 0) return names
  throw new DeltasUnavailable(`${where} names no delta files (${naming.example}). Is it the right folder?`)
}

/** The name itself. It becomes a part of paths: nothing but that of a delta may pass. */
function deltaName(naming: DeltaNaming, name: string): string {
  if (parseDeltaName(naming, name) !== null) return name
  throw new DeltasUnavailable(`${JSON.stringify(name)} is not the name of a delta file`)
}
