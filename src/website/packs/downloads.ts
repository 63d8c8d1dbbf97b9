// The files of packs, streamed from disk. Their names contain their checksum, so a file never changes.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { creditHeaders } from '../../food/credits.ts'
import type { PackFolder } from '../../packs/pack-index.ts'
import { parseByteRange } from '../../platform/http/byte-range.ts'
import { matchesEtag } from '../../platform/http/response-body.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { readParam } from '../shell/form-input.ts'
import { busy, type PageRejection, rejectPage } from '../shell/page-limits.tsx'
import { publicCacheControl } from '../shell/responses.tsx'

// Each download holds a file open. More than this is the job of a CDN.
const maxDownloads = 100
const maxDownloadsPerAddress = 6

/** The data is open: programs on other sites may read it. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
  'cross-origin-resource-policy': 'cross-origin',
}

export function addPackDownloads(app: FastifyInstance, folder: PackFolder): void {
  /** Addresses that are receiving a pack. */
  const readers: string[] = []

  app.get('/packs/packs.json', { config: { isPublic: true } }, async (_request, reply) => {
    const packs = await folder.packs()
    return reply
      .headers({
        ...crossOrigin,
        ...creditHeaders(packs.flatMap(({ sources }) => sources)),
        'cache-control': publicCacheControl,
      })
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify({ packs }, null, 2)}\n`)
  })

  app.get('/packs/:file', { config: { isPublic: true, takesTurnsItself: true } }, async (request, reply) => {
    const file = readParam(request, 'file')
    // Only listed files: no path can lead elsewhere.
    const pack = (await folder.packs()).find(({ url }) => url === file)
    if (pack === undefined) return sendNotFound(request, reply)
    const etag = `"${pack.sha256}"`
    reply.headers({
      ...crossOrigin,
      ...creditHeaders(pack.sources),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const range = requestedRange(request, etag, pack.bytes)
    if (range === null)
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${pack.bytes}`, 'cache-control': 'no-store' })
        .removeHeader('etag')
        .type('text/plain; charset=utf-8')
        .send(`The file has ${pack.bytes} bytes.\n`)
    const { start, end } = range ?? { start: 0, end: pack.bytes - 1 }
    reply
      .code(range === undefined ? 200 : 206)
      .type('application/gzip')
      .header('content-length', String(end - start + 1))
      .header('content-disposition', `attachment; filename="${pack.url}"`)
    if (range !== undefined) reply.header('content-range', `bytes ${start}-${end}/${pack.bytes}`)
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const rejection = countReader(readers, request, reply)
    if (rejection !== undefined) {
      for (const name of ['content-length', 'content-disposition', 'content-range', 'etag', 'cache-control'])
        reply.removeHeader(name)
      return rejectPage(request, reply, rejection)
    }
    return reply.send(createReadStream(folder.pathOf(pack), { start, end }))
  })
}

/** A range is meant for the file that the client has begun to download. */
function requestedRange({ headers }: FastifyRequest, etag: string, bytes: number) {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== etag) return undefined
  return parseByteRange(headers.range, bytes)
}

function countReader(
  readers: string[],
  { visitor: { ipAddress } }: FastifyRequest,
  { raw }: FastifyReply,
): PageRejection | undefined {
  if (readers.filter(reader => reader === ipAddress).length >= maxDownloadsPerAddress) return tooManyDownloads
  if (readers.length >= maxDownloads) return { ...busy, retryAfter: 10 }
  readers.push(ipAddress)
  raw.once('close', () => readers.splice(readers.indexOf(ipAddress), 1))
  return undefined
}

const tooManyDownloads: PageRejection = {
  reason: 'tooManyDownloads',
  limit: maxDownloadsPerAddress,
  status: 429,
  retryAfter: 10,
}
