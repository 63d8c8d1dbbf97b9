// Varnish with deploy/varnish.vcl in front of the API while the catalog changes, and while Larder hangs or is down.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { isVarnishInstalled } from '../../lab/servers/varnish.ts'
import { type ServiceProcess, type StoreUrls, spawnService } from '../../lab/service.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { type Edge, importSkyr, startEdge } from '../support/edge.ts'
import { accountKey } from '../support/keys.ts'

const maxVisibleMs = 2_000

describe.skipIf(!isVarnishInstalled)('Varnish while the catalog changes', () => {
  let stores: TestStores
  let edge: Edge

  beforeAll(async () => {
    stores = await createStores()
    await importSkyr(stores, 10)
    // Two processes notice a change at different times, and either may answer what Varnish has just dropped.
    edge = await startEdge(stores, { SHARED_CACHE_SECONDS: '3600', WORKERS: '2' }, spawnService)
  })
  afterAll(async () => {
    await edge.stop()
    await stores.drop()
  })

  it('shows an import within two seconds, although responses live an hour', async () => {
    const { id } = (await ask(edge.url, '/barcode/3017620422003')).json
    const paths = [
      `/food/${id}`,
      '/barcode/3017620422003',
      '/search?q=skyr',
      '/foods/popular',
      `/foods/batch?ids=${id}`,
    ]
    const importedAt = new Map([[10, performance.now()]])
    const seen: { path: string; protein: number; askedAt: number; isHit: boolean }[] = []
    let isOver = false
    const readers = paths.flatMap(path =>
      Array.from({ length: 2 }, async () => {
        while (!isOver) {
          const askedAt = performance.now()
          const { status, headers, text } = await ask(edge.url, path)
          if (status !== 200) throw new Error(`${path} returned ${status}`)
          const protein = Number(/"protein_g":(\d+)/.exec(text)?.[1])
          seen.push({ path, protein, askedAt, isHit: headers['x-cache'] === 'HIT' })
          await wait(5)
        }
      }),
    )
    for (const protein of [11, 12, 13]) {
      await wait(3_000)
      await importSkyr(stores, protein)
      importedAt.set(protein, performance.now())
    }
    await wait(3_000)
    isOver = true
    await Promise.all(readers)

    let maxAgeMs = 0
    for (const path of paths) {
      const answers = seen.filter(each => each.path === path)
      expect([path, new Set(answers.map(({ protein }) => protein)).size]).toEqual([path, importedAt.size])
      for (const { askedAt, protein } of answers)
        maxAgeMs = Math.max(maxAgeMs, askedAt - (importedAt.get(protein + 1) ?? Infinity))
    }
    const hits = seen.filter(({ isHit }) => isHit).length
    console.log(
      `${seen.length} responses, ${hits} from Varnish; an old one was sent up to ${maxAgeMs.toFixed(0)} ms after an import`,
    )
    expect(maxAgeMs).toBeLessThan(maxVisibleMs)
    expect(hits).toBeGreaterThan(seen.length / 2)
  })
})

describe.skipIf(!isVarnishInstalled)('Varnish while Larder fails', () => {
  let stores: TestStores
  let node: ServiceProcess
  let edge: Edge
  let key: string
  let apiPort: number
  const lifetimeSeconds = 1

  const spawn = async (urls: StoreUrls, settings: Record<string, string>) => {
    node = await spawnService(urls, { ...settings, API_PORT: String(apiPort) })
    return node
  }
  const settings = { SHARED_CACHE_SECONDS: String(lifetimeSeconds) }

  beforeAll(async () => {
    stores = await createStores('demo-foods')
    key = await accountKey(stores, 'edge', 'scale')
    apiPort = await findFreePort()
    edge = await startEdge(stores, settings, spawn)
  })
  afterAll(async () => {
    await edge.stop()
    await node.stop('SIGKILL')
    await stores.drop()
  })

  const fill = async (paths: string[]) => {
    const bodies: string[] = []
    for (const path of paths) bodies.push((await ask(edge.url, path)).text)
    await wait(1_000 * lifetimeSeconds + 200)
    return bodies
  }
  const paths = ['/foods/categories', '/food/1', '/search?q=milk']

  it('serves what it has at once while Larder hangs, then goes on as before', async () => {
    const bodies = await fill(paths)
    node.process.kill('SIGSTOP')
    const startedAt = performance.now()
    const answers = await Promise.all(paths.map(path => ask(edge.url, path)))
    const tookMs = performance.now() - startedAt
    // Longer than old responses are served without an error. The health check has noticed by then.
    await wait(12_000)
    const later = await Promise.all(paths.map(path => ask(edge.url, path)))
    const [unknown, keyed] = await Promise.all([ask(edge.url, '/food/2'), ask(edge.url, '/food/1', { key })])
    node.process.kill('SIGCONT')
    for (const each of [answers, later]) {
      expect(each.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(each.map(({ text }) => text)).toEqual(bodies)
    }
    // Varnish waits ten seconds for a response that it needs.
    expect(tookMs).toBeLessThan(5_000)
    expect([unknown.status, keyed.status]).toEqual([503, 503])
    expect(unknown.json).toEqual({ detail: 'The service cannot be reached. Retry in 1 seconds.' })
    expect([unknown.headers['retry-after'], unknown.headers['access-control-allow-origin']]).toEqual([
      '1',
      '*',
    ])
    await expect.poll(async () => (await ask(edge.url, '/food/1', { key })).status).toBe(200)
    await expect.poll(async () => (await ask(edge.url, '/food/2')).status).toBe(200)
  })

  it('serves what it has while Larder is down, even what a purge ended, and nothing to a key', async () => {
    const bodies = await fill(paths)
    node.process.kill('SIGKILL')
    await node.stop()
    await fetch(edge.purgeUrl, { method: 'PURGE', headers: { 'surrogate-key': 'larder' } })
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(paths.map(path => ask(edge.url, path)))
      expect(answers.map(({ status, text }) => [status, text])).toEqual(bodies.map(body => [200, body]))
      expect((await ask(edge.url, '/food/1', { key })).status).toBe(503)
      expect((await ask(edge.url, '/food/300')).status).toBe(503)
      await wait(2_000)
    }
    await spawn(stores, { TRUSTED_PROXIES: '127.0.0.1', EDGE_PURGE_URLS: edge.purgeUrl, ...settings })
    await expect.poll(async () => (await ask(edge.url, '/food/300')).status).toBe(200)
    await expect.poll(async () => (await ask(edge.url, '/food/1', { key })).status).toBe(200)
  })
})
