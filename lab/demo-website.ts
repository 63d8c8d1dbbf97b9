// The website with the demo (`larder demo`) and all features on a temporary service, for commands that look at its pages.
import type pg from 'pg'
import { runImport } from '../src/importer/run.ts'
import { demoInputs } from '../src/main/commands/demo.ts'
import { readConfig } from '../src/main/config.ts'
import { serve } from '../src/main/serve.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { createPackFolder } from './catalogs/pack-folder.ts'
import { findFreePort } from './servers/free-port.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'
import { startProvider } from './servers/oidc-provider.ts'
import { startPaymentServer } from './servers/payment-server.ts'
import { withStores } from './servers/temporary-stores.ts'

export interface DemoWebsite {
  url: string
  mails: MailServer
  stores: { sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> }
}

export async function withDemoWebsite(use: (website: DemoWebsite) => Promise<void>): Promise<void> {
  await withStores(async ({ createDatabase, redisUrl }) => {
    const databaseUrl = await createDatabase('demo_website')
    await withConnection(databaseUrl, async client => {
      await migrate(client)
      await runImport(client, {
        inputs: demoInputs,
      })
    })
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    const [mails, payments] = await Promise.all([startMailServer(), startPaymentServer()])
    const packs = createPackFolder()
    const provider = await startProvider([`${url}/sign-in/example/callback`])
    const { issuer, clientId, clientSecret } = provider
    const service = await serve(
      readConfig({
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        SECRET_KEY: 'the secret of some pictures, long enough',
        API_PORT: '0',
        MANAGEMENT_PORT: '0',
        LOG_LEVEL: 'silent',
        WEB_PORT: String(port),
        WEB_PUBLIC_URL: url,
        SMTP_URL: mails.url,
        PACKS_DIR: packs.path,
        OIDC_PROVIDERS: JSON.stringify([{ id: 'example', name: 'Example', issuer, clientId, clientSecret }]),
        ...payments.environment,
      }),
    )
    const sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      withConnection(databaseUrl, async client => (await client.query<Row>(text, values)).rows)
    try {
      await use({ url, mails, stores: { sql } })
    } finally {
      await service.stop()
      await Promise.all([mails.stop(), payments.stop()])
      provider.stop()
      packs.remove()
    }
  })
}
