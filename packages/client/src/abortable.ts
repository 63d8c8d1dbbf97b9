type Settle<T> = (resolve: (value: T) => void, reject: (reason: unknown) => void) => () => void

/** A promise that rejects when the signal aborts; `start` returns what to do then. */
export function abortable<T>(signal: AbortSignal | undefined, start: Settle<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle =
      <V>(act: (value: V) => void) =>
      (value: V) => {
        signal?.removeEventListener('abort', abort)
        act(value)
      }
    const abort = () => {
      stop()
      settle(reject)(signal && reasonOf(signal))
    }
    signal?.addEventListener('abort', abort)
    const stop = start(settle(resolve), settle(reject))
    if (signal?.aborted) abort()
  })
}

/** React Native's signals have no reason. */
export function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error('The operation was aborted'), { name: 'AbortError' })
}
