// Decodes URLs like the original service: bytes first, then UTF-8 with U+FFFD for invalid bytes; a malformed
// percent escape is kept literally (rule url-decoding).
import { originForm } from '../platform/http/request-message.ts'

/** Normalizes the URL for the router: an escaped slash is a slash (rule path-matching). */
export function normalizedUrl(text: string): string {
  const url = originForm(text)
  const [path, query] = splitOnce(url, '?')
  if (/^[\w/.-]*$/.test(path)) return url
  const decoded = path
    .split('/')
    .map(segment => decodeText(segment))
    .join('/')
  const encoded = decoded.split('/').map(encodeURIComponent).join('/')
  return query === undefined ? encoded : `${encoded}?${query}`
}

/** Parses a query string; the last value of a repeated parameter wins. */
export function queryParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const part of query.split('&')) {
    if (part === '') continue
    const [name, value] = splitOnce(part, '=')
    parameters[decodeQueryText(name)] = decodeQueryText(value ?? '')
  }
  return parameters
}

function decodeQueryText(text: string): string {
  return decodeText(text.replaceAll('+', ' '))
}

function decodeText(text: string): string {
  // Fast path: most parameters need no decoding.
  if (/^[\w .-]*$/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const escaped = bytes[index] === 0x25 ? hexByte(text.slice(index + 1, index + 3)) : undefined
    bytes[length++] = escaped ?? bytes[index] ?? 0
    if (escaped !== undefined) index += 2
  }
  return bytes.toString('utf8', 0, length)
}

function hexByte(digits: string): number | undefined {
  return /^[0-9A-Fa-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

export function splitOnce(text: string, separator: string): [string, string | undefined] {
  const index = text.indexOf(separator)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}
