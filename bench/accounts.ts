// The cost of accounts: usage metering and password guessing. See bench/README.md.
//   npm run bench:accounts -- [--only usage,flood,timing] [--seconds N] …
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateCatalog } from '../lab/catalogs/generated-catalog.ts'
import { printMissed } from '../lab/report.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import { createScaleKey, environmentFor, startLarder } from '../lab/servers/larder-process.ts'
import { withStores } from '../lab/servers/temporary-stores.ts'
import { measureTimingLeak } from './account-timing-leak.ts'
import { compareMetering } from './accounts-usage.ts'
import { floodSignIn, type SignInLoad } from './sign-in-flood.ts'
import { requireWrk } from './wrk.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'usage,flood,timing' },
    foods: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    'flood-seconds': { type: 'string', default: '30' },
    attempts: { type: 'string', default: '200' },
  },
})
const selected = new Set(options.only.split(','))
const foods = Number(options.foods)

if (selected.has('usage')) await requireWrk()
await withStores(async stores => {
  const databaseUrl = await stores.createDatabase('accounts')
  await generateCatalog(databaseUrl, foods)
  const environment = environmentFor(stores, databaseUrl, 1)
  const key = await createScaleKey(environment)
  const start = (more: Record<string, string>) =>
    startLarder({ ...environment, ...more }, join(stores.folder, 'larder.log'))

  if (selected.has('usage')) {
    const load = { foods, key, connections: Number(options.connections), seconds: Number(options.seconds) }
    await compareMetering(start, load, Number(options.rounds))
  }
  if (!selected.has('flood') && !selected.has('timing')) return

  const port = await findFreePort()
  const websiteUrl = `http://localhost:${port}`
  const larder = await start({
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: websiteUrl,
    // The benchmark acts as a trusted proxy and sets the client address.
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
  })
  const load: SignInLoad = {
    apiUrl: larder.url,
    websiteUrl,
    key,
    foods,
    seconds: Number(options['flood-seconds']),
  }
  if (selected.has('flood')) await floodSignIn(load)
  if (selected.has('timing')) await measureTimingLeak(websiteUrl, databaseUrl, Number(options.attempts))
  await larder.stop()
})
printMissed()
