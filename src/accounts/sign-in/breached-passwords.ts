// Breached passwords in a file of the operator: a blocked Bloom filter over SHA-1 hashes, in the order of the hashes. A
// look-up reads 64 bytes, so that the file is never loaded, however large it is.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'

const magic = 'LARDERBP'
const version = 1
/** One block: magic, version, number of blocks, number of hashes, zeros. */
const headerBytes = 64
const blockBytes = 64
const bitsPerHash = 16
/** Of the 512 bits of a block. */
const bitsSetPerHash = 8
const maxBytesPerWrite = 2 ** 26

/** Says what is wrong with a file, and what to do. */
class BreachedPasswordsError extends Error {
  readonly advice: string
  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

export interface BreachedPasswords {
  hashes: number
  has(password: string): Promise<boolean>
  close(): Promise<void>
}

export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  const advice = 'Correct BREACHED_PASSWORDS_FILE, or build the file again: larder passwords build-filter'
  const file = await open(path).catch(({ message }) => {
    throw new BreachedPasswordsError(`the filter of breached passwords cannot be opened: ${message}`, advice)
  })
  try {
    const { blocks, hashes } = await readHeader(file)
    return {
      hashes,
      async has(password) {
        const hash = createHash('sha1').update(password).digest()
        const block = Buffer.alloc(blockBytes)
        await file.read(block, 0, blockBytes, headerBytes + blockOf(hash, blocks) * blockBytes)
        return everyBit(hash, bit => (byteAt(block, bit >> 3) & (1 << (bit & 7))) !== 0)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw new BreachedPasswordsError(`${path} ${(error as Error).message}`, advice)
  }
}

async function readHeader(file: FileHandle): Promise<{ blocks: number; hashes: number }> {
  const header = Buffer.alloc(headerBytes)
  await file.read(header, 0, headerBytes, 0)
  if (header.toString('latin1', 0, magic.length) !== magic)
    throw new Error('is not a filter of breached passwords')
  if (header.readUInt32LE(8) !== version)
    throw new Error(`has version ${header.readUInt32LE(8)} of the format, not ${version}`)
  const blocks = header.readUInt32LE(12)
  const { size } = await file.stat()
  const expected = headerBytes + blocks * blockBytes
  if (size !== expected) throw new Error(`has ${size} bytes instead of ${expected}; it is not complete`)
  return { blocks, hashes: Number(header.readBigUInt64LE(16)) }
}

export interface FilterProgress {
  hashes: number
  bytesRead: number
  totalBytes: number
}

/**
 * Each line is a SHA-1 hash in hexadecimal digits, alone or followed by a colon and a count, as Have I Been Pwned
 * publishes them. The filter is built in memory, outside the heap of JavaScript, and replaces `target` when it is complete.
 */
export async function buildBreachedPasswords(
  source: string,
  target: string,
  onProgress: (progress: FilterProgress) => void,
): Promise<{ hashes: number; bytes: number }> {
  const { size: totalBytes } = await stat(source)
  const minLineBytes = 41
  const maxHashes = Math.ceil((totalBytes + 1) / minLineBytes)
  const blocks = Math.max(1, Math.ceil((maxHashes * bitsPerHash) / (blockBytes * 8)))
  const filter = Buffer.alloc(headerBytes + blocks * blockBytes)
  let hashes = 0
  for await (const progress of readHashes(source, hash => {
    hashes++
    const start = headerBytes + blockOf(hash, blocks) * blockBytes
    everyBit(hash, bit => {
      const index = start + (bit >> 3)
      filter[index] = byteAt(filter, index) | (1 << (bit & 7))
      return true
    })
  })) {
    onProgress({ hashes, totalBytes, ...progress })
  }
  if (hashes === 0) throw new BreachedPasswordsError(`${source} has no hashes`, 'Check the path')
  filter.write(magic, 'latin1')
  filter.writeUInt32LE(version, 8)
  filter.writeUInt32LE(blocks, 12)
  filter.writeBigUInt64LE(BigInt(hashes), 16)
  await writeWhole(target, filter)
  return { hashes, bytes: filter.length }
}

/** Yields after each chunk of the file. `hash` is overwritten by the next one. */
async function* readHashes(
  source: string,
  onHash: (hash: Buffer) => void,
): AsyncIterable<{ bytesRead: number }> {
  const hash = Buffer.alloc(20)
  let line = 0
  let bytesRead = 0
  let rest: Buffer = Buffer.alloc(0)
  const readLine = (bytes: Buffer, start: number, end: number) => {
    line++
    const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end
    if (last === start) return
    if (!parseHash(bytes, start, last, hash)) {
      throw new BreachedPasswordsError(
        `${source}, line ${line} is ${JSON.stringify(bytes.toString('latin1', start, Math.min(last, start + 60)))}, not a SHA-1 hash of 40 hexadecimal digits, alone or with :COUNT`,
        'Download the SHA-1 list of Have I Been Pwned, not the NTLM list, and unpack it. No filter was written',
      )
    }
    onHash(hash)
  }
  for await (const chunk of createReadStream(source, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    bytesRead += chunk.length
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      readLine(bytes, start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
    // A file without lines must not be collected in memory.
    if (rest.length > maxLineBytes) readLine(rest, 0, rest.length)
    yield { bytesRead }
  }
  if (rest.length > 0) readLine(rest, 0, rest.length)
}

const newline = 10
const carriageReturn = 13
const colon = 58
const maxLineBytes = 1_000

const hexValues = Int8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[0-9a-f]/i.test(character) ? Number.parseInt(character, 16) : -1
})

function parseHash(bytes: Buffer, start: number, end: number, hash: Buffer): boolean {
  const digits = start + 2 * hash.length
  if (end < digits) return false
  for (let index = 0; index < hash.length; index++) {
    const high = hexValues[byteAt(bytes, start + 2 * index)] ?? -1
    const low = hexValues[byteAt(bytes, start + 2 * index + 1)] ?? -1
    if (high < 0 || low < 0) return false
    hash[index] = (high << 4) | low
  }
  if (end === digits) return true
  if (bytes[digits] !== colon || end === digits + 1) return false
  for (let index = digits + 1; index < end; index++) {
    const digit = byteAt(bytes, index) - 48
    if (digit < 0 || digit > 9) return false
  }
  return true
}

/** By the first 4 bytes. */
function blockOf(hash: Buffer, blocks: number): number {
  return Math.floor((hash.readUInt32BE(0) / 2 ** 32) * blocks)
}

/** By the next 9 bytes: one for each bit, and one for their highest bits. */
function everyBit(hash: Buffer, test: (bit: number) => boolean): boolean {
  for (let n = 0; n < bitsSetPerHash; n++) {
    const high = (byteAt(hash, 4 + bitsSetPerHash) >> n) & 1
    if (!test((high << 8) | byteAt(hash, 4 + n))) return false
  }
  return true
}

const byteAt = (bytes: Buffer, index: number) => bytes[index] ?? 0

async function writeWhole(target: string, content: Buffer): Promise<void> {
  const partial = `${target}.partial`
  try {
    const file = await open(partial, 'w')
    try {
      for (let start = 0; start < content.length; start += maxBytesPerWrite)
        await file.writeFile(content.subarray(start, start + maxBytesPerWrite))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
