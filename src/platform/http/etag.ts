import { hash } from 'node:crypto'

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
