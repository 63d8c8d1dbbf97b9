// The page of a food that was taken down.
import { expect, it, onTestFinished, vi } from 'vitest'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { lift, takeDown } from '../../../src/catalog/takedowns.ts'
import { applyPendingTakedowns } from '../../../src/importer/take-down-now.ts'
import { openPool, withConnection } from '../../../src/platform/database/pool.ts'
import { locales } from '../../../src/website/i18n/locales.ts'
import { withWebsite } from '../../support/browser.ts'

const website = withWebsite({}, { withFoods: true })
const seen = { timeout: 60_000, interval: 250 }

it('is 410 in every language, without the reason, and 404 once the takedown is lifted', async () => {
  const { stores, url } = website
  const pool = openPool({
    url: stores.databaseUrl,
    connections: 1,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 60_000,
    applicationName: 'test',
    onIdleError: () => undefined,
  })
  onTestFinished(pool.close)
  const [food] = await stores.sql<{ id: number }>('select id from foods order by popularity desc limit 1')
  const foodId = food?.id as number
  const { location: path = '' } = (await visitWebsite(url).open(`/food/${foodId}`)).headers
  const page = (prefix = '') => visitWebsite(url).open(prefix + path)
  expect((await page()).status).toBe(200)
  const apply = () => withConnection(stores.databaseUrl, applyPendingTakedowns)
  const reason = 'a letter of Ms Example'
  const taken = await takeDown(pool, {
    subject: { kind: 'food', foodId },
    ground: 'privacy',
    reason,
  })
  await apply()
  await vi.waitFor(async () => expect((await page()).status).toBe(410), seen)
  for (const code of Object.keys(locales)) {
    const { status, text } = await page(code === 'en' ? '' : `/${code}`)
    expect(status).toBe(410)
    expect(text).not.toContain(reason)
  }
  await lift(pool, 'takedownId' in taken ? taken.takedownId : 0)
  await apply()
  await vi.waitFor(async () => expect((await page()).status).toBe(404), seen)
})
