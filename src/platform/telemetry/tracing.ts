// Request tracing: a span for each request and for each of its steps, exported over OTLP.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, DatabasePool } from '../database/pool.ts'
import {
  type Attributes,
  createOtlpExporter,
  type OtlpSettings,
  type Span,
  spanKinds,
} from './otlp-exporter.ts'
import type { Trace } from './trace.ts'

export interface TracingSettings extends OtlpSettings {
  /** Share of requests that are traced, 0 to 1. */
  sampleRatio: number
}

export interface Tracing {
  trace: Trace
  /** The trace of the current request; undefined if it is not sampled. */
  traceId(): string | undefined
  /** Creates a span for every request of this app. Call it before adding other hooks. */
  traceRequests(app: FastifyInstance, server: string, clientTypeOf: (request: FastifyRequest) => string): void
  /** Wraps a pool so that each statement is a span with the statement's name. */
  traceStatements(pool: DatabasePool, name: string): DatabasePool
  /** Resolves when the recorded spans were exported or dropped. */
  stop(): Promise<void>
}

interface RunningSpan extends Omit<Span, 'startMs' | 'endMs' | 'hasFailed' | 'parentId'> {
  parentId: string | undefined
  /** On the monotonic clock; adding `epochMs` converts it to Unix time. */
  startedAt: number
  epochMs: number
}

export function startTracing(settings: TracingSettings): Tracing {
  const otlp = createOtlpExporter(settings)
  const current = new AsyncLocalStorage<RunningSpan | undefined>()

  function end({ startedAt, epochMs, ...span }: RunningSpan, hasFailed: boolean): void {
    otlp.add({
      ...span,
      startMs: epochMs + startedAt,
      endMs: epochMs + performance.now(),
      hasFailed,
    })
  }

  const trace: Trace = (name, work, attributes = {}) => {
    const parent = current.getStore()
    if (parent === undefined) return work()
    const span = childOf(parent, name, attributes)
    try {
      const result = current.run(span, work)
      if (result instanceof Promise) {
        result.then(
          () => end(span, false),
          () => end(span, true),
        )
      } else end(span, false)
      return result
    } catch (error) {
      end(span, true)
      throw error
    }
  }

  return {
    trace,
    traceId: () => current.getStore()?.traceId,
    traceRequests(app, server, clientTypeOf) {
      const spans = new WeakMap<FastifyRequest, RunningSpan>()
      app.addHook('onRequest', (request, _reply, done) => {
        const span = startRequestSpan(request, settings.sampleRatio)
        if (span !== undefined) spans.set(request, span)
        current.run(span, done)
      })
      // Reading the body loses the async context.
      app.addHook('preValidation', (request, _reply, done) => current.run(spans.get(request), done))
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        if (span !== undefined) {
          Object.assign(span.attributes, {
            'http.request.method': request.method,
            'http.route': request.routeOptions.url ?? 'unknown',
            'http.response.status_code': reply.statusCode,
            'larder.server': server,
            'larder.client_type': clientTypeOf(request),
            'larder.request_id': request.id,
          })
          end(span, reply.statusCode >= 500)
        }
        // Work after the response is not part of the request.
        current.run(undefined, done)
      })
    },
    traceStatements(pool, name) {
      const attributes = { 'db.system.name': 'postgresql', 'larder.pool': name }
      const instrument = (database: Database): Database => ({
        query: statement => trace(statementName(statement), () => database.query(statement), attributes),
      })
      return {
        ...pool,
        ...instrument(pool),
        transaction: work =>
          trace('transaction', () => pool.transaction(database => work(instrument(database))), attributes),
        withDeadline: (ms, onStatement) => instrument(pool.withDeadline(ms, onStatement)),
      }
    },
    stop: otlp.stop,
  }
}

/** Returns undefined if the request is not sampled. */
function startRequestSpan(request: FastifyRequest, sampleRatio: number): RunningSpan | undefined {
  const parent = parseTraceparent(request.headers.traceparent)
  if (parent?.isSampled === false) return undefined
  // Sampled at random and not by trace id, which clients choose.
  if (Math.random() >= sampleRatio) return undefined
  const traceId = parent?.traceId ?? newTraceId()
  return {
    traceId,
    spanId: newSpanId(),
    parentId: parent?.spanId,
    name: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    kind: spanKinds.server,
    attributes: {},
    startedAt: performance.now(),
    epochMs: Date.now() - performance.now(),
  }
}

function childOf(parent: RunningSpan, name: string, attributes: Attributes): RunningSpan {
  return {
    traceId: parent.traceId,
    spanId: newSpanId(),
    parentId: parent.spanId,
    name,
    kind: 'db.system.name' in attributes ? spanKinds.client : spanKinds.internal,
    attributes,
    startedAt: performance.now(),
    epochMs: parent.epochMs,
  }
}

const newTraceId = () => randomHex(16)
const newSpanId = () => randomHex(8)

// Buffered, because generating each id separately takes twenty times as long.
const random = Buffer.alloc(8_192)
let used = random.length

function randomHex(bytes: number): string {
  if (used + bytes > random.length) {
    randomFillSync(random)
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

const traceparentPattern =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

/** Parses the trace context that the client sent (W3C Trace Context). */
function parseTraceparent(header: string | string[] | undefined) {
  const [, traceId, spanId, flags] = traceparentPattern.exec(String(header ?? '')) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Never the text or values, which may contain user input. */
function statementName({ name, text }: { name?: string | undefined; text: string }): string {
  return name ?? /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
}
