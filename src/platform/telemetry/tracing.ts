// Traces of requests: a span for the request and for each part of its way, told to a receiver over OTLP.
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
  /** Of a thousand traces, how many are recorded. */
  sampleRatio: number
}

export interface Tracing {
  trace: Trace
  /** Every request of this app becomes a span. Call it before other hooks are added. */
  watchRequests(app: FastifyInstance, site: string, callerOf: (request: FastifyRequest) => string): void
  /** The same pool, whose statements are spans by their names. */
  watchStatements(pool: DatabasePool, name: string): DatabasePool
  /** Resolves when what is recorded was sent, or could not be. */
  stop(): Promise<void>
}

interface RunningSpan extends Omit<Span, 'startMs' | 'endMs' | 'hasFailed' | 'parentId'> {
  parentId: string | undefined
  /** On the clock that only goes forward; `epochMs` makes it the time of day. */
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
    watchRequests(app, site, callerOf) {
      const spans = new WeakMap<FastifyRequest, RunningSpan>()
      app.addHook('onRequest', (request, _reply, done) => {
        const span = spanOf(request, settings.sampleRatio)
        if (span !== undefined) spans.set(request, span)
        current.run(span, done)
      })
      // A body is read in another context.
      app.addHook('preValidation', (request, _reply, done) => current.run(spans.get(request), done))
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        if (span !== undefined) {
          Object.assign(span.attributes, {
            'http.request.method': request.method,
            'http.route': request.routeOptions.url ?? 'unknown',
            'http.response.status_code': reply.statusCode,
            'larder.site': site,
            'larder.caller': callerOf(request),
            'larder.request_id': request.id,
          })
          end(span, reply.statusCode >= 500)
        }
        // What is done after the answer is no part of the request.
        current.run(undefined, done)
      })
    },
    watchStatements(pool, name) {
      const attributes = { 'db.system.name': 'postgresql', 'larder.pool': name }
      const watched = (database: Database): Database => ({
        query: statement => trace(statementName(statement), () => database.query(statement), attributes),
      })
      return {
        ...pool,
        ...watched(pool),
        transaction: work =>
          trace('transaction', () => pool.transaction(database => work(watched(database))), attributes),
        withDeadline: ms => watched(pool.withDeadline(ms)),
      }
    },
    stop: otlp.stop,
  }
}

/** Undefined where this request is not recorded. */
function spanOf(request: FastifyRequest, sampleRatio: number): RunningSpan | undefined {
  const parent = readTraceparent(request.headers.traceparent)
  if (parent?.isRecorded === false) return undefined
  // Drawn here, not by the id: whoever chooses that would choose to be recorded.
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

// Drawn ahead: asking for each id alone takes twenty times as long.
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

const traceparentForm =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

/** What a caller says about the trace that this request belongs to (W3C Trace Context). */
function readTraceparent(header: string | string[] | undefined) {
  const [, traceId, spanId, flags] = traceparentForm.exec(String(header ?? '')) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Never its text or values: those may be what somebody typed. */
function statementName({ name, text }: { name?: string | undefined; text: string }): string {
  return name ?? /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
}
