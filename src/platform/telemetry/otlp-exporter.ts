// Sends spans to a receiver as OTLP over HTTP, in JSON. Nobody waits for it; what the receiver does not take is lost
// and counted, never kept.
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
  /** Of the receiver, without the path. */
  url: string
  onLost: (spans: number) => void
}

export interface Otlp {
  add(span: Span): void
  stop(): Promise<void>
}

const sendEveryMs = 1_000
/** Writing so many as JSON holds the process for about a millisecond. */
const spansACall = 250
/** Some 2 MB. */
const spansKept = 5_000
const answerWithinMs = 5_000
const stopWithinMs = 2_000

export function createOtlpExporter({ url, onLost }: OtlpSettings): Otlp {
  const address = `${url}/v1/traces`
  const stopped = new AbortController()
  const waiting: Span[] = []
  let sending: Promise<void> | undefined

  async function send(spans: Span[]): Promise<void> {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asOtlp(spans)),
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await answer.arrayBuffer()
      if (!answer.ok) onLost(spans.length)
    } catch {
      onLost(spans.length)
    }
  }
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await send(waiting.splice(0, spansACall))
  }
  function start(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void start(), sendEveryMs).unref()

  return {
    add(span) {
      if (waiting.length < spansKept) waiting.push(span)
      else onLost(1)
    },
    async stop() {
      clearInterval(timer)
      const cut = setTimeout(() => {
        onLost(waiting.splice(0).length)
        stopped.abort()
      }, stopWithinMs)
      await start()
      clearTimeout(cut)
    },
  }
}

function asOtlp(spans: Span[]): unknown {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributeList({
            'service.name': 'larder',
            'service.instance.id': `${hostname()}:${process.pid}`,
          }),
        },
        scopeSpans: [{ scope: { name: 'larder' }, spans: spans.map(spanAsOtlp) }],
      },
    ],
  }
}

const failed = 2

function spanAsOtlp(span: Span): unknown {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributeList(span.attributes),
    ...(span.hasFailed && { status: { code: failed } }),
  }
}

function attributeList(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

/** As a string: a number of JSON would not hold them exactly. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`
