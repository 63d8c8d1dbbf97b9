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
import { createOtlpExporter } from '../../../src/platform/telemetry/otlp-exporter.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

// Spans are exported once a second.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let stores: TestStores
let receiver: TraceReceiver
let service: RunningService
let key: string
beforeAll(async () => {
  stores = await createStores('fixture-foods')
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
const clientSpan = '00f067aa0ba902b7'

/** Sends a request with a trace context and returns the spans that the receiver got. */
async function sendTraced(
  url: string,
  path: string,
  options: Parameters<typeof ask>[2] = {},
): Promise<{ spans: ReceivedSpan[]; tree: string[]; ms: number; status: number }> {
  const traceId = newTraceId()
  const start = performance.now()
  const { status } = await ask(url, path, {
    ...options,
    headers: { ...options.headers, traceparent: `00-${traceId}-${clientSpan}-01` },
  })
  const ms = performance.now() - start
  const spans = await receiver.traceOf(traceId)
  return { spans, tree: treeOf(spans, clientSpan), ms, status }
}

/** The path of each span (its name after those of its ancestors), in order of start time. */
function treeOf(spans: ReceivedSpan[], parentId: string, parentPath = ''): string[] {
  return spans
    .filter(span => span.parentId === parentId)
    .toSorted((one, other) => Number(one.startNs - other.startNs))
    .flatMap(span => {
      const path = parentPath === '' ? span.name : `${parentPath} > ${span.name}`
      return [path, ...treeOf(spans, span.spanId, path)]
    })
}

describe('request traces', () => {
  it("continue the client's trace on the API, with spans for authentication, rate limit, search phases and statements", async () => {
    const { spans, tree, ms } = await sendTraced(service.apiUrl, '/search?q=choclate', { key })
    expect(tree).toEqual([
      'GET /search',
      'GET /search > authenticate',
      'GET /search > authenticate > find-principal',
      'GET /search > authenticate > rate_limit',
      expect.stringMatching(/^GET \/search > authenticate > rate_limit > redis eval/),
      'GET /search > fairness delay',
      'GET /search > search.rewrite',
      'GET /search > search.retrieve',
      'GET /search > search.retrieve > retrieve-foods',
      'GET /search > search.rank',
      'GET /search > search.fetch',
      'GET /search > search.fetch > fetch-foods',
    ])
    expect(tree).toHaveLength(spans.length)
    const root = spans.find(({ parentId }) => parentId === clientSpan)
    expect(root?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/search',
      'http.response.status_code': 200,
      'larder.server': 'api',
      'larder.client_type': 'pro',
      'larder.request_id': expect.any(String),
    })
    expect(spans.find(({ name }) => name === 'retrieve-foods')).toMatchObject({
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'larder.pool': 'larder search' },
    })
    // Child spans lie within their parents, and the root within the time measured by the client.
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
  it('cover the website, including requests with a body', async () => {
    const page = await sendTraced(service.websiteUrl, '/stats')
    expect(page.tree).toContain('GET /stats > catalog-breakdown')
    const form = await sendTraced(service.websiteUrl, '/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=ann&password=not-in-a-trace',
    })
    expect(form.tree[0]).toBe('POST /sign-in')
    const root = form.spans.find(({ name }) => name === 'POST /sign-in')
    expect(root?.attributes['larder.server']).toBe('website')
  })
  it('show the wait time of each request in a batched lookup', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendTraced(service.apiUrl, `/food/${n + 1}`, { key })),
    )
    for (const { tree } of all) expect(tree).toContain('GET /food/:food_id > food.lookup')
    const statements = all.flatMap(({ tree }) => tree).filter(path => path.endsWith('foods-by-id'))
    expect(statements.length).toBeGreaterThan(0)
  })
  it('start a new trace without a valid trace context, and respect an unsampled one', async () => {
    const before = receiver.spans.length
    const unsampled = newTraceId()
    await ask(service.apiUrl, '/food/2', { headers: { traceparent: `00-${unsampled}-${clientSpan}-00` } })
    await ask(service.apiUrl, '/food/3', { headers: { traceparent: `00-${'0'.repeat(32)}-junk-01` } })
    const root = () => receiver.spans.slice(before).find(({ kind }) => kind === 2)
    for (let tries = 0; tries < 1_200 && root() === undefined; tries++) await wait(50)
    expect(root()).toMatchObject({
      name: 'GET /food/:food_id',
      parentId: undefined,
    })
    expect(receiver.spans.filter(({ traceId }) => traceId === unsampled)).toEqual([])
  })
  it('mark failed requests and statements', async () => {
    await stores.sql('alter table category_counts rename to hidden_counts')
    onTestFinished(async () => {
      await stores.sql('alter table hidden_counts rename to category_counts')
    })
    const { spans, status } = await sendTraced(service.apiUrl, '/foods/categories', { key })
    expect(status).toBe(500)
    expect(spans.filter(({ hasFailed }) => hasFailed).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /foods/categories', 'category-counts']),
    )
  })
})

