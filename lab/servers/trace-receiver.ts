// A trace receiver for OTLP/HTTP in JSON, like an OpenTelemetry collector.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
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
      Type.Object({ intValue: Type.String({ pattern: '^-?\\d+$' }) }, { additionalProperties: false }),
      Type.Object({ doubleValue: Type.Number() }, { additionalProperties: false }),
    ]),
  },
  { additionalProperties: false },
)
const spanSchema = Type.Object(
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
/** The fields of ExportTraceServiceRequest that Larder uses. */
const requestSchema = Type.Object(
  {
    resourceSpans: Type.Array(
      Type.Object(
        {
          resource: Type.Object({ attributes: Type.Array(attribute) }),
          scopeSpans: Type.Array(
            Type.Object(
              { scope: Type.Object({ name: Type.String() }), spans: Type.Array(spanSchema) },
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
  /** Of each request. */
  headers: IncomingHttpHeaders[]
  /** The attributes of the resource of each request. */
  resources: Record<string, string | number>[]
  /** Everything received, as JSON text. */
  text(): string
  /** Waits until the root span of this trace has arrived, which is sent after its children. */
  traceOf(traceId: string): Promise<ReceivedSpan[]>
  stop(): void
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const resources: Record<string, string | number>[] = []
  let text = ''
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request)
    text += JSON.stringify(body)
    const isValid =
      request.method === 'POST' && request.url === '/v1/traces' && Value.Check(requestSchema, body)
    if (isValid) {
      headers.push(request.headers)
      resources.push(...body.resourceSpans.map(({ resource }) => readAttributes(resource.attributes)))
      spans.push(...readSpans(body))
    }
    response.writeHead(isValid ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    resources,
    text: () => text,
    async traceOf(traceId) {
      for (let attempts = 0; attempts < 1_200; attempts++) {
        const trace = spans.filter(span => span.traceId === traceId)
        if (trace.some(({ kind }) => kind === 2)) return trace
        await wait(50)
      }
      throw new Error(`trace ${traceId} did not arrive`)
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function readSpans({ resourceSpans }: Static<typeof requestSchema>): ReceivedSpan[] {
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
      attributes: readAttributes(span.attributes),
    }))
}

const readAttributes = (attributes: Static<typeof attribute>[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, attributeValue(value)]))

function attributeValue(value: Static<typeof attribute>['value']): string | number {
  if ('intValue' in value) return Number(value.intValue)
  return 'doubleValue' in value ? value.doubleValue : value.stringValue
}
