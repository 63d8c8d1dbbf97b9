// The server as a process: broken requests, ports, logs, metrics and --only. Shutdown is in test/resilience/stopping.test.ts.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { countOpenConnections } from '../../lab/servers/open-connections.ts'
import { environmentFor, keySecret, type ServiceProcess, spawnService } from '../../lab/service.ts'
import { readConfig } from '../../src/main/config.ts'
import { resolveAddresses } from '../../src/main/server-addresses.ts'
import { version } from '../../src/main/version.ts'
import { listenGracefully } from '../../src/platform/http/graceful-shutdown.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

// Long enough for a busy machine.
const waitOptions = { timeout: 120_000 }

let stores: TestStores
let node: ServiceProcess
let key: string
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  key = await accountKey(stores, 'acme', 'scale')
  node = await spawnService(stores, { LOG_LEVEL: 'debug', RATE_LIMIT_SCALE_PER_MINUTE: '1000000' })
})
afterAll(async () => {
  await node.stop()
  await stores.drop()
})

/** Sends bytes and returns everything received until the server closes the connection. */
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

describe('broken requests get a JSON error', () => {
  it.each([8, 16, 32, 64])('headers of %i KB', async kilobytes => {
    const { text } = await sendRaw(
      `GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'a'.repeat(kilobytes * 1024)}\r\n\r\n`,
    )
    if (kilobytes < 16) expect(statusAndBody(text)[0]).toBe(200)
    else expect(statusAndBody(text)).toEqual([431, { detail: 'Request Header Fields Too Large' }])
  })
  it.each([8, 64])('a URL of %i KB', async kilobytes => {
    const { text } = await sendRaw(
      `GET /search?q=${'a'.repeat(kilobytes * 1024)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    if (kilobytes < 16) expect(statusAndBody(text)).toEqual([200, []])
    else expect(statusAndBody(text)).toEqual([431, { detail: 'Request Header Fields Too Large' }])
  })
  it('unescaped characters', async () => {
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
  ])('%j gets a 400 and the connection is closed', async bytes => {
    expect(statusAndBody((await sendRaw(bytes)).text)).toEqual([400, { detail: 'Bad Request' }])
  })
  it('accepts an absolute-form request target', async () => {
    const { text } = await sendRaw(
      'GET http://larder.example/health HTTP/1.1\r\nhost: larder.example\r\nconnection: close\r\n\r\n',
    )
    expect(statusAndBody(text)).toEqual([200, { status: 'ok', foods_in_db: 300 }])
  })
})

describe('clients that misbehave', () => {
  it('are disconnected even if they never close their side', async () => {
    const { hostname, port } = new URL(node.apiUrl)
    const before = countOpenConnections(node.apiUrl)
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
      socket.on('error', () => undefined)
      socket.resume()
      socket.write('nonsense\r\n\r\n')
      return socket
    })
    await Promise.all(sockets.map(socket => once(socket, 'end')))
    await expect.poll(() => countOpenConnections(node.apiUrl), waitOptions).toBeLessThanOrEqual(before)
    for (const socket of sockets) socket.destroy()
  })

  it('get a JSON error without Host or with an unknown Expect', async () => {
    const host = await sendRaw('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(statusAndBody(host.text)).toEqual([400, { detail: 'A request of HTTP/1.1 needs a Host header' }])
    const expects = await sendRaw(
      'GET /health HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n',
    )
    expect(statusAndBody(expects.text)).toEqual([200, { status: 'ok', foods_in_db: 300 }])
  })
})

/** Waits for the log line with this text, which is written shortly after the response. */
async function loggedLine(text: string): Promise<string> {
  const find = () =>
    node
      .output()
      .split('\n')
      .find(line => line.includes(text) && line.endsWith('}'))
  await expect.poll(find, waitOptions).toBeDefined()
  return find() ?? ''
}

describe('logs and metrics', () => {
  it('log the version first', async () => {
    // The log is written with a short delay.
    await expect.poll(() => node.output()).toMatch(/^\{.*\n/m)
    const [first = '{}'] = /^\{.*$/m.exec(node.output()) ?? []
    expect(JSON.parse(first)).toMatchObject({ version, node_version: process.version })
  })
  it('have one log line per request with its id, and no secrets', async () => {
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
  it('log the address of clients that send invalid keys', async () => {
    await ask(node.apiUrl, '/food/1', { key: 'wrong', headers: { 'x-request-id': 'wrong-key' } })
    const line = await loggedLine('wrong-key')
    expect(JSON.parse(line)).toMatchObject({ status: 401, client_ip: '127.0.0.1' })
  })
  it('do not log a wrong Redis password', async () => {
    const withPassword = new URL(stores.redisUrl)
    withPassword.username = 'nobody'
    withPassword.password = 'hunter2secret'
    const guessing = await spawnService(stores, { REDIS_URL: withPassword.href, LOG_LEVEL: 'debug' })
    await expect.poll(guessing.output, waitOptions).toContain('counted locally')
    await guessing.stop()
    expect(guessing.output()).not.toContain('hunter2secret')
  })
  it('store no secret in the database', async () => {
    const rows = await stores.sql<{ row: string }>('select api_keys::text as row from api_keys')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(key.slice(15, -4))
  })
  it('expose metrics on a separate port only', async () => {
    const metrics = await (await fetch(node.metricsUrl)).text()
    expect(metrics).toContain(
      'larder_http_request_duration_seconds_count{server="api",route="/food/:food_id",status="200",client_type="scale"}',
    )
    expect((await ask(node.apiUrl, '/metrics')).status).toBe(401)
  })
})

describe('serving one server only', () => {
  it.each(['api', 'website'] as const)('--only %s', async only => {
    const alone = await spawnService(stores, {}, undefined, ['--only', only])
    expect([alone.apiUrl !== '', alone.websiteUrl !== '']).toEqual([only === 'api', only === 'website'])
    const [url, path] = only === 'api' ? [alone.apiUrl, '/food/1'] : [alone.websiteUrl, '/categories']
    expect((await ask(url, path)).status).toBe(200)
    expect((await fetch(alone.metricsUrl)).status).toBe(200)
    await alone.stop()
    expect(alone.process.exitCode).toBe(0)
  })
  it('rejects an unknown --only value', async () => {
    await expect(spawnService(stores, {}, undefined, ['--only', 'nonsense'])).rejects.toThrow(
      'Allowed choices are api, website',
    )
  })
})

it('keeps other programs off the port it found for port 0 until it listens', async () => {
  const { website } = await resolveAddresses(readConfig(environmentFor(stores)))
  expect(website.publicUrl).toBe(`http://localhost:${website.listen.port}`)
  const other = createServer().listen(website.listen)
  const [error] = await once(other, 'error')
  expect(error).toMatchObject({ code: 'EADDRINUSE' })
  await website.release()
  await once(other.listen(website.listen), 'listening')
  other.close()
})

it('accepts several connections in one turn of the event loop', async () => {
  const httpServer = createHttpServer()
  const server = await listenGracefully(httpServer, {
    host: '127.0.0.1',
    port: await findFreePort(),
    isOurs: true,
  })
  let accepted = 0
  httpServer.on('connection', () => accepted++)
  const { hostname, port } = new URL(server.url)
  const clients = Array.from({ length: 100 }, () => connect(Number(port), hostname))
  const perTurn: number[] = []
  while (accepted < clients.length) {
    const before = accepted
    await nextTurn()
    perTurn.push(accepted - before)
  }
  expect(Math.max(...perTurn)).toBeGreaterThan(2)
  for (const client of clients) client.destroy()
  await server.close(0)
})
