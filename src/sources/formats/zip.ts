// The files of a zip, which can be read repeatedly and without unpacking to disk. yauzl reads the directory, including
// zip64; the data is read and decompressed here, in larger chunks than yauzl uses.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type Chunks, UnrecognizedFormatError } from './dump.ts'
import { inflate } from './inflate.ts'

const zipMagic = Buffer.from('PK\x03\x04')
const chunkBytes = 256 * 1024
const stored = 0

export async function listZipFiles(path: string): Promise<StoredFile[]> {
  const zip = await openDirectory(path)
  const files: StoredFile[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/') && entry.canDecodeFileData())
        files.push(await toStoredFile(path, zip, entry))
    }
  } catch {
    throw new UnrecognizedFormatError('corrupt')
  } finally {
    zip.close()
  }
  return files
}

/** The directory is at the end of the file, so a zip without one is truncated. */
async function openDirectory(path: string): Promise<ZipFile> {
  const file = await open(path)
  const head = Buffer.alloc(zipMagic.length)
  try {
    await file.read(head)
  } finally {
    await file.close()
  }
  try {
    return await openPromise(path, { autoClose: false })
  } catch {
    throw new UnrecognizedFormatError(head.equals(zipMagic) ? 'truncated' : 'unknown-format')
  }
}

async function toStoredFile(path: string, zip: ZipFile, entry: Entry): Promise<StoredFile> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const end = start + entry.compressedSize - 1
  async function* readCompressed(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
    if (entry.compressedSize === 0) return
    for await (const chunk of createReadStream(path, { start, end, highWaterMark: chunkBytes })) {
      onRead(chunk.length)
      yield chunk
    }
  }
  return {
    path: entry.fileName,
    bytes: entry.compressedSize,
    chunks: onRead => {
      const chunks = readCompressed(onRead)
      return verifyChecksum(entry.compressionMethod === stored ? chunks : inflate(chunks, 'deflate'), entry)
    },
  }
}

/** Damaged data often decompresses to wrong text without an error. */
async function* verifyChecksum(chunks: Chunks, entry: Entry): Chunks {
  let sum = 0
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') sum = crc32(chunk, sum)
    yield chunk
    if (typeof chunk === 'string') return
  }
  if (sum !== entry.crc32) yield 'corrupt'
}

/** A file that can be read several times. */
export interface StoredFile {
  /** Including directories within a zip. */
  path: string
  /** As stored, so the compressed size within a zip. */
  bytes: number
  chunks(onRead: (bytes: number) => void): Chunks
}

export async function openStoredFile(path: string): Promise<StoredFile> {
  const { size } = await stat(path)
  async function* chunks(onRead: (bytes: number) => void): Chunks {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      onRead(chunk.length)
      yield chunk
    }
  }
  return { path, bytes: size, chunks }
}
