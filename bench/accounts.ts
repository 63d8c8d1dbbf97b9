// What accounts cost: counting usage, and people who guess passwords. See bench/README.md.
//   npm run bench:accounts -- [--only usage,storm,telling] [--seconds N] …
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCatalog } from '../lab/catalogs/generated-catalog.ts'
import { printMissed } from '../lab/report.ts'
import { findFreePort } from '../lab/servers/free-port.ts'
import { createScaleKey, environmentFor, startLarder } from '../lab/servers/larder-process.ts'
import { withStores } from '../lab/servers/temporary-stores.ts'
import { tellApart } from './account-timing-leak.ts'
import { compareCounting } from './accounts-usage.ts'
import { type SignInLoad, stormWebsite } from './sign-in-flood.ts'
import { requireWrk } from './wrk.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'usage,storm,telling' },
    foods: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    'storm-seconds': { type: 'string', default: '30' },
    tries: { type: 'string', default: '200' },
  },
})
const wanted = new Set(options.only.split(','))
const foods = Number(options.foods)

if (wanted.has('usage')) await requireWrk()
await withStores(async stores => {
  const databaseUrl = await stores.createDatabase('accounts')
  await makeCatalog(databaseUrl, foods)
  const environment = environmentFor(stores, databaseUrl, 1)
  const key = await createScaleKey(environment)
  const start = (more: Record<string, string>) =>
    startLarder({ ...environment, ...more }, join(stores.folder, 'larder.log'))

  if (wanted.has('usage')) {
    const load = { foods, key, connections: Number(options.connections), seconds: Number(options.seconds) }
    await compareCounting(start, load, Number(options.rounds))
  }
  if (!wanted.has('storm') && !wanted.has('telling')) return

  const port = await findFreePort()
  const websiteUrl = `http://localhost:${port}`
  const larder = await start({
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: websiteUrl,
    // The benchmark is the proxy before it, and says for whom it asks.
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
  })
  const load: SignInLoad = {
    apiUrl: larder.url,
    websiteUrl,
    key,
    foods,
    seconds: Number(options['storm-seconds']),
  }
  if (wanted.has('storm')) await stormWebsite(load)
  if (wanted.has('telling')) await tellApart(websiteUrl, databaseUrl, Number(options.tries))
  await larder.stop()
})
printMissed()
