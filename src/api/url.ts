// Reads what a client wrote in the address, as the original service did: bytes first, then UTF-8 with
// U+FFFD for what is none; a malformed % escape stands for itself (decision 4).

/** The address in the form the router takes: an escaped slash is a slash (decision 11). */
export function normalizedUrl(written: string): string {
  const address = written.startsWith('/') ? written : written.replace(/^https?:\/\/[^/?]*/i, '')
  const [path, query] = splitOnce(address, '?')
  if (path === '/docs') return '/docs/' // the page itself, where its plugin would only redirect
  if (/^[\w/.-]*$/.test(path)) return address
  const decoded = path
    .split('/')
    .map(segment => decodeText(segment))
    .join('/')
  const encoded = decoded.split('/').map(encodeURIComponent).join('/')
  return query === undefined ? encoded : `${encoded}?${query}`
}

/** The parameters of a query string. Of a repeated one the last wins. */
export function queryParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const part of query.split('&')) {
    if (part === '') continue
    const [name, value] = splitOnce(part, '=')
    parameters[decodeQueryText(name)] = decodeQueryText(value ?? '')
  }
  return parameters
}

function decodeQueryText(written: string): string {
  return decodeText(written.replaceAll('+', ' '))
}

function decodeText(written: string): string {
  // Letters, digits and spaces alone need no decoding, and are what most parameters consist of.
  if (/^[\w .-]*$/.test(written)) return written
  const bytes = Buffer.from(written, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const escaped = bytes[at] === 0x25 ? hexByte(written.slice(at + 1, at + 3)) : undefined
    bytes[length++] = escaped ?? bytes[at] ?? 0
    if (escaped !== undefined) at += 2
  }
  return bytes.toString('utf8', 0, length)
}

function hexByte(digits: string): number | undefined {
  return /^[0-9A-Fa-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
