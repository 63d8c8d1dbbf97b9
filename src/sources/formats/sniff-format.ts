/** The beginning of a stream, and the whole of it to be read afterwards. */
interface Peeked<Piece> {
  head: Buffer
  all: AsyncIterable<Piece>
  /** For who goes no further: lets go of the file. */
  close(): Promise<void>
}

/** Reads until so many bytes are there, or the stream ends. */
export async function peek<Piece extends Buffer | string>(
  pieces: AsyncIterable<Piece>,
  bytes: number,
): Promise<Peeked<Piece>> {
  const iterator = pieces[Symbol.asyncIterator]()
  const close = async () => void (await iterator.return?.())
  const seen: Piece[] = []
  let head = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await iterator.next()
    if (next.done) break
    seen.push(next.value)
    if (typeof next.value !== 'string') head = Buffer.concat([head, next.value])
  }

  async function* all(): AsyncGenerator<Piece> {
    try {
      yield* seen.splice(0)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await close()
    }
  }

  return { head, all: all(), close }
}
