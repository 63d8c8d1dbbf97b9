// Answers reads that are in the response cache before Fastify routes them: routing, parameters and hooks cost as much as the
// rest of a cached response. They pass the same checks, in the same order, and are counted alike.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requestIdOf } from '../platform/http/connections.ts'
import type { CachedResponse, ResponseCache } from '../platform/http/response-cache.ts'
import type { ApiReply, ApiRequest, ApiRoute, SendResponse } from './api-request.ts'
import { errorAnswer } from './errors.ts'
import { checkCaller, checkMessage, type PipelineDeps } from './request-pipeline.ts'
import type { HeadersOf } from './response-headers.ts'

// Longer URLs are not asked for twice.
const maxUrlLength = 200
const maxUrls = 50_000

interface KnownRead {
  cacheKey: string
  route: ApiRoute
}

export interface CachedReads {
  /** After a response was cached: which one this URL asks for. */
  remember(request: ApiRequest & { originalUrl: string }, cacheKey: string): void
  /** Answers what it can from now on. To be called when all routes are known. */
  attachTo(app: FastifyInstance): void
}

export interface CachedReadsDeps {
  pipeline: PipelineDeps
  cache: ResponseCache
  beforeHandle: (request: ApiRequest) => Promise<void> | undefined
  headersOf: HeadersOf
  send: SendResponse
  onAnswered: (request: ApiRequest, status: number, durationMs: number) => void
  logger: FastifyBaseLogger
}

export function createCachedReads(deps: CachedReadsDeps): CachedReads {
  const { pipeline, cache, beforeHandle, headersOf, send, onAnswered, logger } = deps
  const reads = new LRUCache<string, KnownRead>({ max: maxUrls })

  async function answer(request: CachedRead, reply: ApiReply, cached: CachedResponse): Promise<void> {
    try {
      checkMessage(request)
      await checkCaller(pipeline, request, reply)
      const delay = beforeHandle(request)
      if (delay !== undefined) await delay
      send(request, reply, cached)
    } catch (error) {
      sendError(request, reply.raw, error as Error)
    }
    onAnswered(request, reply.raw.statusCode, performance.now() - request.startedAt)
  }

  function sendError(request: CachedRead, response: ServerResponse, error: Error): void {
    const { status, headers, detail } = errorAnswer(error, logger, request.id)
    const body = JSON.stringify({ detail })
    const common = headersOf(request)
    for (let index = 0; index < common.length; index += 2)
      response.setHeader(common[index] ?? '', common[index + 1] ?? '')
    response
      .writeHead(status, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        vary: 'Accept-Encoding',
      })
      .end(body)
  }

  return {
    remember({ method, originalUrl, route }, cacheKey) {
      if (method === 'GET' && originalUrl.length <= maxUrlLength) reads.set(originalUrl, { cacheKey, route })
    },
    attachTo(app) {
      const [route] = app.server.listeners('request') as ((
        raw: IncomingMessage,
        response: ServerResponse,
      ) => void)[]
      app.server.removeAllListeners('request').on('request', (raw, response) => {
        const read = raw.method === 'GET' ? reads.get(raw.url ?? '') : undefined
        const cached = read && cache.peek(read.cacheKey)
        if (read === undefined || cached === undefined) route?.(raw, response)
        else void answer(new CachedRead(raw, read.route), { raw: response }, cached)
      })
    },
  }
}

class CachedRead implements ApiRequest {
  readonly startedAt = performance.now()
  readonly method = 'GET'
  readonly is404 = false
  readonly params = {}
  readonly raw: IncomingMessage
  readonly route: ApiRoute
  readonly id: string
  caller: ApiRequest['caller']
  quota: ApiRequest['quota']
  isShareable = false
  workState: ApiRequest['workState'] = 'none'

  constructor(raw: IncomingMessage, route: ApiRoute) {
    this.raw = raw
    this.route = route
    this.id = requestIdOf(raw)
  }

  get headers() {
    return this.raw.headers
  }

  get url() {
    return this.raw.url ?? ''
  }
}
