// More requests than a node works on at once: refused at once, and all is normal as soon as the others are done.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Answer } from '../../lab/clients/http.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { withDemoService } from '../support/demo-service.ts'
import { accountKey } from '../support/keys.ts'

const most = 20
const demo = withDemoService({
  MAX_CONCURRENT_REQUESTS: String(most),
  FAIRNESS_DELAY_MS: '1000',
  // What holds a place must not give up by itself, however slow the machine is.
  DATABASE_POOL_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  // Enough for each of them, so that others find one.
  DATABASE_POOL_SIZE: '30',
})
let accounts = 0
const eagerKey = () => accountKey(demo.stores, `eager${++accounts}`, 'scale')
const refusedSoFar = async () => {
  const metrics = await (await fetch(demo.service.metricsUrl)).text()
  return Number(/^larder_requests_shed_total (\d+)$/m.exec(metrics)?.[1])
}

it('what is too much is refused while the rest waits for the database', { timeout: 60_000 }, async () => {
  const key = await eagerKey()
  const refusedBefore = await refusedSoFar()
  const answers: Answer[] = []
  await withConnection(demo.stores.databaseUrl, async locker => {
    await locker.query('begin; lock table foods in access exclusive mode')
    const asked = Array.from({ length: 3 * most }, () =>
      demo.ask('/food/1', { key }).then(answer => answers.push(answer)),
    )
    while (answers.length < 2 * most) await wait(10)
    for (const { status, json, headers } of answers) {
      expect([status, json, headers['retry-after']]).toEqual([
        503,
        { detail: 'Too many requests at once. Retry in 1 seconds.' },
        '1',
      ])
    }
    expect((await demo.ask('/health')).status).toBe(200)
    expect((await demo.ask('/foods/categories', { key })).status).toBe(200)
    await locker.query('rollback')
    await Promise.all(asked)
  })
  expect(answers.slice(2 * most).map(({ status }) => status)).toEqual(Array(most).fill(200))
  expect(await refusedSoFar()).toBe(refusedBefore + 2 * most)
  expect((await demo.ask('/food/1', { key })).status).toBe(200)
})

it('callers who leave before their answer leave room', { timeout: 60_000 }, async () => {
  const key = await eagerKey()
  const { hostname, port } = new URL(demo.service.apiUrl)
  await withConnection(demo.stores.databaseUrl, async locker => {
    await locker.query('begin; lock table foods in access exclusive mode')
    for (let n = 0; n < 2 * most; n++) {
      const socket = connect(Number(port), hostname)
      socket.write(`GET /food/1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`)
      await once(socket, 'connect')
      await wait(5)
      socket.destroy()
    }
    await locker.query('rollback')
  })
  await vi.waitFor(async () => expect((await demo.ask('/food/1', { key })).status).toBe(200), 10_000)
  const answers = await Promise.all(Array.from({ length: most }, () => demo.ask('/food/1', { key })))
  expect(answers.map(({ status }) => status)).toEqual(Array(most).fill(200))
})

it('reads that wait for others to go first do not count', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 * most }, (_, n) => wait(n * 20).then(() => demo.ask('/foods/categories'))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
