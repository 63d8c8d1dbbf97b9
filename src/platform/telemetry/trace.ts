// The tracing interface for the rest of the program; the implementation is loaded only if tracing is enabled.

/** Runs `work` in a child span of the current request; outside a traced request it just runs it. */
export type Trace = <T>(name: string, work: () => T, attributes?: Record<string, string>) => T

/** Returns the function unchanged if tracing is off, so that it adds no overhead. */
export function withSpan<Args extends unknown[], Result>(
  trace: Trace | undefined,
  name: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return trace === undefined ? work : (...args) => trace(name, () => work(...args))
}
