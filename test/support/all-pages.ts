import { afterAll, beforeAll } from 'vitest'
import { openAllPages, type PageKind, recordRoutes } from '../../lab/clients/pages.ts'
import { startPaymentServer } from '../../lab/servers/payment-server.ts'
import { type TestWebsite, withWebsite } from './browser.ts'

export interface AllPages {
  website: TestWebsite
  kinds: PageKind[]
}

/** For the tests of one file: the website with all features enabled, and every kind of page. */
export async function withAllPages(): Promise<AllPages> {
  const routesOf = recordRoutes()
  const payments = await startPaymentServer()
  const website = withWebsite(payments.environment, { withFoods: true })
  const all: AllPages = { website, kinds: [] }
  beforeAll(async () => {
    all.kinds = await openAllPages(website, routesOf())
  }, 60_000)
  afterAll(() => payments.stop())
  return all
}
