// The dashboard screenshot of the docs, from a real run: two nodes on the demo foods under load, with a Redis outage and a
// locked table, queried from a Prometheus with the queries of the panels.
//   npm run dashboard:screenshot -- [--seconds 150]

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../../lab/browser.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { createKey, environmentOf, startLarder } from '../../lab/servers/larder-process.ts'
import { startRedis } from '../../lab/servers/redis-server.ts'
import { root, withStores } from '../../lab/servers/temporary-stores.ts'
import { runImport } from '../../src/importer/run.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { clock, drawPage, type Series, type TimeSpan } from './draw.ts'
import { createClients, generateLoad } from './load.ts'
import { type Panel, panels, rows } from './panels.ts'
import { startPrometheus } from './prometheus.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '150' } } })
const seconds = Number(options.seconds)
const now = () => Date.now() / 1000

await withStores(async ({ createDatabase, folder }) => {
  const databaseUrl = await createDatabase('dashboard')
  await loadFoods(databaseUrl)
  const redis = await startRedis()
  const environment = {
    ...environmentOf(databaseUrl, redis.url),
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: '150',
    RATE_LIMIT_PRO_PER_MINUTE: '100000',
    RATE_LIMIT_FREE_PER_HOUR: '100000',
    LOG_LEVEL: 'warn',
  }
  const keys = {
    starter: await createKey(environment, 'small', 'starter'),
    pro: await createKey(environment, 'middle', 'pro'),
    scale: await createKey(environment, 'large', 'scale'),
  }
  const nodes = await Promise.all(['node 1', 'node 2'].map(name => startNode(name, environment, folder)))
  const prometheus = await startPrometheus(
    folder,
    Object.fromEntries(nodes.map(({ name, metricsAddress }) => [name, metricsAddress])),
  )
  try {
    const load = nodes.flatMap(({ apiUrl, websiteUrl }) => createClients(apiUrl, websiteUrl, keys))
    // Warm-up, so that rates have a start value.
    await generateLoad(load, 15)
    const from = now()
    const loading = generateLoad(load, seconds)
    const faults = [
      await faultAt(0.35, 'Redis stopped', async () => {
        await redis.kill()
        await wait(20_000)
        await redis.start()
      }),
      await faultAt(0.7, 'foods locked', () => lockFoods(databaseUrl, 5_000)),
    ]
    await loading
    await takeScreenshot(prometheus, { from, to: now() }, faults)

    async function faultAt(share: number, name: string, inject: () => Promise<void>): Promise<TimeSpan> {
      await wait(Math.max(0, (from + share * seconds - now()) * 1000))
      const start = now()
      await inject()
      return { name, from: start, to: now() }
    }
  } finally {
    await prometheus.stop()
    await Promise.all(nodes.map(({ stop }) => stop()))
    await redis.remove()
  }
})

async function loadFoods(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async client => {
    await migrate(client)
    await runImport(client, {
      inputs: [{ file: join(root, 'data/demo-foods.jsonl'), origin: { from: 'jsonl', source: 'per-line' } }],
      cursor: { source: 'off', at: Math.round(now()) - 20 * 3600 },
    })
  })
}

async function startNode(name: string, environment: Record<string, string>, folder: string) {
  const [apiPort, websitePort, metricsPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const { stop } = await startLarder(
    {
      ...environment,
      API_PORT: String(apiPort),
      WEB_PORT: String(websitePort),
      METRICS_PORT: String(metricsPort),
    },
    join(folder, 'larder.log'),
  )
  return {
    name,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    websiteUrl: `http://127.0.0.1:${websitePort}`,
    metricsAddress: `127.0.0.1:${metricsPort}`,
    stop,
  }
}

async function lockFoods(databaseUrl: string, ms: number): Promise<void> {
  await withConnection(databaseUrl, async client => {
    await client.query('begin; lock table foods in access exclusive mode')
    await wait(ms)
    await client.query('rollback')
  })
}

async function takeScreenshot(
  prometheus: Awaited<ReturnType<typeof startPrometheus>>,
  span: { from: number; to: number },
  faults: TimeSpan[],
): Promise<void> {
  const seriesOf = new Map<Panel, Series[]>()
  for (const panel of panels) {
    const series = await prometheus.read(panel, span)
    if (series.length === 0 && panel.onlyWith === undefined)
      throw new Error(`the panel ${panel.title} has no data`)
    seriesOf.set(panel, series)
  }
  const faultList = faults
    .map(({ name, from, to }) => `${name} (${clock(from - span.from)} to ${clock(to - span.from)})`)
    .join(', ')
  const caption = `Two nodes, ${Math.round(span.to - span.from)} seconds, and two faults in red: ${faultList}. The numbers next to the names are maximums; dashed lines are targets.`
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1520, height: 900 } })
    await page.setContent(drawPage(rows, seriesOf, span, faults, caption))
    const image = await page.screenshot({ fullPage: true })
    writeFileSync(join(root, 'docs/images/dashboard.png'), image)
    console.log(`docs/images/dashboard.png, ${Math.round(image.length / 1000)} KB`)
  } finally {
    await browser.close()
  }
}
