// @larder/client against a running service.
import { createClient, LarderError, portion } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { withDemoService } from '../support/demo-service.ts'
import { accountKey } from '../support/keys.ts'

const demo = withDemoService({ RATE_LIMIT_SCALE_PER_MINUTE: '50' })

/** A client that records the status of every response. */
function recordingClient(apiKey?: string) {
  const statuses: number[] = []
  const client = createClient({
    baseUrl: demo.service.apiUrl,
    apiKey,
    fetch: async request => {
      const response = await fetch(request)
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
    expect((await client.categories()).find(({ category }) => category === 'Dairy')?.count).toBeGreaterThan(3)
    expect(await client.health()).toMatchObject({ status: 'ok' })
    expect(milk && portion(milk, 200).calories_kcal).toBe(102)
  })

  it('returns null for what does not exist, and throws for what is invalid', async () => {
    const { client } = recordingClient()
    expect([await client.food(-1), await client.barcode('0000000000000')]).toEqual([null, null])
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
    const apiKey = await accountKey(demo.stores, 'client', 'scale')
    const client = createClient({ baseUrl: demo.service.apiUrl, apiKey, maxRetries: 0 })
    const results = await Promise.allSettled(Array.from({ length: 51 }, () => client.categories()))
    const rateLimited = results.filter(result => result.status === 'rejected')
    expect(rateLimited.map(({ reason }) => [reason.status, reason.retryAfter > 0])).toEqual([[429, true]])
  })
})
