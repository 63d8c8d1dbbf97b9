// Questions that arrive together are asked together: under load a lookup costs a share of a statement
// instead of a whole one (bench/lookup.ts measures what that gives); alone, it costs nothing extra.

export function batched<Key, Answer>(
  ask: (keys: Key[]) => Promise<Map<Key, Answer>>,
  most: number,
): (key: Key) => Promise<Answer | undefined> {
  let waiting: Key[] = []
  let answers: Promise<Map<Key, Answer>> | undefined

  return async key => {
    if (answers === undefined || waiting.length >= most) {
      const keys: Key[] = []
      waiting = keys
      // setImmediate: after all requests of this turn of the event loop have been read.
      answers = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
        if (waiting === keys) answers = undefined
        return ask(keys)
      })
    }
    const mine = answers
    waiting.push(key)
    return (await mine).get(key)
  }
}
