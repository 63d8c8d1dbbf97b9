// A page that many people look at in the same moment is made once. Caches in front of us may keep it for longer.
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The same address gives everybody the same page for some seconds. */
    isKept?: boolean
  }
}

const keptMs = 10_000
const mostBytes = 32_000_000
const keptHeaders = ['content-type', 'cache-control', 'etag', 'content-security-policy', 'permissions-policy']

interface KeptAnswer {
  madeAt: number
  headers: Record<string, string>
  payload: Buffer
}

/** After the hooks that write headers: they are kept with the page. */
export function keepAnswers(app: FastifyInstance): void {
  /** The oldest first. */
  const kept = new Map<string, KeptAnswer>()
  let bytes = 0

  function forget(url: string, { payload }: KeptAnswer): void {
    kept.delete(url)
    bytes -= payload.length
  }

  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.isKept) return undefined
    const answer = kept.get(request.url)
    if (answer === undefined) return undefined
    if (performance.now() - answer.madeAt < keptMs) return reply.headers(answer.headers).send(answer.payload)
    forget(request.url, answer)
    return undefined
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { url, routeOptions } = request
    if (!routeOptions.config.isKept || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (kept.has(url)) return payload
    const headers: Record<string, string> = {}
    for (const name of keptHeaders) {
      const value = reply.getHeader(name)
      if (typeof value === 'string') headers[name] = value
    }
    const answer = { madeAt: performance.now(), headers, payload: Buffer.from(payload) }
    kept.set(url, answer)
    bytes += answer.payload.length
    for (const [oldest, each] of kept) {
      if (bytes <= mostBytes) break
      forget(oldest, each)
    }
    return payload
  })
}
