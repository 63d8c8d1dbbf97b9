// Requests as bytes on a socket, because an HTTP library would normalise them, and responses without what differs from run to run.
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const silenceMs = 20_000

/** Sends the bytes, and returns what the server writes until it closes the connection. */
export function exchange(port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1')).setEncoding('latin1')
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('the connection stayed open')))
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('end', () => resolve(received))
    socket.on('error', error => (received === '' ? reject(error) : resolve(`${received}(${error.message})`)))
  })
}

/** Every response in these bytes: status, headers as a sorted set, body. */
export function comparable(received: string, isHead: boolean): string {
  const [, status = received, head = '', rest = ''] =
    /^(.*?)\r\n(?:(.*?)\r\n)??\r\n(.*)$/s.exec(received) ?? []
  const headers = head.split('\r\n').map(withoutChanging).sort()
  const length = /^content-length: (\d+)/m.exec(headers.join('\n'))?.[1] ?? rest.length
  const bodyEnd = isHead || / (?:1\d\d|204|304)\b/.test(status) ? 0 : Number(length)
  const encoding = /^content-encoding: (\w+)/m.exec(headers.join('\n'))?.[1]
  // The body is compared itself; where it is left out, its length says something, unless it is compressed, because it contains times.
  const isLengthShown = bodyEnd === 0 && encoding === undefined
  const shown = headers.filter(line => line !== '' && (isLengthShown || !line.startsWith('content-length')))
  const body = decompressed(Buffer.from(rest.slice(0, bodyEnd), 'latin1'), encoding)
  const next = rest.slice(bodyEnd)
  return [status, ...shown, '', masked(body), ...(next === '' ? [] : [comparable(next, false)])].join('\n')
}

function decompressed(body: Buffer, encoding?: string): string {
  if (encoding === undefined || body.length === 0) return body.toString()
  return (encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()
}

function withoutChanging(line: string): string {
  const [name = '', value = ''] = line.split(/: (.*)/s)
  if (/^(?:date|x-request-id|etag)$/i.test(name)) return `${name.toLowerCase()}: *`
  const isNumber = /^(?:x-ratelimit-(?:remaining|reset)|retry-after)$/i.test(name)
  return `${name.toLowerCase()}: ${isNumber ? value.replace(/\d+/, 'N') : value}`
}

/** Without times, cursors, ids of requests, parts of keys and the ports that both have for themselves. */
export function masked(text: string): string {
  return text
    .replaceAll(/(localhost|127\.0\.0\.1):\d+/g, 'HOST')
    .replaceAll(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/\d\d:\d\d UTC/g, 'TIME')
    .replaceAll(/("last_used_at":)(?:null|"TIME")/g, '$1TIME')
    .replaceAll(/("next":)"[^"]*"/g, '$1"CURSOR"')
    .replaceAll(/(Retry in )\d+/g, '$1N')
    .replaceAll(/("(?:prefix|last_four)":)"[^"]*"/g, '$1"*"')
}
