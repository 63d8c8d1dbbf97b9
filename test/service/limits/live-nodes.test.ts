// How many nodes share the limits: announced in Redis, and remembered while it is away.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { announceNode, type LiveNodes } from '../../../src/platform/rate-limit/live-nodes.ts'
import { connectShards, type RedisShards } from '../../../src/platform/rate-limit/redis-shards.ts'
import { ownRedis } from '../../support/own-servers.ts'

const waitOptions = { timeout: 120_000, interval: 50 }

function connect(urls: string[]): RedisShards {
  const shards = connectShards({ urls, isCluster: false, sentinels: { sentinels: [], name: '' } })
  for (const client of shards.clients) client.on('error', () => undefined)
  onTestFinished(shards.close)
  return shards
}

function announce(urls: string[], parts: string[]): LiveNodes {
  const node = announceNode(connect(urls), parts, 5_000)
  onTestFinished(node.stop)
  return node
}

const untilCounted = (nodes: LiveNodes[], counts: number[]) =>
  vi.waitFor(() => expect(nodes.map(node => node.count())).toEqual(counts), waitOptions)

it('counts the nodes that serve the same part, until they stop or fall silent', async () => {
  const { url } = await ownRedis()
  const api = announce([url], ['api'])
  const both = announce([url], ['api', 'website'])
  const website = announce([url], ['website'])
  await untilCounted([api, both, website], [2, 2, 2])
  const [redis] = connect([url]).clients
  await vi.waitFor(() => redis?.ping(), waitOptions)
  // One that was killed a while ago, and one that announced itself before the clock was set back.
  await redis?.zadd('{nodes}:api', Date.now() - 11_000, 'killed', Date.now() + 3_600_000, 'from the future')
  const later = announce([url], ['api'])
  await untilCounted([api, later], [3, 3])
  await both.stop()
  await later.stop()
  await untilCounted([api, website], [1, 1])
})

it('is 1 before Redis has answered, and the last number while Redis is away', async () => {
  const [first, second] = [await ownRedis(), await ownRedis()]
  const urls = [first.url, second.url]
  const nodes = [announce(urls, ['api']), announce([...urls].reverse(), ['api'])]
  await untilCounted(nodes, [2, 2])
  await first.kill()
  await second.kill()
  const alone = announce(urls, ['api'])
  // Longer than the time between two announcements.
  await wait(2_500)
  expect([...nodes, alone].map(node => node.count())).toEqual([2, 2, 1])
  await second.start()
  await untilCounted([...nodes, alone], [3, 3, 3])
})
