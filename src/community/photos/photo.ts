// What a photo of a label may be, known to the form, the encoder and the stores alike.
import { randomBytes } from 'node:crypto'

/** Of an upload, and of what is stored. */
export const maxPhotoBytes = 2 * 2 ** 20
/** More than a camera stores in 2 MB. */
export const maxPhotoPixels = 40_000_000
/** A decoder keeps all pixels of a progressive JPEG or an interlaced PNG in memory, with up to 8 bytes each. */
export const maxProgressivePixels = 16_000_000

/** Codes that the website and the API translate. */
export const photoRefusals = [
  /** Nothing was chosen, or the file has no bytes. */
  'empty',
  'too-large',
  'not-an-image',
  /** An image, but neither JPEG, PNG nor WebP, or an animation. */
  'unsupported-format',
  'too-many-pixels',
  /** Damaged, or not what its first bytes say. */
  'unreadable',
  'too-slow',
  /** Others are being processed; sending it again helps. */
  'busy',
] as const

export type PhotoRefusal = (typeof photoRefusals)[number]

/** A folder, or a bucket. */
export interface PhotoStore {
  /** Resolves when the photo would survive a crash. */
  put(key: string, photo: Uint8Array): Promise<void>
  /** Undefined if there is none. */
  get(key: string): Promise<Buffer | undefined>
  /** Also succeeds if there is none. */
  remove(key: string): Promise<void>
}

/** Random, and the only part of a path or an address that varies. */
export function newPhotoKey(): string {
  return randomBytes(16).toString('hex')
}

/** Throws, because a key never comes from a user: stores would otherwise read any file. */
export function assertPhotoKey(key: string): void {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error(`"${key}" is not the key of a photo`)
}

const accepted: [start: string, offset: number][] = [
  ['\xff\xd8\xff', 0],
  ['\x89PNG\r\n\x1a\n', 0],
  ['WEBP', 8],
]

/** Recognized only to tell people that another format is needed. */
const recognized: [start: string, offset: number][] = [
  ['GIF8', 0],
  ['II*\0', 0],
  ['MM\0*', 0],
  ['BM', 0],
  ['%PDF', 0],
  ['<svg', 0],
  ['<?xml', 0],
  // HEIC and AVIF.
  ['ftyp', 4],
]

/** By content: names and declared types are what the sender says. Undefined if it may be decoded. */
export function refuseByContent(bytes: Uint8Array): PhotoRefusal | undefined {
  if (bytes.length === 0) return 'empty'
  if (bytes.length > maxPhotoBytes) return 'too-large'
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1')
  const isAny = (signatures: typeof accepted) =>
    signatures.some(([signature, offset]) => start.startsWith(signature, offset))
  if (isAny(accepted)) return undefined
  return isAny(recognized) ? 'unsupported-format' : 'not-an-image'
}
