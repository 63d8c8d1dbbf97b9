// Hashing a password deliberately takes 19 MiB and 20 ms of CPU time. Running one at a time leaves the other
// cores to requests, and the short queue rejects floods of sign-ins instead of accumulating them. Trusted
// devices have a separate queue with priority, so that a flood does not lock the owner out.

const maxQueued = 20

const queues: Record<'trusted' | 'untrusted', (() => void)[]> = { trusted: [], untrusted: [] }
let isBusy = false

/** Runs the work in turn; returns `busy` when the queue is full. */
export async function enqueueHash<T>(
  queue: keyof typeof queues,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (isBusy) {
    if (queues[queue].length >= maxQueued) return 'busy'
    await new Promise<void>(start => queues[queue].push(start))
  }
  isBusy = true
  try {
    return await work()
  } finally {
    const next = queues.trusted.shift() ?? queues.untrusted.shift()
    // Stays busy, so that no new call can overtake the queue.
    if (next) next()
    else isBusy = false
  }
}
