import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acceptedEncoding, compress, compressStream, isCompressible } from './compression.ts'

describe('the accepted encoding', () => {
  const cases: [string | undefined, 'br' | 'gzip' | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=junk', undefined],
    [',,;;', undefined],
  ]
  it.each(cases)('of %j is %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })
})

const decompress = { br: brotliDecompressSync, gzip: gunzipSync }
const text = Buffer.from('Semi-skimmed milk, 1.5 % fat. '.repeat(2_000))

describe.each(['br', 'gzip'] as const)('%s', encoding => {
  it.each([100, text.length])('restores %s bytes', async length => {
    const compressed = await compress(text.subarray(0, length), encoding)
    expect(decompress[encoding](compressed).equals(text.subarray(0, length))).toBe(true)
  })
  it('compresses a stream', async () => {
    const stream = compressStream(Readable.from([text.subarray(0, 1_000), text.subarray(1_000)]), encoding)
    const compressed = await buffer(stream)
    expect(compressed.length).toBeLessThan(text.length / 10)
    expect(decompress[encoding](compressed).equals(text)).toBe(true)
  })
  it('ends when its source fails', async () => {
    const source = new Readable({
      read() {
        this.push('x'.repeat(1_000))
        this.destroy(new Error('the database is gone'))
      },
    })
    await expect(buffer(compressStream(source, encoding))).rejects.toThrow()
  })
})

it('compresses text, not images', () => {
  expect(['application/json; charset=utf-8', 'text/html', 'image/svg+xml'].every(isCompressible)).toBe(true)
  expect(['image/png', 'application/octet-stream', undefined].some(isCompressible)).toBe(false)
})
