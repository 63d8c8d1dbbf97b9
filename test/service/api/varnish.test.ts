// Runs deploy/varnish.vcl in a real Varnish in front of the API.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

const program = '/usr/sbin/varnishd'
const isInstalled = existsSync(program)
const lifetimeSeconds = 1
const anonymousPerMinute = 100

describe.skipIf(!isInstalled)(
  `Varnish in front of the API${isInstalled ? '' : ` (skipped: no ${program})`}`,
  () => {
    let stores: TestStores
    let service: RunningService
    let isRunning = true
    let varnish: ChildProcess
    let folder: string
    let url: string
    let key: string
    let categories: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'larder-varnish-'))
      stores = await createStores('demo-foods')
      key = await accountKey(stores, 'varnish', 'scale')
      service = await startService(stores, {
        SHARED_CACHE_SECONDS: String(lifetimeSeconds),
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT_ANONYMOUS_PER_MINUTE: String(anonymousPerMinute),
      })
      const port = await findFreePort()
      url = `http://127.0.0.1:${port}`
      const configuration = join(folder, 'larder.vcl')
      writeFileSync(configuration, configured(new URL(service.apiUrl).port))
      const options = [
        '-j',
        'none',
        '-F',
        '-n',
        folder,
        '-a',
        `127.0.0.1:${port}`,
        '-f',
        configuration,
        '-s',
        'malloc,64m',
      ]
      varnish = spawn(program, options, { stdio: 'ignore' })
      await vi.waitFor(() => ask(url, '/health'), 120_000)
      // Before a test uses up the limit of this address.
      categories = (await ask(url, '/foods/categories')).text
    })
    afterAll(async () => {
      if (varnish.exitCode === null) {
        varnish.kill('SIGTERM')
        await once(varnish, 'exit')
      }
      if (isRunning) await service.stop()
      await stores.drop()
      rmSync(folder, { recursive: true })
    })

    const cacheOf = async (path: string, options = {}) => {
      const { status, headers } = await ask(url, path, options)
      return [status, headers['x-cache']]
    }

    it('keeps responses to anonymous callers', async () => {
      const first = await ask(url, '/food/1')
      const second = await ask(url, '/food/1')
      expect(first.headers['cache-control']).toBe('public, max-age=60, s-maxage=1, stale-if-error=3600')
      expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT'])
      expect([second.status, second.text]).toEqual([200, first.text])
      const etag = second.headers.etag ?? ''
      expect(await cacheOf('/food/1', { headers: { 'if-none-match': etag } })).toEqual([304, 'HIT'])
    })

    it('passes requests with a key on, which are counted and checked', async () => {
      await ask(url, '/food/2')
      const [one, other] = [await ask(url, '/food/2', { key }), await ask(url, '/food/2', { key })]
      expect([one.headers['x-cache'], other.headers['x-cache']]).toEqual(['MISS', 'MISS'])
      expect(other.headers['cache-control']).toBe('private, max-age=60')
      const remaining = ({ headers }: typeof one) => Number(headers['x-ratelimit-remaining'])
      expect(remaining(one) - remaining(other)).toBe(1)
      expect(await cacheOf('/food/2', { key: 'larder_read_wrong' })).toEqual([401, 'MISS'])
      expect(await cacheOf('/food/2')).toEqual([200, 'HIT'])
      expect((await ask(url, '/food/2')).headers['x-ratelimit-remaining']).toBeUndefined()
    })

    it('keeps no errors', async () => {
      for (const [path, status] of [
        ['/food/x', 422],
        ['/food/999999', 404],
        ['/unknown', 401],
      ] as const) {
        expect(await cacheOf(path)).toEqual([status, 'MISS'])
        expect(await cacheOf(path)).toEqual([status, 'MISS'])
      }
    })

    it('limits callers by their address, whatever they claim', async () => {
      const asked = Array.from({ length: anonymousPerMinute + 20 }, (_, n) =>
        ask(url, `/food/x${n}`, { headers: { 'x-forwarded-for': `203.0.113.${n}` } }),
      )
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([422, 429]))
    })

    it('serves what it has while Larder is down', async () => {
      await service.stop()
      isRunning = false
      await wait(lifetimeSeconds * 1_000 + 500)
      const after = await ask(url, '/foods/categories')
      expect([after.status, after.text]).toEqual([200, categories])
      expect((await ask(url, '/foods/categories', { key })).status).toBe(503)
      expect((await ask(url, '/food/300')).status).toBe(503)
    })
  },
)

/** The file as it is shipped, with the port of the test, and old responses only after an error. */
function configured(port: string): string {
  const shipped = readFileSync('deploy/varnish.vcl', 'utf8')
  for (const part of ['.port = "8080"', 'req.grace = 10s'])
    if (!shipped.includes(part)) throw new Error(`deploy/varnish.vcl has no ${part}`)
  return shipped.replace('.port = "8080"', `.port = "${port}"`).replace('req.grace = 10s', 'req.grace = 0s')
}
