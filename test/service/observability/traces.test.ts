import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '../../../lab/servers/trace-receiver.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

// Each of them waits for a receiver that is told once a second.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let stores: TestStores
let receiver: TraceReceiver
let service: RunningService
let key: string
beforeAll(async () => {
  stores = await createStores('demo-foods')
  key = await accountKey(stores, 'traced', 'pro')
  receiver = await startTraceReceiver()
  service = await startService(stores, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
})
afterAll(async () => {
  await service.stop()
  receiver.stop()
  await stores.drop()
})

const newTraceId = () => randomBytes(16).toString('hex')
const callerSpan = '00f067aa0ba902b7'

/** Asks as a part of a trace and returns what of it came. */
async function traced(
  url: string,
  path: string,
  options: Parameters<typeof ask>[2] = {},
): Promise<{ spans: ReceivedSpan[]; tree: string[]; ms: number; status: number }> {
  const traceId = newTraceId()
  const start = performance.now()
  const { status } = await ask(url, path, {
    ...options,
    headers: { ...options.headers, traceparent: `00-${traceId}-${callerSpan}-01` },
  })
  const ms = performance.now() - start
  const spans = await receiver.traceOf(traceId)
  return { spans, tree: treeOf(spans, callerSpan), ms, status }
}

/** Each span by its name and those above it, in the order in which they began. */
function treeOf(spans: ReceivedSpan[], parentId: string, above = ''): string[] {
  return spans
    .filter(span => span.parentId === parentId)
    .toSorted((one, other) => Number(one.startNs - other.startNs))
    .flatMap(span => {
      const path = above === '' ? span.name : `${above} > ${span.name}`
      return [path, ...treeOf(spans, span.spanId, path)]
    })
}

describe('a request', () => {
  it('of the API continues the trace of its caller: key, limit, search by phase, statements', async () => {
    const { spans, tree, ms } = await traced(service.apiUrl, '/search?q=choclate', { key })
    expect(tree).toEqual([
      'GET /search',
      'GET /search > admit',
      'GET /search > admit > find-key-holder',
      'GET /search > admit > limit',
      expect.stringMatching(/^GET \/search > admit > limit > redis eval/),
      'GET /search > fairness delay',
      'GET /search > search terms',
      'GET /search > search terms > look-up-terms-4',
      'GET /search > search rewrite',
      'GET /search > search retrieve',
      'GET /search > search retrieve > retrieve-foods',
    ])
    expect(tree).toHaveLength(spans.length)
    const root = spans.find(({ parentId }) => parentId === callerSpan)
    expect(root?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/search',
      'http.response.status_code': 200,
      'larder.site': 'api',
      'larder.caller': 'pro',
      'larder.request_id': expect.any(String),
    })
    expect(spans.find(({ name }) => name === 'retrieve-foods')).toMatchObject({
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'larder.pool': 'larder search' },
    })
    // Children lie within their parents, and the whole within the time that the caller saw.
    const byId = new Map(spans.map(span => [span.spanId, span]))
    for (const span of spans) {
      expect(span.endNs).toBeGreaterThanOrEqual(span.startNs)
      const parent = byId.get(span.parentId ?? '')
      if (parent === undefined) continue
      expect(span.startNs).toBeGreaterThanOrEqual(parent.startNs)
      expect(span.endNs).toBeLessThanOrEqual(parent.endNs)
    }
    if (root === undefined) throw new Error('no root')
    const rootMs = Number(root.endNs - root.startNs) / 1e6
    expect(rootMs).toBeGreaterThan(0)
    expect(rootMs).toBeLessThan(ms + 50)
    expect(Math.abs(Number(root.startNs / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  })
  it('of the website, with a body too', async () => {
    const page = await traced(service.websiteUrl, '/numbers')
    expect(page.tree).toContain('GET /numbers > catalog-breakdown')
    const form = await traced(service.websiteUrl, '/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=ann&password=not-in-a-trace',
    })
    expect(form.tree[0]).toBe('POST /sign-in')
    expect(form.spans[0]?.attributes['larder.site']).toBe('website')
  })
  it('that is answered together with others shows how long it waited', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => traced(service.apiUrl, `/food/${n + 1}`, { key })),
    )
    for (const { tree } of all) expect(tree).toContain('GET /food/:food_id > look up')
    const statements = all.flatMap(({ tree }) => tree).filter(path => path.endsWith('foods-by-id'))
    expect(statements.length).toBeGreaterThan(0)
  })
  it('without a trace begins one; one that its caller does not record is not recorded', async () => {
    const before = receiver.spans.length
    const quiet = newTraceId()
    await ask(service.apiUrl, '/food/2', { headers: { traceparent: `00-${quiet}-${callerSpan}-00` } })
    await ask(service.apiUrl, '/food/3', { headers: { traceparent: `00-${'0'.repeat(32)}-junk-01` } })
    const root = () => receiver.spans.slice(before).find(({ kind }) => kind === 2)
    for (let tries = 0; tries < 1_200 && root() === undefined; tries++) await wait(50)
    expect(root()).toMatchObject({
      name: 'GET /food/:food_id',
      parentId: undefined,
    })
    expect(receiver.spans.filter(({ traceId }) => traceId === quiet)).toEqual([])
  })
  it('that fails says so', async () => {
    await stores.sql('alter table category_counts rename to hidden_counts')
    onTestFinished(async () => {
      await stores.sql('alter table hidden_counts rename to category_counts')
    })
    const { spans, status } = await traced(service.apiUrl, '/foods/categories', { key })
    expect(status).toBe(500)
    expect(spans.filter(({ hasFailed }) => hasFailed).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /foods/categories', 'category-counts']),
    )
  })
})

