// Readiness on the management port: when a node becomes ready, stays ready, and what it says otherwise.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startRedis } from '../../../lab/servers/redis-server.ts'
import { spawnService, startService } from '../../../lab/service.ts'
import { storesForTest } from '../../support/database.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

// Long enough for a busy machine.
const waitOptions = { timeout: 120_000, interval: 100 }

async function readiness(metricsUrl: string) {
  const response = await fetch(new URL('/ready', metricsUrl))
  const { checks } = (await response.json()) as { checks: Record<string, string> }
  return { status: response.status, checks }
}

async function metric(metricsUrl: string, name: string): Promise<string | undefined> {
  const text = await (await fetch(metricsUrl)).text()
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
}

const everythingOk = {
  status: 200,
  checks: { node: 'ok', database: 'ok', schema: 'ok', redis: 'ok' },
}

const withUrl = (url: string, change: (url: URL) => void) => {
  const changed = new URL(url)
  change(changed)
  return changed.href
}

describe('a node', () => {
  const fixture = withFixtureService()

  it('is ready when it can serve', async () => {
    await expect.poll(() => readiness(fixture.service.metricsUrl), waitOptions).toMatchObject(everythingOk)
    expect(await metric(fixture.service.metricsUrl, 'larder_database_up')).toBe('1')
  })
  it('answers only on the management port: on the API it is an unknown path', async () => {
    expect((await fixture.ask('/ready')).status).toBe(401)
    expect((await ask(fixture.service.websiteUrl, '/ready')).status).toBe(404)
  })
  it('closes connections to the management port that stay silent or send half a request', async () => {
    const { hostname, port } = new URL(fixture.service.metricsUrl)
    const start = performance.now()
    const sockets = ['', 'GET /ready HTTP/1.1\r\nhost: x\r\nx-slow: '].map(text => {
      const socket = connect(Number(port), hostname)
      socket.resume()
      socket.write(text)
      return socket
    })
    await Promise.all(sockets.map(socket => once(socket, 'close')))
    // The target is 10 s; the rest is tolerance for a busy machine. Node.js's default is a minute and more.
    expect(performance.now() - start).toBeLessThan(25_000)
    expect((await readiness(fixture.service.metricsUrl)).status).toBe(200)
  })
})

describe('a node that never becomes ready', () => {
  const nobody = 'nobody_of_the_tests'

  it.each([
    [
      'a wrong database address',
      (url: URL) => {
        url.host = '127.0.0.1:1'
      },
      '127.0.0.1:1 refused the connection. Check DATABASE_URL',
    ],
    [
      'a role that does not exist',
      (url: URL) => {
        url.username = nobody
      },
      `PostgreSQL: role "${nobody}" does not exist. Create the role in PostgreSQL or allow it in pg_hba.conf, or correct the user in DATABASE_URL`,
    ],
    [
      'a database that does not exist',
      (url: URL) => {
        url.pathname = `/${nobody}`
      },
      `PostgreSQL: database "${nobody}" does not exist. Create the database first, or correct DATABASE_URL`,
    ],
  ])('has %s, and says so', async (_name, change, reason) => {
    const stores = await storesForTest()
    const databaseUrl = withUrl(stores.databaseUrl, change)
    const node = await startService({ ...stores, databaseUrl })
    onTestFinished(async () => {
      await node.stop()
    })
    await expect.poll(async () => (await readiness(node.metricsUrl)).checks['redis'], waitOptions).toBe('ok')
    expect(await readiness(node.metricsUrl)).toMatchObject({
      status: 503,
      checks: { database: reason, schema: expect.stringContaining('not checked yet') },
    })
    expect(await metric(node.metricsUrl, 'larder_database_up')).toBe('0')
    expect((await ask(node.apiUrl, '/health')).status).toBe(200)
  })

  it('has no permission for the tables: it exits', async () => {
    const stores = await storesForTest()
    const role = `role_${new URL(stores.databaseUrl).pathname.slice(1)}`
    await stores.sql(`create role ${role} login`)
    onTestFinished(async () => {
      await stores.sql(`drop role ${role}`)
    })
    const databaseUrl = withUrl(stores.databaseUrl, url => {
      url.username = role
    })
    await expect(startService({ ...stores, databaseUrl })).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the log of a node', () => {
  it('has one line when the database or Redis becomes unavailable, and one when it is back', async () => {
    const stores = await storesForTest('fixture-foods')
    const redis = await startRedis()
    onTestFinished(() => redis.remove())
    await redis.kill()
    const databaseUrl = withUrl(stores.databaseUrl, url => {
      url.host = '127.0.0.1:1'
    })
    const node = await spawnService({ databaseUrl, redisUrl: redis.url }, { LOG_LEVEL: 'info' })
    onTestFinished(() => node.stop('SIGKILL'))
    const lines = (message: string) =>
      node
        .output()
        .split('\n')
        .filter(line => line.includes(`"msg":"${message}`) && line.endsWith('}'))
        .map(line => JSON.parse(line))
    // Time for several attempts.
    await wait(3_000)
    expect((await readiness(node.metricsUrl)).checks['redis']).toMatch(
      /refused the connection. Check REDIS_URL$/,
    )
    await redis.start()
    await expect
      .poll(() => lines('redis connected'), waitOptions)
      .toEqual([expect.objectContaining({ unavailable_ms: expect.any(Number) })])
    expect(lines('redis connected')[0].unavailable_ms).toBeGreaterThan(2_900)
    await redis.kill()
    await expect.poll(() => lines('redis unavailable').length, waitOptions).toBe(2)
    await wait(3_000)
    expect(lines('redis unavailable')).toHaveLength(2)
    expect(lines('database unavailable').map(({ reason }) => reason)).toEqual([
      '127.0.0.1:1 refused the connection. Check DATABASE_URL',
    ])
  })
})

describe('a node that was ready', () => {
  it('stays ready without Redis, and serves', async () => {
    const stores = await storesForTest('fixture-foods')
    const redis = await startRedis()
    onTestFinished(() => redis.remove())
    const node = await startService({ ...stores, redisUrl: redis.url })
    onTestFinished(async () => {
      await node.stop()
    })
    await expect.poll(() => readiness(node.metricsUrl), waitOptions).toMatchObject(everythingOk)
    await redis.kill()
    await expect
      .poll(async () => (await readiness(node.metricsUrl)).checks['redis'], waitOptions)
      .not.toBe('ok')
    expect((await readiness(node.metricsUrl)).status).toBe(200)
    expect((await ask(node.apiUrl, '/food/1')).status).toBe(200)
  })
})
