// Jobs wait for a connection, which requests do for 0.3 seconds only.
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/main/config.ts'
import { openStores } from '../../../src/main/stores.ts'
import { storesForTest } from '../../support/database.ts'

it('lets a job wait while all connections are in use', async () => {
  const { databaseUrl, redisUrl } = await storesForTest()
  const stores = await openStores(
    readConfig({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      SECRET_KEY: '0123456789abcdef0123456789abcdef',
    }),
    pino({ level: 'silent' }),
  )
  onTestFinished(() => stores.close())
  const { background, search } = stores.pools
  const sleep = { text: 'select pg_sleep(1)' }
  const busy = Array.from({ length: 3 }, () => background.query(sleep))
  const [{ rows }] = await Promise.all([background.query({ text: 'select 1 as one' }), ...busy])
  expect(rows).toEqual([{ one: 1 }])

  // A request is answered 503 instead.
  const requests = Array.from({ length: 60 }, () => search.query({ text: 'select pg_sleep(0.5)' }))
  const results = await Promise.allSettled(requests)
  expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
})
