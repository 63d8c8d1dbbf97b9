// Load shedding: requests beyond a concurrency limit are rejected at once, because queueing them would make all
// of them slow. Counted, because the lag of the event loop shows only after a turn has accepted a thousand of them.
import type { ApiReply, ApiRequest } from './api-request.ts'
import { overloaded } from './errors.ts'

export interface LoadShedder {
  /** Throws when the concurrency limit is reached. */
  enter(request: ApiRequest, reply: ApiReply): void
  /** A request does not count towards the limit while it waits. */
  whileWaiting(request: ApiRequest, waiting: Promise<void>): Promise<void>
}

/** Counted per endpoint, so that slow searches do not take slots from lookups. */
export function createLoadShedder(maxConcurrent: number, onShed: () => void): LoadShedder {
  const running = new Map<string, number>()
  const runningCount = (request: ApiRequest) => running.get(request.route.url ?? '') ?? 0
  const add = (request: ApiRequest, more: number) =>
    running.set(request.route.url ?? '', runningCount(request) + more)

  function change(request: ApiRequest, work: ApiRequest['workState']): void {
    if (request.workState === 'done' || request.workState === work) return
    if (request.workState === 'running') add(request, -1)
    if (work === 'running') add(request, 1)
    request.workState = work
  }
  return {
    enter(request, reply) {
      if (runningCount(request) >= maxConcurrent) {
        onShed()
        throw overloaded()
      }
      change(request, 'running')
      // Not onResponse, which is not called when the client has disconnected.
      reply.raw.once('close', () => change(request, 'done'))
    },
    async whileWaiting(request, waiting) {
      change(request, 'none')
      await waiting
      change(request, 'running')
    },
  }
}
