import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { startVarnish, type Varnish, type VarnishOptions } from '../../lab/servers/varnish.ts'
import { type StoreUrls, startService } from '../../lab/service.ts'
import { runImport } from '../../src/importer/run.ts'
import { withConnection } from '../../src/platform/database/pool.ts'

export interface Edge extends Varnish {
  /** Past Varnish. */
  apiUrl: string
  purgeUrl: string
}

/** A node in this process with Varnish in front of it. */
export async function startEdge(
  stores: StoreUrls,
  settings: Record<string, string>,
  start: (
    stores: StoreUrls,
    settings: Record<string, string>,
  ) => Promise<{ apiUrl: string; stop(): Promise<unknown> }> = startService,
  replace: VarnishOptions['replace'] = [],
): Promise<Edge> {
  const purgePort = await findFreePort()
  const purgeUrl = `http://127.0.0.1:${purgePort}`
  const node = await start(stores, { TRUSTED_PROXIES: '127.0.0.1', EDGE_PURGE_URLS: purgeUrl, ...settings })
  const varnish = await startVarnish({ apiPort: Number(new URL(node.apiUrl).port), purgePort, replace })
  return {
    ...varnish,
    apiUrl: node.apiUrl,
    purgeUrl,
    async stop() {
      await varnish.stop()
      await node.stop()
    },
  }
}

/** Imports a food of the community, whose protein is different in each import. */
export async function importSkyr(stores: StoreUrls, protein: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-skyr-'))
  const file = join(folder, 'skyr.jsonl')
  const food = {
    source_id: 'skyr',
    name: 'Edge Skyr',
    barcode: '3017620422003',
    image_url: 'https://images.openfoodfacts.org/images/products/1/front.400.jpg',
    calories_kcal: 20 + 4 * protein,
    protein_g: protein,
    carbs_g: 4,
    fat_g: 0.2,
  }
  writeFileSync(file, JSON.stringify(food))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'community' } }] }),
  )
  rmSync(folder, { recursive: true })
}
