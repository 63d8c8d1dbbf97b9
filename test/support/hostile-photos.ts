// Photos that attack the one who decodes or shows them, generated so that the repository contains none.
import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { maxPhotoBytes } from '../../src/community/photos/photo.ts'

/** Must not be in anything that is stored. */
export const marker = 'MARKER-OF-THE-PERSON'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a8b9c' } })

/** Coloured spots, so that an encoder has as much to do as with a real photo. */
async function spots(width: number, height: number): Promise<Sharp> {
  const small = { width: width / 16, height: height / 16, channels: 3 } as const
  const { data, info } = await sharp(randomBytes(small.width * small.height * 3), { raw: small })
    .resize(width, height)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width, height, channels: info.channels } })
}

/** Of a phone: 12 megapixels. */
export const ordinaryPhoto = async () => (await spots(4_000, 3_008)).jpeg({ quality: 70 }).toBuffer()

/** Cannot be compressed to 2 MB at the usual quality. */
export async function noisePhoto(): Promise<Buffer> {
  const raw = { width: 2_000, height: 2_000, channels: 3 } as const
  return sharp(randomBytes(2_000 * 2_000 * 3), { raw })
    .jpeg({ quality: 35 })
    .toBuffer()
}

const photoWithMetadata = async () =>
  blank(640, 480)
    .jpeg()
    .withExif({
      IFD0: { Artist: marker, Copyright: marker },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 0/1',
        GPSLongitudeRef: 'E',
        GPSAreaInformation: marker,
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${marker}</note></x:xmpmeta>`)
    .withIccProfile('p3')
    .toBuffer()

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Black, with one bit for each pixel. */
function pngOfZeros(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A text of 500 MB, and a colour profile of as many, compressed to half a megabyte each. */
function pngWithInflatingChunks(): Buffer {
  const zeros = Buffer.alloc(500_000_000)
  const bomb = deflateSync(zeros, { level: 9 })
  return pngOfZeros(64, 64, [
    pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), bomb])),
    pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), bomb])),
  ])
}

/** Says that it is larger than it is: only the header is read before the size is refused. */
function webpHeader(width: number, height: number): Buffer {
  const extended = Buffer.alloc(10)
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const lossless = Buffer.alloc(16)
  lossless[0] = 0x2f
  lossless.writeUInt32LE(((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14), 1)
  return riff([webpChunk('VP8X', extended), webpChunk('VP8L', lossless)])
}

function webpChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data])
}

function riff(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), length, body])
}

/** The last scan of a progressive JPEG, thousands of times: each makes a decoder go through all pixels again. */
async function jpegOfManyScans(side: number): Promise<Buffer> {
  const jpeg = await blank(side, side).jpeg({ progressive: true, quality: 20 }).toBuffer()
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(lastScan, -2)
  const copies = Math.floor((maxPhotoBytes - jpeg.length) / scan.length)
  return Buffer.concat([
    jpeg.subarray(0, lastScan),
    ...Array.from({ length: copies }, () => scan),
    jpeg.subarray(lastScan),
  ])
}

/** Also a page, a script and an archive for a program that ignores its type. */
async function polyglot(): Promise<Buffer> {
  const script = `<script>/*${marker}*/</script>`
  const comment = Buffer.from(`\0\0\0\0<!--${marker}--><html>${script}</html>*/=alert("${marker}");/*`)
  const segment = Buffer.alloc(4)
  segment.writeUInt16BE(0xfffe)
  segment.writeUInt16BE(comment.length + 2, 2)
  const jpeg = await blank(640, 480).jpeg().toBuffer()
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment,
    comment,
    jpeg.subarray(2),
    zipArchive(),
    Buffer.from(script),
  ])
}

function zipArchive(): Buffer {
  const data = deflateRawSync(Buffer.from(marker))
  return Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    data,
    Buffer.from(`PK\x05\x06${marker}`, 'latin1'),
  ])
}

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${content}</svg>`)

/** What must be refused, with one of the reasons that is right for it. */
export async function hostilePhotos(): Promise<Record<string, { bytes: Buffer; refused: string[] }>> {
  const ordinary = await ordinaryPhoto()
  const frames = [pngOfZeros(64, 64), await blank(64, 64).png().toBuffer()]
  const animation = () => sharp(frames, { join: { animated: true } })
  return {
    nothing: { bytes: Buffer.alloc(0), refused: ['empty'] },
    'a byte too many': {
      bytes: Buffer.concat([ordinary, Buffer.alloc(maxPhotoBytes + 1 - ordinary.length)]),
      refused: ['too-large'],
    },
    text: { bytes: Buffer.from('a photo, honestly'), refused: ['not-an-image'] },
    'a page': { bytes: Buffer.from('<!doctype html><script>1</script>'), refused: ['not-an-image'] },
    'a program': { bytes: Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), refused: ['not-an-image'] },
    'an archive': { bytes: zipArchive(), refused: ['not-an-image'] },
    'an SVG': { bytes: svg('<script>alert(1)</script>'), refused: ['unsupported-format'] },
    'an SVG that reads files': {
      bytes: Buffer.concat([
        Buffer.from('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]>'),
        svg('<text>&f;</text>'),
      ]),
      refused: ['unsupported-format'],
    },
    'an SVG after the signature of a PNG': {
      bytes: Buffer.concat([pngSignature, svg('<rect width="9" height="9"/>')]),
      refused: ['unreadable'],
    },
    'an SVG after the signature of a JPEG': {
      bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg('')]),
      refused: ['unreadable'],
    },
    'a GIF': { bytes: await blank(64, 64).gif().toBuffer(), refused: ['unsupported-format'] },
    'an animated GIF': { bytes: await animation().gif().toBuffer(), refused: ['unsupported-format'] },
    'an animated WebP': { bytes: await animation().webp().toBuffer(), refused: ['unsupported-format'] },
    'a TIFF': { bytes: await blank(64, 64).tiff().toBuffer(), refused: ['unsupported-format'] },
    'an AVIF': { bytes: await blank(64, 64).avif({ effort: 0 }).toBuffer(), refused: ['unsupported-format'] },
    'a PDF': {
      bytes: Buffer.from('%PDF-1.7\n1 0 obj <</JS (app.alert(1))>>'),
      refused: ['unsupported-format'],
    },
    'a PNG of 40,000 x 40,000 pixels': { bytes: pngOfZeros(40_000, 40_000), refused: ['too-many-pixels'] },
    'a PNG of 2,000,000 x 21 pixels': {
      bytes: pngOfZeros(2_000_000, 21),
      refused: ['too-many-pixels', 'unreadable'],
    },
    'a PNG that says 2 billion pixels a side': {
      bytes: Buffer.from(pngOfZeros(8, 8)).fill(0x7f, 16, 24),
      refused: ['too-many-pixels', 'unreadable'],
    },
    'a JPEG of 65,000 x 65,000 pixels': {
      bytes: withJpegSize(await blank(64, 64).jpeg().toBuffer(), 65_000),
      refused: ['too-many-pixels'],
    },
    'a WebP of 16,383 x 16,383 pixels': { bytes: webpHeader(16_383, 16_383), refused: ['too-many-pixels'] },
    'a large interlaced PNG': {
      bytes: await blank(7_300, 5_400).png({ progressive: true }).toBuffer(),
      refused: ['too-many-pixels'],
    },
    'a large progressive JPEG': {
      bytes: await blank(7_300, 5_400).jpeg({ progressive: true, quality: 20 }).toBuffer(),
      refused: ['too-many-pixels'],
    },
    'a JPEG of thousands of scans': {
      bytes: await jpegOfManyScans(3_900),
      refused: ['unreadable', 'too-slow'],
    },
    'half a JPEG': { bytes: ordinary.subarray(0, ordinary.length / 2), refused: ['unreadable'] },
    'the first bytes of a JPEG': { bytes: ordinary.subarray(0, 20), refused: ['unreadable'] },
    'half a PNG': { bytes: pngOfZeros(4_000, 4_000).subarray(0, 900), refused: ['unreadable'] },
    'random bytes after a signature': {
      bytes: Buffer.concat([pngSignature, randomBytes(100_000)]),
      refused: ['unreadable'],
    },
  }
}

/** What may be decoded, and must come out clean. */
export async function suspiciousPhotos(): Promise<Record<string, Buffer>> {
  return {
    'a polyglot': await polyglot(),
    'EXIF with a location, XMP and a profile': await photoWithMetadata(),
    'a PNG whose texts inflate to 500 MB': pngWithInflatingChunks(),
    'the largest PNG': pngOfZeros(7_400, 5_400),
    'the largest JPEG, rotated': await blank(7_400, 5_400)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 20 })
      .toBuffer(),
    'the largest progressive JPEG': await blank(4_000, 4_000)
      .jpeg({ progressive: true, quality: 20, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    'the largest interlaced PNG': await sharp({
      create: { width: 4_000, height: 4_000, channels: 4, background: '#7a8b9c80' },
    })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer(),
    'the largest WebP': await blank(7_400, 5_400).webp({ lossless: true, effort: 0 }).toBuffer(),
  }
}

function withJpegSize(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(side, frame + 5)
  changed.writeUInt16BE(side, frame + 7)
  return changed
}
