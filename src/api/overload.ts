// More requests than a node can work on would make all of them late: those beyond a number are refused at once, which costs
// little (docs/decisions/0014-overload.md).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: 'none' | 'running' | 'over'
  }
}

export interface Overload {
  /** Throws the refusal when enough are being worked on. */
  enter(request: FastifyRequest, reply: FastifyReply): void
  /** A request that only waits is not worked on meanwhile. */
  whileWaiting(request: FastifyRequest, waiting: Promise<void>): Promise<void>
}

export function overloadGuard(mostAtOnce: number, onRefused: () => void): Overload {
  let running = 0

  function change(request: FastifyRequest, work: FastifyRequest['work']): void {
    if (request.work === 'over' || request.work === work) return
    if (request.work === 'running') running--
    if (work === 'running') running++
    request.work = work
  }
  return {
    enter(request, reply) {
      if (running >= mostAtOnce) {
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
