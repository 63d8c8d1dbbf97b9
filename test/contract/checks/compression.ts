import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { examplePaths } from '../catalog.ts'
import { expectHeader, expectNoHeader, expectSameBytes, expectStatus, expectThat } from '../expect.ts'
import type { Check } from '../types.ts'

/** Shorter responses need not be compressed (rule response-compression). */
const minBytes = 1_024

const decompress = { gzip: gunzipSync, br: brotliDecompressSync }

export const compression: Check[] = [
  {
    id: 'response-compression/long',
    title: 'a response of 1 KB or more is compressed for clients that accept it',
    needs: ['reader'],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        const plain = await ctx.get(path, 'reader', { 'accept-encoding': 'identity' })
        expectStatus(plain, 200)
        expectNoHeader(plain, 'content-encoding')
        expectHeader(plain, 'vary', /accept-encoding/i)
        if (plain.rawBody.length < minBytes) continue
        for (const accepted of ['gzip', 'gzip, deflate, br']) {
          const response = await ctx.get(path, 'reader', { 'accept-encoding': accepted })
          expectStatus(response, 200)
          expectHeader(response, 'content-encoding', accepted === 'gzip' ? 'gzip' : /^(gzip|br)$/)
          expectHeader(response, 'vary', /accept-encoding/i)
          const encoding = response.headers['content-encoding'] as 'gzip' | 'br'
          expectSameBytes({ ...response, rawBody: decompress[encoding](response.rawBody) }, plain)
        }
      }
    },
  },
  {
    id: 'entity-tags/encodings',
    title:
      'two encodings of a response share a weak ETag or have different strong ones, and each answers 304',
    needs: ['reader'],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        const tags = new Map<string, string>()
        for (const accepted of ['identity', 'gzip', 'br']) {
          const response = await ctx.get(path, 'reader', { 'accept-encoding': accepted })
          const { etag = '', 'content-encoding': encoding = 'identity' } = response.headers
          const other = tags.get(etag)
          const isRight = other === undefined || other === encoding || etag.startsWith('W/')
          expectThat(isRight, response, `a weak ETag or another one than as ${other}`, etag)
          tags.set(etag, encoding)
          const again = await ctx.get(path, 'reader', { 'accept-encoding': accepted, 'if-none-match': etag })
          expectStatus(again, 304)
          expectHeader(again, 'etag', etag)
          expectHeader(again, 'vary', /accept-encoding/i)
        }
      }
    },
  },
  {
    id: 'response-compression/ruled-out',
    title: 'an encoding that the client rules out is not used',
    needs: ['reader'],
    async run(ctx) {
      for (const accepted of ['gzip;q=0, br;q=0', '*;q=0', 'identity', 'deflate']) {
        const response = await ctx.get('/foods/popular?limit=50', 'reader', { 'accept-encoding': accepted })
        expectStatus(response, 200)
        expectNoHeader(response, 'content-encoding')
      }
    },
  },
]