it('no key and nothing that somebody typed is in a trace', async () => {
  await traced(service.apiUrl, '/search?q=zzsecretfood', { key })
  await traced(service.apiUrl, '/food/1', { key: `${key}x` })
  await traced(service.websiteUrl, '/search?q=zzsecretfood')
  for (const secret of [key, key.slice(-20), 'zzsecretfood', 'not-in-a-trace', '127.0.0.1']) {
    expect(receiver.text()).not.toContain(secret)
  }
})

it('of a thousand as many are traced as the operator says', async () => {
  const none = await startService(stores, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const traceId = newTraceId()
  await ask(none.apiUrl, '/food/1', { headers: { traceparent: `00-${traceId}-${callerSpan}-01` } })
  await none.stop()
  expect(receiver.spans.filter(span => span.traceId === traceId)).toEqual([])
})

it('after a quiet time spans are sent as before', async () => {
  await wait(2_500)
  expect((await traced(service.apiUrl, '/food/1', { key })).tree.length).toBeGreaterThan(1)
})

it('a stop sends what is recorded', async () => {
  const short = await startService(stores, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  const traceId = newTraceId()
  await ask(short.apiUrl, '/food/1', { headers: { traceparent: `00-${traceId}-${callerSpan}-01` } })
  await short.stop()
  expect((await receiver.traceOf(traceId)).length).toBeGreaterThan(1)
})

describe('a receiver that', () => {
  async function lostSpans(url: string): Promise<number> {
    const text = await (await fetch(url)).text()
    return Number(/^larder_trace_spans_dropped_total (\d+)/m.exec(text)?.[1])
  }
  async function askOften(url: string, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(url, `/food/${n + 1}`)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
  }

  it('is away costs spans and nothing else', async () => {
    const alone = await startService(stores, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
    })
    await askOften(alone.apiUrl, 2)
    for (let tries = 0; tries < 1_200 && (await lostSpans(alone.metricsUrl)) === 0; tries++) await wait(50)
    expect(await lostSpans(alone.metricsUrl)).toBeGreaterThan(0)
    expect(await alone.stop()).toBe(true)
  })
  it('takes everything and answers nothing costs spans and nothing else', async () => {
    const port = await findFreePort()
    const hanging = createServer(socket => {
      socket.on('error', () => undefined)
      socket.resume()
    })
    hanging.listen(port, '127.0.0.1')
    const alone = await startService(stores, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
    // Enough to fill what is kept for it.
    await askOften(alone.apiUrl, 15)
    expect(await lostSpans(alone.metricsUrl)).toBeGreaterThan(0)
    expect(await alone.stop()).toBe(true)
    hanging.close()
  })
})
