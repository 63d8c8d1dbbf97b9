// Compresses responses for clients that accept it (rule response-compression).
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** Smaller bodies fit into one packet anyway. */
export const minCompressedBytes = 1_024

// Longer ones are compressed on another thread, so that they do not hold up other requests.
const maxBytesOnThisThread = 16_384

// As small as gzip's best, in a third of the time.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressors: Record<
  Encoding,
  { now: (bytes: Buffer) => Buffer; later: (bytes: Buffer) => Promise<Buffer> }
> = {
  br: {
    now: bytes => brotliCompressSync(bytes, brotliOptions),
    later: bytes => promisify<Buffer, typeof brotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions),
  },
  gzip: { now: bytes => gzipSync(bytes), later: bytes => promisify<Buffer, Buffer>(gzip)(bytes) },
}

export function compress(bytes: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  return compressors[encoding][bytes.length <= maxBytesOnThisThread ? 'now' : 'later'](bytes)
}

export function compressStream(stream: Readable, encoding: Encoding): Readable {
  // If one of them fails, both end, and the client sees an incomplete response.
  return pipeline(
    stream,
    encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(),
    () => undefined,
  )
}

/** The best encoding that Accept-Encoding allows; undefined for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === 'identity') return undefined
  const weights = new Map<string, number>()
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', weight = 'q=1'] = entry.split(';').map(part => part.trim())
    weights.set(name, weight.startsWith('q=') ? Number(weight.slice('q='.length)) : 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 ? best : undefined
}

const compressibleType = /^(text\/|application\/(json|xml|javascript)|image\/svg\+xml)/

export function isCompressible(contentType: unknown): boolean {
  return typeof contentType === 'string' && compressibleType.test(contentType)
}
