// A page that shows nothing but the catalog is made once for each state of the catalog, and kept while there is room.
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The same address gives everybody the same page until the catalog changes. */
    isKept?: boolean
  }
  interface FastifyRequest {
    /** The moment of the catalog's last change, as read together with what the page shows. */
    madeFrom: number | undefined
  }
}

interface Keeping {
  /** The moment of the catalog's last change, as far as is known now. */
  changedAt: () => number | undefined
  mostBytes: number
}

interface KeptAnswer {
  madeFrom: number
  madeAt: number
  headers: Record<string, string>
  payload: Buffer
}

// A page also says how old its data is.
const longestMs = 3_600_000
const keptHeaders = ['content-type', 'cache-control', 'etag', 'content-security-policy', 'permissions-policy']

/** After the hooks that write headers: they are kept with the page. */
export function keepAnswers(app: FastifyInstance, { changedAt, mostBytes }: Keeping): void {
  /** The one that was longest not asked for first. */
  const kept = new Map<string, KeptAnswer>()
  let bytes = 0

  function forget(url: string, { payload }: KeptAnswer): void {
    kept.delete(url)
    bytes -= payload.length
  }

  function isCurrent({ madeFrom, madeAt }: KeptAnswer): boolean {
    return madeFrom === changedAt() && performance.now() - madeAt < longestMs
  }

  app.decorateRequest('madeFrom', undefined)

  app.addHook('preHandler', (request, reply, done) => {
    const answer = request.routeOptions.config.isKept ? kept.get(request.url) : undefined
    if (answer === undefined) return done()
    kept.delete(request.url)
    if (isCurrent(answer)) {
      kept.set(request.url, answer)
      return void reply.headers(answer.headers).send(answer.payload)
    }
    bytes -= answer.payload.length
    return done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const { url, routeOptions, madeFrom } = request
    if (!routeOptions.config.isKept || reply.statusCode !== 200 || madeFrom === undefined)
      return done(null, payload)
    if (typeof payload !== 'string' || kept.has(url)) return done(null, payload)
    const headers: Record<string, string> = {}
    for (const name of keptHeaders) {
      const value = reply.getHeader(name)
      if (typeof value === 'string') headers[name] = value
    }
    const answer = { madeFrom, madeAt: performance.now(), headers, payload: Buffer.from(payload) }
    kept.set(url, answer)
    bytes += answer.payload.length
    for (const [oldest, each] of kept) {
      if (bytes <= mostBytes) break
      forget(oldest, each)
    }
    return done(null, answer.payload)
  })
}
