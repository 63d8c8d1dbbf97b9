// serve checks the schema before it accepts requests, or as soon as the database responds.
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { spawnService, startService } from '../../lab/service.ts'
import { storesForTest, type TestStores } from '../support/database.ts'

// A spawned node takes ten seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const otherBaseline = "update schema_baseline set checksum = 'of other files'"

it('does not start with the schema of another version, and prints what to run', async () => {
  const stores = await storesForTest()
  await stores.sql(otherBaseline)
  const failure = await spawnService(stores).catch((error: Error) => error.message)
  expect(failure).toContain('the database has the schema of another version of Larder')
  expect(failure).toContain('DATABASE_URL="$NEW_URL" larder migrate')
  expect(failure).not.toContain('    at ')
})

it.each([
  ['an empty database', 'drop schema public cascade; create schema public', 'missing', 'Run: larder migrate'],
  ['another baseline', otherBaseline, 'different', 'Create an empty database'],
  [
    'tables that were created without a baseline',
    'drop table schema_baseline',
    'different',
    'Create an empty database',
  ],
])('does not start with %s', async (_name, statements, kind, advice) => {
  const stores = await storesForTest()
  await stores.sql(statements)
  await expect(startService(stores)).rejects.toMatchObject({ kind, advice: expect.stringContaining(advice) })
})

it('starts with a changed function and logs a warning', async () => {
  const stores = await storesForTest()
  await stores.sql("update schema_functions set checksum = 'of another release' where name = 'rank_tier_of'")
  const node = await spawnService(stores, { LOG_LEVEL: 'warn' })
  await expect.poll(node.output).toContain('"functions":["rank_tier_of"]')
  await node.stop()
})

/** The database behind a port that is not open yet. */
async function behindClosedPort(stores: TestStores) {
  const { hostname, port } = new URL(stores.databaseUrl)
  const url = new URL(stores.databaseUrl)
  url.port = String(await findFreePort())
  const open = async (): Promise<Server> => {
    const server = createServer(client => {
      const upstream = connect(Number(port), hostname)
      client.pipe(upstream).pipe(client)
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
    }).listen(Number(url.port), url.hostname)
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
    })
    return server
  }
  return { stores: { ...stores, databaseUrl: url.href }, open }
}

it('starts without a database, and exits when one with another schema appears', async () => {
  const stores = await storesForTest()
  await stores.sql(otherBaseline)
  const away = await behindClosedPort(stores)
  const node = await spawnService(away.stores)
  expect((await ask(node.apiUrl, '/health')).status).toBe(200)
  expect((await ask(node.apiUrl, '/food/1')).status).toBe(503)
  await away.open()
  await once(node.process, 'exit')
  expect(node.process.exitCode).toBe(1)
  expect(node.output()).toContain('the database has the schema of another version of Larder')
})

it('starts without a database, and keeps running when one with the right schema appears', async () => {
  const away = await behindClosedPort(await storesForTest())
  const node = await startService(away.stores)
  const hasFailed = vi.fn()
  void node.failed.then(hasFailed)
  await away.open()
  await wait(2_500)
  expect((await ask(node.apiUrl, '/foods/categories')).status).toBe(200)
  expect(hasFailed).not.toHaveBeenCalled()
  await node.stop()
})
