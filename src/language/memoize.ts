// A dump repeats a few thousand categories millions of times.
const defaultMaxTexts = 10_000

/** Remembers the results of a pure function of a text. */
export function memoize<Result>(
  compute: (text: string) => Result,
  maxTexts = defaultMaxTexts,
): (text: string) => Result {
  const known = new Map<string, Result>()
  return text => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as Result
    const result = compute(text)
    if (known.size < maxTexts) known.set(text, result)
    return result
  }
}
