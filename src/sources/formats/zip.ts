// The files of a zip, each to be read as often as wanted and without unpacking to disk. yauzl knows the
// directory, zip64 included; the bytes are read and inflated here, in larger pieces than it would.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type Pieces, UnrecognizedFormatError } from './dump.ts'
import { inflate } from './inflate.ts'
import type { StoredFile } from './stored-file.ts'

const zipMagic = Buffer.from('PK\x03\x04')
const bytesAtATime = 256 * 1024
const stored = 0

export async function filesOfZip(path: string): Promise<StoredFile[]> {
  const zip = await openDirectory(path)
  const files: StoredFile[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/') && entry.canDecodeFileData())
        files.push(await fileOf(path, zip, entry))
    }
  } catch {
    throw new UnrecognizedFormatError('corrupt')
  } finally {
    zip.close()
  }
  return files
}

/** The directory is at the end of the file: what starts like a zip and has none was cut off. */
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

async function fileOf(path: string, zip: ZipFile, entry: Entry): Promise<StoredFile> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const end = start + entry.compressedSize - 1
  async function* packed(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
    if (entry.compressedSize === 0) return
    for await (const piece of createReadStream(path, { start, end, highWaterMark: bytesAtATime })) {
      onRead(piece.length)
      yield piece
    }
  }
  return {
    path: entry.fileName,
    bytes: entry.compressedSize,
    pieces: onRead => {
      const pieces = packed(onRead)
      return checked(entry.compressionMethod === stored ? pieces : inflate(pieces, 'deflate'), entry)
    },
  }
}

/** A wrong bit often inflates to wrong text without any other sign. */
async function* checked(pieces: Pieces, entry: Entry): Pieces {
  let sum = 0
  for await (const piece of pieces) {
    if (typeof piece !== 'string') sum = crc32(piece, sum)
    yield piece
    if (typeof piece === 'string') return
  }
  if (sum !== entry.crc32) yield 'corrupt'
}