it('keeps API keys and user input out of traces', async () => {
  await sendTraced(service.apiUrl, '/search?q=zzsecretfood', { key })
  await sendTraced(service.apiUrl, '/food/1', { key: `${key}x` })
  await sendTraced(service.websiteUrl, '/search?q=zzsecretfood')
  for (const secret of [key, key.slice(-20), 'zzsecretfood', 'not-in-a-trace', '127.0.0.1']) {
    expect(receiver.text()).not.toContain(secret)
  }
})

it('traces the configured share of requests', async () => {
  const none = await startService(stores, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const traceId = newTraceId()
  await ask(none.apiUrl, '/food/1', { headers: { traceparent: `00-${traceId}-${clientSpan}-01` } })
  await none.stop()
  expect(receiver.spans.filter(span => span.traceId === traceId)).toEqual([])
})

it('keeps exporting spans after an idle period', async () => {
  await wait(2_500)
  expect((await sendTraced(service.apiUrl, '/food/1', { key })).tree.length).toBeGreaterThan(1)
})

it('exports recorded spans on shutdown', async () => {
  const short = await startService(stores, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  const traceId = newTraceId()
  await ask(short.apiUrl, '/food/1', { headers: { traceparent: `00-${traceId}-${clientSpan}-01` } })
  await short.stop()
  expect((await receiver.traceOf(traceId)).length).toBeGreaterThan(1)
})

describe('the settings of OpenTelemetry', () => {
  /** What the receiver got from a service with these settings. */
  async function exportWith(settings: Record<string, string>) {
    const other = await startTraceReceiver()
    const configured = await startService(stores, { OTEL_EXPORTER_OTLP_ENDPOINT: other.url, ...settings })
    await ask(configured.apiUrl, '/food/1')
    await configured.stop()
    other.stop()
    return { headers: other.headers.at(-1), resource: other.resources.at(-1) }
  }

  it('add headers and resource attributes, with percent-encoded values', async () => {
    const { headers, resource } = await exportWith({
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-scope-org-id=larder',
      OTEL_SERVICE_NAME: 'larder-eu',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=pre%2Dproduction%2C eu,service.name=other',
    })
    expect(headers).toMatchObject({
      authorization: 'Basic YTpi',
      'x-scope-org-id': 'larder',
      'content-type': 'application/json',
    })
    expect(resource).toEqual({
      'service.name': 'larder-eu',
      'service.instance.id': expect.any(String),
      'deployment.environment.name': 'pre-production, eu',
    })
  })
  it('prefer the headers for traces, and take the name of the service from the attributes', async () => {
    const { headers, resource } = await exportWith({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-all=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-traces=2',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=from-attributes,service.instance.id=node-7',
    })
    expect([headers?.['x-all'], headers?.['x-traces']]).toEqual([undefined, '2'])
    expect(resource).toEqual({ 'service.name': 'from-attributes', 'service.instance.id': 'node-7' })
  })
})

it('exports whole numbers as integers and fractions as doubles', async () => {
  const other = await startTraceReceiver()
  let dropped = 0
  const otlp = createOtlpExporter({
    url: other.url,
    headers: {},
    resource: {},
    onDropped: spans => {
      dropped += spans
    },
  })
  otlp.add({
    traceId: newTraceId(),
    spanId: clientSpan,
    parentId: undefined,
    name: 'numbers',
    kind: 1,
    startMs: Date.now(),
    endMs: Date.now(),
    attributes: { whole: 3, fraction: 0.25, negative: -2 },
    hasFailed: false,
  })
  await otlp.stop()
  other.stop()
  expect(dropped).toBe(0)
  expect(other.text()).toContain('{"key":"whole","value":{"intValue":"3"}}')
  expect(other.spans[0]?.attributes).toEqual({ whole: 3, fraction: 0.25, negative: -2 })
})

describe('an unavailable trace receiver', () => {
  async function droppedSpans(url: string): Promise<number> {
    const text = await (await fetch(url)).text()
    return Number(/^larder_trace_spans_dropped_total (\d+)/m.exec(text)?.[1])
  }
  async function sendRequests(url: string, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(url, `/food/${n + 1}`)))
      expect(responses.every(({ status }) => status === 200)).toBe(true)
    }
  }

  it('costs nothing but spans when it is down', async () => {
    const alone = await startService(stores, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
    })
    await sendRequests(alone.apiUrl, 2)
    for (let tries = 0; tries < 1_200 && (await droppedSpans(alone.metricsUrl)) === 0; tries++) await wait(50)
    expect(await droppedSpans(alone.metricsUrl)).toBeGreaterThan(0)
    expect(await alone.stop()).toBe(true)
  })
  it('costs nothing but spans when it never responds', async () => {
    const port = await findFreePort()
    const hanging = createServer(socket => {
      socket.on('error', () => undefined)
      socket.resume()
    })
    hanging.listen(port, '127.0.0.1')
    const alone = await startService(stores, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
    // Enough to fill the export queue.
    await sendRequests(alone.apiUrl, 15)
    expect(await droppedSpans(alone.metricsUrl)).toBeGreaterThan(0)
    expect(await alone.stop()).toBe(true)
    hanging.close()
  })
})
