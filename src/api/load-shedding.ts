// Load shedding: requests beyond a concurrency limit are rejected at once, because queueing them would make all
// of them slow. Counted, because the lag of the event loop shows only after a turn has accepted a thousand of them.
import type { ApiRequest } from './api-request.ts'
import { overloaded } from './errors.ts'

type RunningRequest = Pick<ApiRequest, 'isRunning'> & { route: Pick<ApiRequest['route'], 'url'> }

export interface LoadShedder {
  /** Throws when the concurrency limit is reached. */
  enter(request: RunningRequest): void
  leave(request: RunningRequest): void
  /** A request does not count towards the limit while it waits. */
  whileWaiting(request: RunningRequest, waiting: Promise<void>): Promise<void>
}

/** Counted per route, so that slow searches do not take slots from lookups. */
export function createLoadShedder(maxConcurrent: number, onShed: () => void): LoadShedder {
  const running = new Map<string, number>()

  function change(request: RunningRequest, isRunning: boolean): void {
    if (request.isRunning === isRunning) return
    const { url } = request.route
    running.set(url, (running.get(url) ?? 0) + (isRunning ? 1 : -1))
    request.isRunning = isRunning
  }
  return {
    enter(request) {
      if ((running.get(request.route.url) ?? 0) >= maxConcurrent) {
        onShed()
        throw overloaded()
      }
      change(request, true)
    },
    leave: request => change(request, false),
    async whileWaiting(request, waiting) {
      change(request, false)
      await waiting
      change(request, true)
    },
  }
}
