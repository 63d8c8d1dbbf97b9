import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Adds an ETag to every 200 response to GET or HEAD, and responds 304 if the client already has it (decision 34). */
export function answerWithEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return payload
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  const known = reply.getHeader('etag')
  const etag = typeof known === 'string' ? known : `"${hash('sha1', payload, 'base64url')}"`
  reply.header('etag', etag)
  if (!matches(request.headers['if-none-match'], etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === etag)
}
