const tickMs = 10

/**
 * Measures how long a request that arrives now would wait until the process turns to it, which no measurement of the request
 * itself includes. A long turn delays every request that arrives during it, each by what is left of the turn, and so it is
 * observed once for every tick that it took. Returns what ends the measurement.
 */
export function measureEventLoopDelay(observe: (seconds: number) => void, now = () => performance.now()) {
  let expected = now() + tickMs
  const timer = setInterval(() => {
    const end = now()
    for (; expected <= end; expected += tickMs) observe((end - expected) / 1000)
  }, tickMs).unref()
  return () => clearInterval(timer)
}
