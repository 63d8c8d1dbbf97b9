// More requests than a node can work on would make all of them late: those beyond a number are refused at once, which costs
// little (docs/decisions/0014-load-shedding.md).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: 'none' | 'running' | 'over'
  }
}

export interface LoadShedder {
  /** Throws the error when enough are being worked on. */
  enter(request: FastifyRequest, reply: FastifyReply): void
  /** A request that only waits is not worked on meanwhile. */
  whileWaiting(request: FastifyRequest, waiting: Promise<void>): Promise<void>
}

/** Counted by endpoint: searches that hang must not take the places of lookups. */
export function createLoadShedder(maxConcurrent: number, onRefused: () => void): LoadShedder {
  const running = new Map<string, number>()
  const runningLike = (request: FastifyRequest) => running.get(request.routeOptions.url ?? '') ?? 0
  const add = (request: FastifyRequest, more: number) =>
    running.set(request.routeOptions.url ?? '', runningLike(request) + more)

  function change(request: FastifyRequest, work: FastifyRequest['work']): void {
    if (request.work === 'over' || request.work === work) return
    if (request.work === 'running') add(request, -1)
    if (work === 'running') add(request, 1)
    request.work = work
  }
  return {
    enter(request, reply) {
      if (runningLike(request) >= maxConcurrent) {
        onRefused()
        throw overloaded()
      }
      change(request, 'running')
      // Not onResponse: that is not called for a client that has gone.
      reply.raw.once('close', () => change(request, 'over'))
    },
    async whileWaiting(request, waiting) {
      change(request, 'none')
      await waiting
      change(request, 'running')
    },
  }
}
