// Unpacks a stream and keeps what came before the damage: `for await` over zlib's own stream would lose it,
// because a stream that fails throws away what it holds.
import { createGunzip, createInflateRaw } from 'node:zlib'
import type { Pieces } from './dump.ts'

// Deflate expands up to 1,032 times: 16 KB become 16 MB at most, which bounds what is held at a time.
const bytesAtATime = 16 * 1024

const unpackers = { gzip: createGunzip, deflate: createInflateRaw }

/** `deflate` is what lies in a zip: the same without a frame. */
export async function* inflate(
  pieces: AsyncIterable<Buffer>,
  format: keyof typeof unpackers = 'gzip',
): Pieces {
  const unpacker = unpackers[format]({ chunkSize: 256 * 1024 })
  let inflated: Buffer[] = []
  let damage: 'truncated' | 'corrupt' | null = null
  unpacker.on('data', (piece: Buffer) => inflated.push(piece))
  unpacker.on('error', (error: NodeJS.ErrnoException) => {
    damage = error.code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt'
  })
  let goOn = () => {}
  unpacker.once('close', () => goOn())
  // A write that fails is never called back, only the stream is closed.
  const untilDoneOrClosed = (start: (done: () => void) => void) =>
    new Promise<void>(resolve => {
      goOn = resolve
      start(resolve)
    })
  try {
    for await (const slice of slices(pieces)) {
      // The next slice is inflated on another thread while the consumer parses what the last one gave.
      const ready = inflated
      inflated = []
      const written = untilDoneOrClosed(done => unpacker.write(slice, () => done()))
      yield* ready
      await written
      if (damage !== null) break
    }
    await untilDoneOrClosed(done => (unpacker.closed ? done() : unpacker.end()))
    yield* inflated
    if (damage !== null) yield damage
  } finally {
    unpacker.destroy()
  }
}

async function* slices(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += bytesAtATime) yield piece.subarray(at, at + bytesAtATime)
  }
}
