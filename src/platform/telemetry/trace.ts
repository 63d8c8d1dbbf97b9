// What the parts of the program know of traces; what makes them is loaded only where they are on.

/** Runs the work as a span of the request it belongs to; outside of a traced request it only runs it. */
export type Trace = <T>(name: string, work: () => T, attributes?: Record<string, string>) => T

/** The function itself where traces are off, so that they cost nothing there. */
export function withSpan<Args extends unknown[], Result>(
  trace: Trace | undefined,
  name: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return trace === undefined ? work : (...args) => trace(name, () => work(...args))
}
