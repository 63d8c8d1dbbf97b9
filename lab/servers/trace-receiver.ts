// A receiver of traces that understands OTLP in JSON, as a collector does.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

const attribute = Type.Object(
  {
    key: Type.String(),
    value: Type.Union([
      Type.Object({ stringValue: Type.String() }, { additionalProperties: false }),
      Type.Object({ intValue: Type.String({ pattern: '^\\d+$' }) }, { additionalProperties: false }),
    ]),
  },
  { additionalProperties: false },
)
const spanForm = Type.Object(
  {
    traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    spanId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    parentSpanId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
    name: Type.String({ minLength: 1 }),
    kind: Type.Integer({ minimum: 1, maximum: 5 }),
    startTimeUnixNano: Type.String({ pattern: '^\\d{19}$' }),
    endTimeUnixNano: Type.String({ pattern: '^\\d{19}$' }),
    attributes: Type.Array(attribute),
    status: Type.Optional(Type.Object({ code: Type.Integer({ minimum: 0, maximum: 2 }) })),
  },
  { additionalProperties: false },
)
/** The members of ExportTraceServiceRequest that Larder uses. */
const requestForm = Type.Object(
  {
    resourceSpans: Type.Array(
      Type.Object(
        {
          resource: Type.Object({ attributes: Type.Array(attribute) }),
          scopeSpans: Type.Array(
            Type.Object(
              { scope: Type.Object({ name: Type.String() }), spans: Type.Array(spanForm) },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: number
  startNs: bigint
  endNs: bigint
  hasFailed: boolean
  attributes: Record<string, string | number>
}

export interface TraceReceiver {
  url: string
  spans: ReceivedSpan[]
  /** All that came, as it was written. */
  text(): string
  /** Waits until a span of this trace without a parent among them has come: it is sent after its children. */
  traceOf(traceId: string): Promise<ReceivedSpan[]>
  stop(): void
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  let text = ''
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request)
    text += JSON.stringify(body)
    const isRight =
      request.method === 'POST' && request.url === '/v1/traces' && Value.Check(requestForm, body)
    if (isRight) spans.push(...readSpans(body))
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => text,
    async traceOf(traceId) {
      for (let tries = 0; tries < 1_200; tries++) {
        const trace = spans.filter(span => span.traceId === traceId)
        if (trace.some(({ kind }) => kind === 2)) return trace
        await wait(50)
      }
      throw new Error(`no trace ${traceId} came`)
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function readSpans({ resourceSpans }: Static<typeof requestForm>): ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(scope => scope.spans)
    .map(span => ({
      traceId: span.traceId,
      spanId: span.spanId,
      parentId: span.parentSpanId,
      name: span.name,
      kind: span.kind,
      startNs: BigInt(span.startTimeUnixNano),
      endNs: BigInt(span.endTimeUnixNano),
      hasFailed: span.status?.code === 2,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [
          key,
          'intValue' in value ? Number(value.intValue) : value.stringValue,
        ]),
      ),
    }))
}
