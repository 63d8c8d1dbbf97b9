// Load shedding: requests beyond the concurrency limit are rejected at once, until others have completed.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Answer } from '../../lab/clients/http.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { withFixtureService } from '../support/fixture-service.ts'
import { accountKey } from '../support/keys.ts'

const maxConcurrent = 20
const fixture = withFixtureService({
  TEST_SETTINGS: JSON.stringify({ maxConcurrentRequests: maxConcurrent }),
  FAIRNESS_DELAY_MS: '1000',
  // Requests that occupy a slot must not time out, even on a slow machine.
  DATABASE_STATEMENT_TIMEOUT_MS: '120000',
  // A connection for each of them, so that other requests get one too.
  DATABASE_POOL_SIZE: '30',
})
let accounts = 0
const eagerKey = () => accountKey(fixture.stores, `eager${++accounts}`, 'scale')
const countShedRequests = async () => {
  const metrics = await (await fetch(fixture.service.metricsUrl)).text()
  return Number(/^larder_requests_shed_total (\d+)$/m.exec(metrics)?.[1])
}

it('sheds excess requests while the others wait for the database', async () => {
  const key = await eagerKey()
  const shedBefore = await countShedRequests()
  const answers: Answer[] = []
  await withConnection(fixture.stores.databaseUrl, async locker => {
    await locker.query('begin; lock table foods in access exclusive mode')
    const requests = Array.from({ length: 3 * maxConcurrent }, () =>
      fixture.ask('/food/1', { key }).then(answer => answers.push(answer)),
    )
    while (answers.length < 2 * maxConcurrent) await wait(10)
    for (const { status, json, headers } of answers) {
      expect([status, json, headers['retry-after']]).toEqual([
        503,
        { detail: 'Too many requests at once. Retry in 1 seconds.' },
        '1',
      ])
    }
    expect((await fixture.ask('/health')).status).toBe(200)
    expect((await fixture.ask('/foods/categories', { key })).status).toBe(200)
    await locker.query('rollback')
    await Promise.all(requests)
  })
  expect(answers.slice(2 * maxConcurrent).map(({ status }) => status)).toEqual(Array(maxConcurrent).fill(200))
  expect(await countShedRequests()).toBe(shedBefore + 2 * maxConcurrent)
  expect((await fixture.ask('/food/1', { key })).status).toBe(200)
})

it('frees the slots of clients that disconnect', async () => {
  const key = await eagerKey()
  const { hostname, port } = new URL(fixture.service.apiUrl)
  await withConnection(fixture.stores.databaseUrl, async locker => {
    await locker.query('begin; lock table foods in access exclusive mode')
    for (let n = 0; n < 2 * maxConcurrent; n++) {
      const socket = connect(Number(port), hostname)
      socket.write(`GET /food/1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`)
      await once(socket, 'connect')
      await wait(5)
      socket.destroy()
    }
    await locker.query('rollback')
  })
  await vi.waitFor(async () => expect((await fixture.ask('/food/1', { key })).status).toBe(200), 120_000)
  const answers = await Promise.all(
    Array.from({ length: maxConcurrent }, () => fixture.ask('/food/1', { key })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(maxConcurrent).fill(200))
})

it('does not count reads that wait for the fairness delay', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 * maxConcurrent }, (_, n) =>
      wait(n * 20).then(() => fixture.ask('/foods/categories')),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
