// Hashing a password takes 19 MiB and 20 ms of a core on purpose. One at a time leaves the other cores to the
// requests, and a short queue means that a storm of sign-ins is refused and not piled up. Browsers that an account
// knows have a queue of their own and go first, so that strangers do not keep the owner out.

const maxQueued = 20

const queues: Record<'known' | 'stranger', (() => void)[]> = { known: [], stranger: [] }
let isBusy = false

/** Does the work after what came before it; `busy` when too much is waiting already. */
export async function enqueueHash<T>(
  whose: keyof typeof queues,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (isBusy) {
    if (queues[whose].length >= maxQueued) return 'busy'
    await new Promise<void>(start => queues[whose].push(start))
  }
  isBusy = true
  try {
    return await work()
  } finally {
    const next = queues.known.shift() ?? queues.stranger.shift()
    // Stays busy for the next one, so that nobody comes in between.
    if (next) next()
    else isBusy = false
  }
}
