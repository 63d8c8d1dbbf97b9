import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()

const decode: Record<string, (bytes: Buffer) => Buffer> = {
  identity: bytes => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

async function fetchEncoded(base: string, path: string, accepted: string) {
  // Not fetch, which decompresses.
  const { request } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      request(base + path, { headers: { 'accept-encoding': accepted } }, response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

describe.each([
  ['API', ['/foods/popular', '/foods/categories', '/search?q=milk&limit=50', '/openapi.json']],
  [
    'website',
    ['/', '/categories', '/popular', '/search?q=milk', '/docs', '/sitemaps/foods-1.xml', '/sign-in'],
  ],
])('the %s', (server, paths) => {
  const base = () => (server === 'API' ? fixture.service.apiUrl : fixture.service.websiteUrl)
  // The second request of a page is answered from the cache.
  it.each(paths.flatMap(path => [path, path]))('compresses %s', async path => {
    const plain = await fetchEncoded(base(), path, 'identity')
    expect(plain.status).toBe(200)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['vary']).toMatch(/^(?:Cookie, )?Accept-Encoding$/)
    expect(plain.bytes.length).toBeGreaterThanOrEqual(1_024)
    for (const encoding of ['gzip', 'br']) {
      const response = await fetchEncoded(base(), path, encoding)
      expect([path, response.headers['content-encoding']]).toEqual([path, encoding])
      expect(response.headers['vary']).toBe(plain.headers['vary'])
      expect(response.headers['etag']).toBe(plain.headers['etag'])
      expect(response.bytes.length).toBeLessThan(plain.bytes.length)
      const text = decode[encoding]?.(response.bytes).toString() ?? ''
      // Forms carry a token that differs in every response.
      if (path !== '/sign-in') expect(text).toBe(plain.bytes.toString())
    }
  })
})

it('sends short responses as they are', async () => {
  for (const path of ['/health', '/food/1', '/food/999999999']) {
    const response = await fetchEncoded(fixture.service.apiUrl, path, 'gzip')
    if (response.bytes.length >= 1_024) throw new Error(`${path} is not short`)
    expect([path, response.headers['content-encoding']]).toEqual([path, undefined])
    expect(response.headers['content-length']).toBe(String(response.bytes.length))
  }
})

it('sends the length of a compressed response', async () => {
  const response = await fetchEncoded(fixture.service.apiUrl, '/foods/popular', 'gzip')
  expect(response.headers['content-length']).toBe(String(response.bytes.length))
})
