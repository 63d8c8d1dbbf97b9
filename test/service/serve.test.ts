// The server as a program: broken requests, logs, metrics and its parts. Stopping is in test/resilience/stopping.test.ts.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { heldConnections } from '../../lab/servers/open-connections.ts'
import { keySecret, type ServiceProcess, spawnService } from '../../lab/service.ts'
import { version } from '../../src/main/version.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

// Far longer than any of these conditions needs, even on a busy machine.
const patience = { timeout: 50_000 }

let stores: TestStores
let node: ServiceProcess
let key: string
beforeAll(async () => {
  stores = await createStores('demo-foods')
  key = await accountKey(stores, 'acme', 'scale')
  node = await spawnService(stores, { LOG_LEVEL: 'debug', RATE_LIMIT_SCALE_PER_MINUTE: '1000000' })
})
afterAll(async () => {
  await node.stop()
  await stores.drop()
})

/** Sends bytes and returns all that comes back until the server closes. */
function sendRaw(bytes: string, keepOpenMs = 20_000): Promise<{ text: string }> {
  const { hostname, port } = new URL(node.apiUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    const giveUp = setTimeout(() => socket.destroy(), keepOpenMs)
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(giveUp)
      resolve({ text })
    })
  })
}

const statusAndBody = (text: string) => [
  Number(text.split(' ')[1]),
  JSON.parse(text.split('\r\n\r\n')[1] ?? ''),
]

