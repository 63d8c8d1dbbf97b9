// Ambiguous requests (request smuggling) are rejected, and a request hidden in them is never answered.
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService({
  API_PUBLIC_URL: 'https://api.larder.test',
  WEB_PUBLIC_URL: 'https://www.larder.test',
})

const hidden = 'GET /food/1 HTTP/1.1\r\nhost: x\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /search HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}`
const chunked = `0\r\n\r\n${hidden}`

const ambiguous: [string, string][] = [
  ['length and chunks', post('content-length: 6\r\ntransfer-encoding: chunked', chunked)],
  ['chunks and length', post('transfer-encoding: chunked\r\ncontent-length: 6', chunked)],
  ['two lengths', post('content-length: 0\r\ncontent-length: 37', hidden)],
  ['two lengths in one', post('content-length: 0, 37', hidden)],
  ['a length with a sign', post('content-length: +5', hidden)],
  ['a length below zero', post('content-length: -5', hidden)],
  ['a length in hexadecimal', post('content-length: 0x5', hidden)],
  ['a length with a space', post('content-length: 1 0', hidden)],
  ['a length without digits', post('content-length: five', hidden)],
  ['a length that overflows', post(`content-length: ${'9'.repeat(40)}`, hidden)],
  ['a space before the colon', post('transfer-encoding : chunked', chunked)],
  ['an unknown encoding', post('transfer-encoding: xchunked', chunked)],
  ['chunked, and then something else', post('transfer-encoding: chunked, identity', chunked)],
  ['two encodings', post('transfer-encoding: chunked\r\ntransfer-encoding: identity', chunked)],
  ['an encoding with a control character', post('transfer-encoding: \u000bchunked', chunked)],
  ['a header continued on the next line', post('transfer-encoding:\r\n chunked', chunked)],
  [
    'bare line feeds',
    `POST /search HTTP/1.1\nhost: x\ncontent-length: 0\ntransfer-encoding: chunked\n\n${chunked}`,
  ],
  ['a bare carriage return', post('x: y\rtransfer-encoding: chunked', chunked)],
  ['NUL in a header', post('x: a\0b\r\ntransfer-encoding: chunked', chunked)],
  ['a chunk size with a sign', post('transfer-encoding: chunked', `+0\r\n\r\n${hidden}`)],
  ['a hexadecimal chunk size with prefix', post('transfer-encoding: chunked', `0x0\r\n\r\n${hidden}`)],
  ['a chunk size that overflows', post('transfer-encoding: chunked', `${'f'.repeat(20)}\r\n${hidden}`)],
  ['a chunk longer than its size', post('transfer-encoding: chunked', `1\r\nabc\r\n${chunked}`)],
  ['no version', `GET /food/1\r\n\r\n${hidden}`],
  ['an unknown version', `GET /food/1 HTTP/9.9\r\nhost: x\r\n\r\n${hidden}`],
  ['a space in the URL', `GET /food/1 /food/2 HTTP/1.1\r\nhost: x\r\n\r\n${hidden}`],
]

// What RFC 9112 requires beyond what the parser of Node.js checks.
const get = (target: string, headers: string, version = '1.1') =>
  `GET ${target} HTTP/${version}\r\n${headers}\r\n\r\n${hidden}`

const malformed: [string, string, number][] = [
  ['no Host', get('/food/1', 'x: y'), 400],
  ['two Hosts', get('/food/1', 'host: x\r\nhost: y'), 400],
  ['the same Host twice', get('/food/1', 'Host: x\r\nhOST: x'), 400],
  ['two Hosts in absolute form', get('http://x/food/1', 'host: x\r\nhost: y'), 400],
  ['two Hosts of HTTP/1.0', get('/food/1', 'host: x\r\nhost: y\r\nconnection: keep-alive', '1.0'), 400],
  ['an empty Host', get('/food/1', 'host:'), 400],
  ['a Host with a space', get('/food/1', 'host: x y'), 400],
  ['a Host with a path', get('/food/1', 'host: x/y'), 400],
  ['a Host with a user', get('/food/1', 'host: a@x'), 400],
  ['a list of Hosts', get('/food/1', 'host: x, y'), 400],
  ['two encodings that can be decoded', post('transfer-encoding: gzip, chunked', chunked), 501],
  ['chunks of HTTP/1.0', post('transfer-encoding: chunked', chunked).replace('HTTP/1.1', 'HTTP/1.0'), 400],
]

/** Collects the response until the server closes or stops sending. */
function sendRaw(bytes: string, url = fixture.service.apiUrl): Promise<{ text: string; isClosed: boolean }> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    const quiet = setTimeout(() => {
      resolve({ text, isClosed: false })
      socket.destroy()
    }, 12_000)
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(quiet)
      resolve({ text, isClosed: true })
    })
  })
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

it.concurrent.each(ambiguous)(
  '%s',
  async (_name, bytes) => {
    const { text, isClosed } = await sendRaw(bytes)
    // A request without a key may be rejected before its body is read.
    expect([[400], [401, 400]]).toContainEqual(statusesIn(text))
    expect(isClosed).toBe(true)
    expect(text).toMatch(/\r\n\r\n\{"detail":"[^"]+"\}$/)
    expect(text).not.toContain('static_url')
  },
  30_000,
)

it.concurrent.each(malformed)(
  '%s',
  async (_name, bytes, status) => {
    const { text, isClosed } = await sendRaw(bytes)
    expect(statusesIn(text)).toEqual([status])
    expect(isClosed).toBe(true)
    expect(text).toMatch(/\r\n\r\n\{"detail":"[^"]+"\}$/)
  },
  30_000,
)

it.concurrent.each([...ambiguous, ...malformed])(
  'the website: %s',
  async (_name, bytes, status = 400) => {
    const { text, isClosed } = await sendRaw(bytes, fixture.service.websiteUrl)
    // A form without a token may be rejected before its body is read.
    expect([[status], [403, status]]).toContainEqual(statusesIn(text))
    expect(isClosed).toBe(true)
  },
  30_000,
)

it.concurrent.each(malformed)(
  'the management port: %s',
  async (_name, bytes, status) => {
    const { text, isClosed } = await sendRaw(bytes.replace('/food/1', '/ready'), fixture.service.metricsUrl)
    expect(statusesIn(text)).toEqual([status])
    expect(isClosed).toBe(true)
  },
  30_000,
)

it('sends HSTS and a content security policy with every response', async () => {
  for (const [url, path] of [
    [fixture.service.apiUrl, '/health'],
    [fixture.service.apiUrl, '/food/1'],
    [fixture.service.apiUrl, '/nowhere'],
    [fixture.service.apiUrl, '/docs'],
    [fixture.service.websiteUrl, '/'],
    [fixture.service.websiteUrl, '/sign-in'],
    [fixture.service.websiteUrl, '/nowhere'],
  ] as const) {
    const { headers } = await ask(url, path)
    expect([path, headers['strict-transport-security'], headers['x-content-type-options']]).toEqual([
      path,
      'max-age=31536000; includeSubDomains',
      'nosniff',
    ])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  }
})

it.each(['/health', 'http://larder.example/health', 'HTTP://larder.example:8080/health?x=y'])(
  'accepts the target %s',
  async target => {
    for (const url of [fixture.service.apiUrl, fixture.service.websiteUrl]) {
      const { text } = await sendRaw(
        `GET ${target} HTTP/1.1\r\nhost: larder.example\r\nconnection: close\r\n\r\n`,
        url,
      )
      expect(statusesIn(text)).toEqual([200])
    }
  },
)
