// Exports spans as OTLP/HTTP in JSON, in the background. Spans that the receiver does not accept are dropped and
// counted, never retried.
import { hostname } from 'node:os'

export type Attributes = Record<string, string | number>

export const spanKinds = { internal: 1, server: 2, client: 3 } as const

export interface Span {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: (typeof spanKinds)[keyof typeof spanKinds]
  startMs: number
  endMs: number
  attributes: Attributes
  hasFailed: boolean
}

export interface OtlpSettings {
  /** URL of the receiver, without the path. */
  url: string
  headers: Record<string, string>
  /** Attributes of this process, added to its name and id. */
  resource: Record<string, string>
  onDropped: (spans: number) => void
}

export interface Otlp {
  add(span: Span): void
  stop(): Promise<void>
}

const exportIntervalMs = 1_000
/** Serializing this many blocks the process for about a millisecond. */
const spansPerRequest = 250
/** About 2 MB. */
const maxQueuedSpans = 5_000
const requestTimeoutMs = 5_000
const stopTimeoutMs = 2_000

export function createOtlpExporter({ url, headers, resource, onDropped }: OtlpSettings): Otlp {
  const address = `${url}/v1/traces`
  const resourceAttributes = attributeList({ ...processAttributes(), ...resource })
  const stopped = new AbortController()
  const queue: Span[] = []
  let sending: Promise<void> | undefined

  async function send(spans: Span[]): Promise<void> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(spans, resourceAttributes)),
        redirect: 'error',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(requestTimeoutMs)]),
      })
      await response.arrayBuffer()
      if (!response.ok) onDropped(spans.length)
    } catch {
      onDropped(spans.length)
    }
  }
  async function sendAll(): Promise<void> {
    while (queue.length > 0) await send(queue.splice(0, spansPerRequest))
  }
  function start(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void start(), exportIntervalMs).unref()

  return {
    add(span) {
      if (queue.length < maxQueuedSpans) queue.push(span)
      else onDropped(1)
    },
    async stop() {
      clearInterval(timer)
      const timeout = setTimeout(() => {
        onDropped(queue.splice(0).length)
        stopped.abort()
      }, stopTimeoutMs)
      await start()
      clearTimeout(timeout)
    },
  }
}

const processAttributes = (): Attributes => ({
  'service.name': 'larder',
  'service.instance.id': `${hostname()}:${process.pid}`,
})

function toOtlp(spans: Span[], resourceAttributes: unknown[]): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: resourceAttributes },
        scopeSpans: [{ scope: { name: 'larder' }, spans: spans.map(spanToOtlp) }],
      },
    ],
  }
}

const statusError = 2

function spanToOtlp(span: Span): unknown {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributeList(span.attributes),
    ...(span.hasFailed && { status: { code: statusError } }),
  }
}

function attributeList(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: attributeValue(value) }))
}

function attributeValue(value: string | number): unknown {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** As a string, because JSON numbers would lose precision. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`
