// A process that decodes one photo of a stranger from its standard input and ends. What it writes: a line of JSON, then the
// bytes of the new photo. It has no settings, secrets or connections, and its memory ends with it.
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata } from 'sharp'
import { maxPhotoBytes, maxPhotoPixels, maxProgressivePixels, type PhotoRefusal } from './photo.ts'

/** Enough to read the small print of a label. */
const maxSide = 2_000
/** A photo of text has about 0.5 MB with the first. Noise needs the last. */
const qualities = [82, 65, 40, 20]

export type WorkerAnswer = { refused: PhotoRefusal } | { width: number; height: number; bytes: number }

/** The decoders that photos need, and no other: those of SVG, TIFF, GIF and HEIF cannot be reached by any content. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

type Encoded = { photo: Buffer; width: number; height: number } | { refused: PhotoRefusal }

async function reencode(input: Buffer): Promise<Encoded> {
  try {
    // The header only, so that a large photo is not reported as damaged.
    const refused = refuse(await sharp(input, { limitInputPixels: false }).metadata())
    return refused === undefined ? await encode(input) : { refused }
  } catch {
    return { refused: 'unreadable' }
  }
}

function refuse({ width, height, isProgressive, pages = 1 }: Metadata): PhotoRefusal | undefined {
  if (width * height > (isProgressive ? maxProgressivePixels : maxPhotoPixels)) return 'too-many-pixels'
  return pages > 1 ? 'unsupported-format' : undefined
}

/** sharp converts to sRGB by the profile of the photo, and writes no metadata unless asked to. */
async function encode(input: Buffer): Promise<Encoded> {
  const { data, info } = await sharp(input, {
    limitInputPixels: maxPhotoPixels,
    failOn: 'error',
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const quality of qualities) {
    const photo = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer()
    if (photo.length <= maxPhotoBytes) return { photo, width, height }
  }
  return { refused: 'too-large' }
}

const result = await reencode(await buffer(process.stdin))
const answer: WorkerAnswer =
  'photo' in result
    ? { width: result.width, height: result.height, bytes: result.photo.length }
    : { refused: result.refused }
process.stdout.write(`${JSON.stringify(answer)}\n`)
if ('photo' in result) process.stdout.write(result.photo)
