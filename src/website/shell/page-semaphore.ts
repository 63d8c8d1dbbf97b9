// Bounds the pages that are rendered at the same time: rendering occupies the event loop, which the API may share.
import type { EventEmitter } from 'node:events'

const maxWaiting = 200
// So that one reader with many connections cannot make the others wait.
const maxWaitingPerAddress = 30
const maxWaitMs = 3_000
/** On a busy machine, one slow page must not cost a lone reader the next. */
const maxRestMs = 500

/** `end` must be called when the page has been rendered. */
export type Turn = { end: () => void } | { rejectedBy: 'address' | 'process' }

export interface PageSemaphore {
  /** Its place in the queue is freed when the client disconnects. */
  enter(address: string, client: EventEmitter): Promise<Turn>
  /** Waits for its turn as long as it takes, so the caller must bound how many of these there are. */
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Waiter {
  address: string
  resolve: (turn: Turn) => void
}

interface SemaphoreOptions {
  maxRunning: number
  /** For how long a place stays free after a page, in durations of that page. */
  rest: number
}

export function createPageSemaphore({ maxRunning, rest }: SemaphoreOptions): PageSemaphore {
  const waiting = new Set<Waiter>()
  let running = 0

  function startNext(): void {
    const [next] = waiting
    if (next === undefined || running >= maxRunning) return
    waiting.delete(next)
    running++
    const startedAt = performance.now()
    let isEnded = false
    next.resolve({
      end() {
        if (isEnded) return
        isEnded = true
        // Never in this turn of the event loop: API requests that have arrived meanwhile are handled first.
        setTimeout(free, Math.min(maxRestMs, rest * (performance.now() - startedAt)))
      },
    })
  }

  function free(): void {
    running--
    startNext()
  }

  function wait(address: string): { waiter: Waiter; turn: Promise<Turn> } {
    const { promise: turn, resolve } = Promise.withResolvers<Turn>()
    const waiter = { address, resolve }
    waiting.add(waiter)
    startNext()
    return { waiter, turn }
  }

  return {
    async enter(address, client) {
      if (Array.from(waiting).filter(waiter => waiter.address === address).length >= maxWaitingPerAddress)
        return { rejectedBy: 'address' }
      if (waiting.size >= maxWaiting) return { rejectedBy: 'process' }
      const { waiter, turn } = wait(address)
      const leave = () => waiting.delete(waiter) && waiter.resolve({ rejectedBy: 'process' })
      const timer = setTimeout(leave, maxWaitMs)
      client.once('close', leave)
      return turn.finally(() => {
        clearTimeout(timer)
        client.off('close', leave)
      })
    },
    async run(work) {
      const turn = await wait('').turn
      try {
        return await work()
      } finally {
        if ('end' in turn) turn.end()
      }
    },
  }
}
