// Bodies of responses with their ETag, in the encoding that the client accepts.

import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  acceptedEncoding,
  compress,
  compressStream,
  type Encoding,
  isCompressible,
  minCompressedBytes,
} from './compression.ts'

/** Below it, the text is hashed directly. */
const minEncodedLength = 4_096

/** A finished body: tagged once, and compressed once per encoding. */
export class ResponseBody {
  // A string, because Node.js sends it in one write with the headers; a buffer takes two.
  readonly text: string
  readonly contentType: string
  readonly etag: string
  readonly bytes: number
  /** The same, as a header. */
  readonly length: string
  /** Text without other characters is written as it is, without being encoded again for every response. */
  readonly textEncoding: 'latin1' | 'utf8'
  private readonly encoded: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {}

  constructor(text: string, contentType: string) {
    this.text = text
    this.contentType = contentType
    // Encoding a page once is several times as fast as hashing its text, which encodes it more slowly.
    const content = text.length < minEncodedLength ? text : Buffer.from(text)
    this.etag = etagOf(content)
    this.bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.length
    this.length = String(this.bytes)
    this.textEncoding = this.bytes === text.length ? 'latin1' : 'utf8'
  }

  compressed(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.encoded[encoding]
    if (known !== undefined) return known
    const made = compress(Buffer.from(this.text), encoding)
    this.encoded[encoding] = made
    if (made instanceof Promise) {
      made.then(
        bytes => (this.encoded[encoding] = bytes),
        () => delete this.encoded[encoding],
      )
    }
    return made
  }
}

export const jsonBody = (value: unknown): ResponseBody =>
  new ResponseBody(JSON.stringify(value), 'application/json; charset=utf-8')

/** Sends the body with these headers (names and values in turn), or 304 if the client has it (rule entity-tags). */
export function sendBody(
  { method, headers: asked }: Pick<IncomingMessage, 'method' | 'headers'>,
  response: ServerResponse,
  body: ResponseBody,
  headers: string[],
  status = 200,
): void {
  const encoding = body.bytes < minCompressedBytes ? undefined : acceptedEncoding(asked['accept-encoding'])
  // One line: some proxies read only one of several.
  const vary = headers.indexOf('vary')
  if (vary < 0) headers.push('vary', 'Accept-Encoding')
  else headers[vary + 1] += ', Accept-Encoding'
  const isHead = method === 'HEAD'
  if (status === 200 && (isHead || method === 'GET')) {
    headers.push('etag', body.etag)
    if (matchesEtag(asked['if-none-match'], body.etag)) {
      response.writeHead(304, headers).end()
      return
    }
  }
  headers.push('content-type', body.contentType)
  if (encoding === undefined) {
    headers.push('content-length', body.length)
    response.writeHead(status, headers)
    if (isHead) response.end()
    else response.end(body.text, body.textEncoding)
    return
  }
  const sendCompressed = (bytes: Buffer) => {
    headers.push('content-encoding', encoding, 'content-length', String(bytes.length))
    response.writeHead(status, headers).end(isHead ? undefined : bytes)
  }
  const compressed = body.compressed(encoding)
  if (compressed instanceof Promise) compressed.then(sendCompressed, () => response.destroy())
  else sendCompressed(compressed)
}

/** For responses that are not finished bodies: adds the ETag to 200 responses and responds 304 (rule entity-tags). */
export function answerWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  knownTag?: string,
): unknown {
  if (reply.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return payload
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  const etag = knownTag ?? etagOf(payload)
  reply.header('etag', etag)
  if (!matchesEtag(request.headers['if-none-match'], etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}

/** For responses that are not finished bodies: compresses long ones if the client accepts it (rule response-compression). */
export function compressPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  body?: ResponseBody,
): unknown {
  if (reply.statusCode !== 304 && !isCompressible(reply.getHeader('content-type'))) return payload
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === undefined || !isLong(payload)) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  if (payload instanceof Readable) return compressStream(payload, encoding)
  return body?.compressed(encoding) ?? compress(Buffer.from(payload), encoding)
}

/** The length of a stream is unknown; those that are sent are long. */
function isLong(payload: unknown): payload is string | Buffer | Readable {
  if (payload instanceof Readable) return true
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  return Buffer.byteLength(payload) >= minCompressedBytes
}

/** A weak tag, because one response has the same tag in every encoding. */
export function etagOf(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`
}

/** Whether the client's If-None-Match names this tag. The comparison is weak (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some(candidate => opaqueTag(candidate.trim()) === opaqueTag(etag))
}

const opaqueTag = (tag: string) => tag.replace(/^W\//, '')
