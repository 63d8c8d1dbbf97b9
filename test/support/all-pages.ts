import { afterAll, beforeAll } from 'vitest'
import { createLegalFolder } from '../../lab/catalogs/legal-folder.ts'
import { createPackFolder } from '../../lab/catalogs/pack-folder.ts'
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
  const packs = createPackFolder()
  const legal = createLegalFolder()
  const website = withWebsite(
    {
      ...payments.environment,
      PACKS_DIR: packs.path,
      LEGAL_DIR: legal.path,
      CONTACT_EMAIL: 'hello@larder.example',
      SOURCE_CODE_URL: 'https://git.example/larder',
    },
    { withFoods: true },
  )
  const all: AllPages = { website, kinds: [] }
  beforeAll(async () => {
    all.kinds = await openAllPages(website, routesOf())
  })
  afterAll(() => {
    packs.remove()
    legal.remove()
    return payments.stop()
  })
  return all
}
