import { afterAll, beforeAll } from 'vitest'
import { type KindOfPage, openAllPages, watchRoutes } from '../../lab/clients/pages.ts'
import { startPaymentServer } from '../../lab/servers/payment-server.ts'
import { type TestWebsite, withWebsite } from './browser.ts'

export interface AllPages {
  website: TestWebsite
  kinds: KindOfPage[]
}

/** For the tests of one file: the website with everything switched on, and every kind of page that it has. */
export async function withAllPages(): Promise<AllPages> {
  const routesOf = watchRoutes()
  const payments = await startPaymentServer()
  const website = withWebsite(payments.environment, { withFoods: true })
  const all: AllPages = { website, kinds: [] }
  beforeAll(async () => {
    all.kinds = await openAllPages(website, routesOf())
  }, 60_000)
  afterAll(() => payments.stop())
  return all
}
