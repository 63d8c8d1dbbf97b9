// Decides which pages are rendered when: rendering occupies the event loop, which the API may share. Addresses take
// turns, so that one reader with many connections cannot make the others wait.
import { performance } from 'node:perf_hooks'

export interface PageSchedulerOptions {
  maxRunning: number
  maxRunningPerAddress: number
  maxWaiting: number
  maxWaitingPerAddress: number
  maxWaitMs: number
  /** Highest share of the event loop's time that pages may use, from 0 to 1. */
  maxLoopShare: number
}

/** Less than the wait after which a page is rejected: on a starved machine one slow page must not cost a lone reader the next. */
const maxPauseMs = 500

const queueLimits = { maxWaiting: 200, maxWaitingPerAddress: 30, maxWaitMs: 3_000 }

/** As many as keep one processor busy while others wait for the database. */
export const aloneInProcess: PageSchedulerOptions = {
  ...queueLimits,
  maxRunning: 8,
  maxRunningPerAddress: 4,
  maxLoopShare: 1,
}

/** An API request waits for two pages at most, and finds the event loop free most of the time. */
export const sharedWithApi: PageSchedulerOptions = {
  ...queueLimits,
  maxRunning: 2,
  maxRunningPerAddress: 1,
  maxLoopShare: 0.2,
}

/** `end` must be called when the page has been rendered. */
export type Turn = { end: () => void } | { rejectedBy: 'address' | 'process' }

/** Such as a `ServerResponse`. */
export interface Client {
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

export interface PageScheduler {
  /** Its place in the queue is freed when the client disconnects. */
  enter(address: string, client: Client): Promise<Turn>
  /** Waits for its turn as long as it takes, so the caller must bound how many of these there are. */
  run<T>(address: string, work: () => Promise<T>): Promise<T>
}

interface Clock {
  /** Milliseconds. */
  now(): number
  /** Milliseconds for which the event loop has been busy so far. */
  busy(): number
}

const systemClock: Clock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
}

type Waiter = (turn: Turn) => void

/** Waiters by address; addresses take turns. */
function createQueues() {
  /** The one whose turn is next first. */
  const queues = new Map<string, Set<Waiter>>()
  let waiting = 0

  function remove(address: string, waiter: Waiter): boolean {
    const queue = queues.get(address)
    if (!queue?.delete(waiter)) return false
    waiting--
    if (queue.size === 0) queues.delete(address)
    return true
  }

  return {
    remove,
    waiting: () => waiting,
    waitingOf: (address: string) => queues.get(address)?.size ?? 0,
    /** Live: an address that goes to the end of the line comes again. */
    addresses: () => queues.keys(),
    add(address: string, waiter: Waiter): void {
      const queue = queues.get(address) ?? new Set()
      queues.set(address, queue.add(waiter))
      waiting++
    },
    /** The address goes to the end of the line. */
    takeFirst(address: string): Waiter | undefined {
      const queue = queues.get(address)
      const [first] = queue ?? []
      if (queue === undefined || first === undefined) return undefined
      remove(address, first)
      queues.delete(address)
      if (queue.size > 0) queues.set(address, queue)
      return first
    },
  }
}

/** Makes pages pause after each one, so that others get their share of the event loop. */
function createLoopBudget(maxLoopShare: number, clock: Clock) {
  /** No page starts before this time. */
  let resumeAt = 0
  /** Busy time that is attributed to earlier pages. */
  let attributedBusy = 0
  return {
    pauseMs: () => resumeAt - clock.now(),
    /** The returned function ends the page. Its cost includes what the API did meanwhile: the busier it is, the longer pages wait. */
    measure(): () => void {
      const startedAt = clock.now()
      const busyAtStart = clock.busy()
      return () => {
        const busy = clock.busy()
        const cost = busy - Math.max(busyAtStart, attributedBusy)
        attributedBusy = busy
        if (maxLoopShare === 1) return
        const owed = Math.max(resumeAt, startedAt) + cost / maxLoopShare
        resumeAt = Math.min(owed, clock.now() + maxPauseMs)
      }
    },
  }
}

export function createPageScheduler(
  options: PageSchedulerOptions,
  clock: Clock = systemClock,
): PageScheduler {
  const { maxRunning, maxRunningPerAddress, maxWaiting, maxWaitingPerAddress, maxWaitMs } = options
  const runningPerAddress = new Map<string, number>()
  let running = 0
  const queues = createQueues()
  const budget = createLoopBudget(options.maxLoopShare, clock)
  let isStartPending = false

  const runningOf = (address: string) => runningPerAddress.get(address) ?? 0

  function canStart(address: string): boolean {
    return running < maxRunning && runningOf(address) < maxRunningPerAddress && budget.pauseMs() <= 0
  }

  function start(address: string): { end: () => void } {
    running++
    runningPerAddress.set(address, runningOf(address) + 1)
    const spend = budget.measure()
    let isEnded = false
    return {
      end() {
        if (isEnded) return
        isEnded = true
        running--
        if (runningOf(address) === 1) runningPerAddress.delete(address)
        else runningPerAddress.set(address, runningOf(address) - 1)
        spend()
        startNextSoon()
      },
    }
  }

  /** Not in this turn of the event loop: API requests that have arrived meanwhile are handled first. */
  function startNextSoon(): void {
    if (isStartPending || queues.waiting() === 0) return
    isStartPending = true
    const startNow = () => {
      isStartPending = false
      startNext()
    }
    const pauseMs = budget.pauseMs()
    if (pauseMs > 0) setTimeout(startNow, pauseMs)
    else setImmediate(startNow)
  }

  function startNext(): void {
    for (const address of queues.addresses()) {
      if (!canStart(address)) continue
      const first = queues.takeFirst(address)
      if (first === undefined) continue
      first(start(address))
      // One page per turn of the event loop.
      if (options.maxLoopShare < 1) break
    }
    if (
      running < maxRunning &&
      [...queues.addresses()].some(address => runningOf(address) < maxRunningPerAddress)
    )
      startNextSoon()
  }

  function add(address: string, waiter: Waiter): void {
    queues.add(address, waiter)
    startNextSoon()
  }

  function waitBriefly(address: string, client: Client): Promise<Turn> {
    return new Promise(resolve => {
      const leave = () => {
        if (queues.remove(address, waiter)) waiter({ rejectedBy: 'process' })
      }
      const timer = setTimeout(leave, maxWaitMs)
      client.once('close', leave)
      const waiter: Waiter = turn => {
        clearTimeout(timer)
        client.off('close', leave)
        resolve(turn)
      }
      add(address, waiter)
    })
  }

  return {
    async enter(address, client) {
      if (queues.waiting() === 0 && canStart(address)) return start(address)
      if (queues.waitingOf(address) >= maxWaitingPerAddress) return { rejectedBy: 'address' }
      if (queues.waiting() >= maxWaiting) return { rejectedBy: 'process' }
      return waitBriefly(address, client)
    },
    async run(address, work) {
      const turn = await new Promise<Turn>(resolve => add(address, resolve))
      try {
        return await work()
      } finally {
        if ('end' in turn) turn.end()
      }
    },
  }
}