describe('broken requests are answered as JSON', () => {
  it.each([8, 16, 32, 64])('headers of %i KB', async kilobytes => {
    const { text } = await sendRaw(
      `GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'a'.repeat(kilobytes * 1024)}\r\n\r\n`,
    )
    if (kilobytes < 16) expect(statusAndBody(text)[0]).toBe(200)
    else expect(statusAndBody(text)).toEqual([431, { detail: 'Request Header Fields Too Large' }])
  })
  it.each([8, 64])('an address of %i KB', async kilobytes => {
    const { text } = await sendRaw(
      `GET /search?q=${'a'.repeat(kilobytes * 1024)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    if (kilobytes < 16) expect(statusAndBody(text)).toEqual([200, []])
    else expect(statusAndBody(text)).toEqual([431, { detail: 'Request Header Fields Too Large' }])
  })
  it('letters that are not escaped', async () => {
    const { text } = await sendRaw('GET /search?q=caf\xc3\xa9 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(statusAndBody(text)[0]).toBe(400)
    expect(text).toContain('Percent-encode')
    expect(text).toContain('access-control-allow-origin: *')
  })
  it.each([
    'nonsense\r\n\r\n',
    'POST /search HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /food/1 HTTP/1.1\r\n\r\n',
    'GET /health HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    'GET /health HTTP/1.1\r\nhost: x\r\ntransfer-encoding : chunked\r\n\r\n',
  ])('%j is 400 and the connection ends', async bytes => {
    expect(statusAndBody((await sendRaw(bytes)).text)).toEqual([400, { detail: 'Bad Request' }])
  })
  it('an address in absolute form is understood', async () => {
    const { text } = await sendRaw(
      'GET http://larder.example/health HTTP/1.1\r\nhost: larder.example\r\nconnection: close\r\n\r\n',
    )
    expect(statusAndBody(text)).toEqual([200, { status: 'ok', foods_in_db: 300 }])
  })
})

describe('clients that misbehave', () => {
  it('a client that never closes its side does not keep its connection', async () => {
    const { hostname, port } = new URL(node.apiUrl)
    const before = heldConnections(node.apiUrl)
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
      socket.on('error', () => undefined)
      socket.resume()
      socket.write('nonsense\r\n\r\n')
      return socket
    })
    await Promise.all(sockets.map(socket => once(socket, 'end')))
    await expect.poll(() => heldConnections(node.apiUrl), patience).toBeLessThanOrEqual(before)
    for (const socket of sockets) socket.destroy()
  })

  it('a request without Host, or with an Expect that nobody knows, is answered as JSON', async () => {
    const host = await sendRaw('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(statusAndBody(host.text)).toEqual([400, { detail: 'A request of HTTP/1.1 needs a Host header' }])
    const expects = await sendRaw(
      'GET /health HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n',
    )
    expect(statusAndBody(expects.text)).toEqual([200, { status: 'ok', foods_in_db: 300 }])
  })
})

/** The line of the log with this text; the log is written a little after the response. */
async function loggedLine(text: string): Promise<string> {
  const find = () =>
    node
      .output()
      .split('\n')
      .find(line => line.includes(text) && line.endsWith('}'))
  await expect.poll(find, patience).toBeDefined()
  return find() ?? ''
}

describe('logs and metrics', () => {
  it('the first log line says which version starts', async () => {
    // The log is written with a short delay.
    await expect.poll(() => node.output(), { timeout: 10_000 }).toMatch(/^\{.*\n/m)
    const [first = '{}'] = /^\{.*$/m.exec(node.output()) ?? []
    expect(JSON.parse(first)).toMatchObject({ version, node_version: process.version })
  })
  it('a request is one line with its id, and no secret is in any', async () => {
    await ask(node.apiUrl, '/food/1', { key, headers: { 'x-request-id': 'find-me' } })
    await ask(node.apiUrl, '/food/1', { key: `${key}x` })
    const line = await loggedLine('find-me')
    expect(JSON.parse(line)).toMatchObject({
      request_id: 'find-me',
      method: 'GET',
      path: '/food/1',
      status: 200,
      key: 1,
    })
    expect(node.output()).not.toContain(key)
    expect(node.output()).not.toContain(key.slice(-20))
    expect(node.output()).not.toContain(keySecret)
  })
  it('who sends wrong keys is in the log', async () => {
    await ask(node.apiUrl, '/food/1', { key: 'wrong', headers: { 'x-request-id': 'wrong-key' } })
    const line = await loggedLine('wrong-key')
    expect(JSON.parse(line)).toMatchObject({ status: 401, client_ip: '127.0.0.1' })
  })
  it('a wrong password of Redis is not in the log', async () => {
    const withPassword = new URL(stores.redisUrl)
    withPassword.username = 'nobody'
    withPassword.password = 'hunter2secret'
    const guessing = await spawnService(stores, { REDIS_URL: withPassword.href, LOG_LEVEL: 'debug' })
    await expect.poll(guessing.output, patience).toContain('counted locally')
    await guessing.stop()
    expect(guessing.output()).not.toContain('hunter2secret')
  })
  it('no secret is in the database', async () => {
    const rows = await stores.sql<{ row: string }>('select api_keys::text as row from api_keys')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(key.slice(15, -4))
  })
  it('metrics are on a port of their own, and not on the public one', async () => {
    const metrics = await (await fetch(node.metricsUrl)).text()
    expect(metrics).toContain(
      'larder_http_request_duration_seconds_count{site="api",route="/food/:food_id",status="200",caller="scale"}',
    )
    expect((await ask(node.apiUrl, '/metrics')).status).toBe(401)
  })
})

describe('one part alone', () => {
  it.each(['api', 'website'] as const)('--only %s', async only => {
    const alone = await spawnService(stores, {}, undefined, ['--only', only])
    expect([alone.apiUrl !== '', alone.websiteUrl !== '']).toEqual([only === 'api', only === 'website'])
    const [url, path] = only === 'api' ? [alone.apiUrl, '/food/1'] : [alone.websiteUrl, '/categories']
    expect((await ask(url, path)).status).toBe(200)
    expect((await fetch(alone.metricsUrl)).status).toBe(200)
    await alone.stop()
    expect(alone.process.exitCode).toBe(0)
  })
  it('--only nonsense is told', async () => {
    await expect(spawnService(stores, {}, undefined, ['--only', 'nonsense'])).rejects.toThrow(
      'Allowed choices are api, website',
    )
  })
})
