// @larder/client against a running service, in Node.js and in a browser.

import { fileURLToPath } from 'node:url'
import { type ClientOptions, createClient, LarderError, portion, totals } from '@larder/client'
import { Redis } from 'ioredis'
import { build } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { launchBrowser } from '../../lab/browser.ts'
import { withFixtureService } from '../support/fixture-service.ts'
import { accountKey, namedKey } from '../support/keys.ts'

const fixture = withFixtureService({ RATE_LIMIT_SCALE_PER_MINUTE: '50' })

/** A client that records the status of every response. */
function recordingClient(apiKey?: string, options: Partial<ClientOptions> = {}) {
  const statuses: number[] = []
  const client = createClient({
    baseUrl: fixture.service.apiUrl,
    apiKey,
    ...options,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      statuses.push(response.status)
      return response
    },
  })
  return { client, statuses }
}

describe('@larder/client', () => {
  it('searches, looks up, lists and reads the health status', async () => {
    const { client } = recordingClient()
    const [milk] = await client.search('reduced fat milk', { limit: 1, source: 'off' })
    expect(milk).toMatchObject({ name: '2% Reduced Fat Milk', barcode: '0042100005264' })
    expect(await client.food(milk?.id ?? 0)).toEqual(milk)
    expect(await client.barcode('042100005264')).toEqual(milk)
    const dairy = await client.popular({ category: 'Dairy', limit: 3, hasImage: false })
    expect(dairy.map(({ category }) => category)).toEqual(['Milk', 'Milk', 'Milk'])
    const pages = []
    for await (const page of client.popularPages({ category: 'Dairy', limit: 2, hasImage: false })) {
      pages.push(page)
      if (pages.length === 2) break
    }
    expect(pages.flat().slice(0, 3)).toEqual(dairy)
    const { items } = await client.meal('a cup of whole milk')
    expect(items.map(({ food }) => food?.name)).toEqual(['Whole Milk'])
    expect((await client.details(milk?.id ?? 0))?.food).toEqual(milk)
    expect(await client.batch({ ids: [milk?.id ?? 0, -1] })).toEqual([
      { key: `${milk?.id}`, food: milk },
      { key: '-1', food: null },
    ])
    expect(await client.batch({ barcodes: ['042100005264'] })).toEqual([{ key: '042100005264', food: milk }])
    for await (const { changes, next } of client.changes()) {
      expect(changes).toEqual([])
      for await (const later of client.changes(next)) expect(later.changes).toEqual([])
    }
    expect((await client.categories()).find(({ category }) => category === 'Dairy')?.count).toBeGreaterThan(3)
    expect(await client.health()).toMatchObject({ status: 'ok' })
    expect(milk && portion(milk, 200).calories_kcal).toBe(102)
    expect(milk && totals([{ food: milk, grams: 200 }]).calories_kcal).toBe(102)
  })

  it('returns null for what does not exist, and throws for what is invalid', async () => {
    const { client } = recordingClient()
    expect([await client.food(-1), await client.barcode('0000000000000')]).toEqual([null, null])
    expect(await client.details(-1)).toBe(null)
    const error = await client.search('m', { limit: 51 }).catch(caught => caught)
    expect(error).toBeInstanceOf(LarderError)
    expect(error.status).toBe(422)
    expect(error.detail.map(({ type }: { type: string }) => type)).toEqual([
      'string_too_short',
      'less_than_equal',
    ])
    await expect(recordingClient('no-such-key').client.categories()).rejects.toMatchObject({ status: 401 })
  })

  it('revalidates by ETag', async () => {
    const { client, statuses } = recordingClient()
    const categories = await client.categories()
    expect(await client.categories()).toEqual(categories)
    expect(statuses).toEqual([200, 304])
  })

  it('reports how long to wait when the rate limit is exceeded', async () => {
    const apiKey = await accountKey(fixture.stores, 'client', 'scale')
    const client = createClient({ baseUrl: fixture.service.apiUrl, apiKey, maxRetries: 0 })
    expect(client.rateLimit).toBe(undefined)
    const results = await Promise.allSettled(Array.from({ length: 51 }, (_, id) => client.food(id)))
    const rateLimited = results.filter(result => result.status === 'rejected')
    expect(rateLimited.map(({ reason }) => [reason.status, reason.retryAfter > 0])).toEqual([[429, true]])
    expect(rateLimited[0]?.reason).toMatchObject({ code: 'rate_limited', requestId: expect.any(String) })
    expect(client.rateLimit).toMatchObject({
      limit: 50,
      remaining: expect.any(Number),
      resetsAt: expect.any(Date),
    })
  })

  it('sends 40 requests with a key of 25 per minute without meeting its limit', async () => {
    await accountKey(fixture.stores, 'queued', 'pro')
    const { key, id } = await namedKey(fixture.stores, 'queued', 'app', 'read', { capPerMinute: 25 })
    // Another client of the key used one request, 56 seconds ago: the window ends in 4 seconds.
    await createClient({ baseUrl: fixture.service.apiUrl, apiKey: key }).categories()
    await endWindowSoon(id, 4_000)
    const { client, statuses } = recordingClient(key, { queue: true })
    const started = Date.now()
    const foods = await Promise.all(Array.from({ length: 40 }, (_, index) => client.food(index + 1)))
    expect(foods.filter(food => food !== null).length).toBe(40)
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200))
    // 24 in this window, 16 in the next. A slow machine needs a third window, a minute later.
    expect(Date.now() - started).toBeGreaterThan(1_000)
  })

  it('runs in a browser, from another origin', async () => {
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.addScriptTag({ content: await bundleForBrowsers() })
    const apiKey = await accountKey(fixture.stores, 'browser', 'pro')
    const seen = await page.evaluate(
      async ([baseUrl = '', key = '']) => {
        const { createClient, LarderError, totals } = (globalThis as unknown as BrowserGlobals).larder
        const statuses: number[] = []
        const client = createClient({
          baseUrl,
          apiKey: key,
          queue: true,
          fetch: async (url, init) => {
            const response = await fetch(url, init)
            statuses.push(response.status)
            return response
          },
        })
        const [milk] = await client.search('reduced fat milk', { limit: 1, source: 'off' })
        await client.search('reduced fat milk', { limit: 1, source: 'off' })
        const error = await client.search('m').catch(caught => caught)
        const controller = new AbortController()
        const aborted = client.categories({ signal: controller.signal }).catch(caught => caught.name)
        controller.abort()
        return {
          name: milk?.name,
          statuses,
          isTyped: error instanceof LarderError,
          aborted: await aborted,
          total: milk && totals([{ food: milk, grams: 200 }]).calories_kcal,
        }
      },
      [fixture.service.apiUrl, apiKey],
    )
    expect(seen).toMatchObject({
      name: '2% Reduced Fat Milk',
      isTyped: true,
      aborted: 'AbortError',
      total: 102,
    })
    expect(seen.statuses.slice(0, 3)).toEqual([200, 304, 422])
  })
})

interface BrowserGlobals {
  larder: typeof import('@larder/client')
}

/** The package as one script, which sets `larder`. */
async function bundleForBrowsers(): Promise<string> {
  const entry = fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, name: 'larder', formats: ['iife'] } },
  })
  const outputs = [built].flat().flatMap(each => ('output' in each ? each.output : []))
  return outputs.map(each => (each.type === 'chunk' ? each.code : '')).join('')
}

async function endWindowSoon(keyId: number, inMs: number): Promise<void> {
  const redis = new Redis(fixture.stores.redisUrl)
  const [window = ''] = await redis.keys(`*:key:${keyId}`)
  await redis.hset(window, 'end', Date.now() + inMs)
  redis.disconnect()
}
