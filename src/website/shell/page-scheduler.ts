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

export function createPageScheduler(
  options: PageSchedulerOptions,
  clock: Clock = systemClock,
): PageScheduler {
  const { maxRunning, maxRunningPerAddress, maxWaiting, maxWaitingPerAddress, maxWaitMs } = options
  const runningPerAddress = new Map<string, number>()
  let running = 0
  /** By address, the one whose turn is next first. */
  const queues = new Map<string, Set<Waiter>>()
  let waiting = 0
  /** No page starts before this time, so that others get their share of the event loop. */
  let resumeAt = 0
  /** Busy time that is attributed to earlier pages. */
  let attributedBusy = 0
  let isStartPending = false

  const runningOf = (address: string) => runningPerAddress.get(address) ?? 0

  function canStart(address: string): boolean {
    return running < maxRunning && runningOf(address) < maxRunningPerAddress && clock.now() >= resumeAt
  }

  function start(address: string): { end: () => void } {
    running++
    runningPerAddress.set(address, runningOf(address) + 1)
    const startedAt = clock.now()
    const busyAtStart = clock.busy()
    let isEnded = false
    return {
      end() {
        if (isEnded) return
        isEnded = true
        running--
        if (runningOf(address) === 1) runningPerAddress.delete(address)
        else runningPerAddress.set(address, runningOf(address) - 1)
        pause(startedAt, busyAtStart)
        startNextSoon()
      },
    }
  }

  /** Includes what the API did meanwhile: the busier it is, the longer pages wait. */
  function pause(startedAt: number, busyAtStart: number): void {
    const busy = clock.busy()
    const cost = busy - Math.max(busyAtStart, attributedBusy)
    attributedBusy = busy
    if (options.maxLoopShare === 1) return
    const owed = Math.max(resumeAt, startedAt) + cost / options.maxLoopShare
    resumeAt = Math.min(owed, clock.now() + maxPauseMs)
  }

  /** Not in this turn of the event loop: API requests that have arrived meanwhile are handled first. */
  function startNextSoon(): void {
    if (isStartPending || waiting === 0) return
    isStartPending = true
    const startNow = () => {
      isStartPending = false
      startNext()
    }
    const pauseMs = resumeAt - clock.now()
    if (pauseMs > 0) setTimeout(startNow, pauseMs)
    else setImmediate(startNow)
  }

  function startNext(): void {
    for (const [address, queue] of queues) {
      if (!canStart(address)) continue
      const [first] = queue
      if (first === undefined) continue
      remove(address, first)
      queues.delete(address)
      if (queue.size > 0) queues.set(address, queue)
      first(start(address))
      // One page per turn of the event loop.
      if (options.maxLoopShare < 1) break
    }
    if (running < maxRunning && [...queues.keys()].some(address => runningOf(address) < maxRunningPerAddress))
      startNextSoon()
  }

  function remove(address: string, waiter: Waiter): boolean {
    const queue = queues.get(address)
    if (!queue?.delete(waiter)) return false
    waiting--
    if (queue.size === 0) queues.delete(address)
    return true
  }

  function add(address: string, waiter: Waiter): void {
    const queue = queues.get(address) ?? new Set()
    queues.set(address, queue.add(waiter))
    waiting++
    startNextSoon()
  }

  function waitBriefly(address: string, client: Client): Promise<Turn> {
    return new Promise(resolve => {
      const leave = () => {
        if (remove(address, waiter)) waiter({ rejectedBy: 'process' })
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
      if (waiting === 0 && canStart(address)) return start(address)
      if ((queues.get(address)?.size ?? 0) >= maxWaitingPerAddress) return { rejectedBy: 'address' }
      if (waiting >= maxWaiting) return { rejectedBy: 'process' }
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
