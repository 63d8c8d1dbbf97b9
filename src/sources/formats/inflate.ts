// Decompresses a stream and yields everything before a damaged part. `for await` over zlib's stream would lose it, because
// a failing stream discards its buffer.
import { createGunzip, createInflateRaw } from 'node:zlib'
import type { Chunks } from './dump.ts'

// Deflate expands up to 1,032 times, so 16 KB become at most 16 MB, which limits memory use.
const sliceBytes = 16 * 1024

const decompressors = { gzip: createGunzip, deflate: createInflateRaw }

/** `deflate` is the format of zip entries: gzip without its header. */
export async function* inflate(
  chunks: AsyncIterable<Buffer>,
  format: keyof typeof decompressors = 'gzip',
): Chunks {
  const decompressor = decompressors[format]({ chunkSize: 256 * 1024 })
  let inflated: Buffer[] = []
  let damage: 'truncated' | 'corrupt' | null = null
  decompressor.on('data', (chunk: Buffer) => inflated.push(chunk))
  decompressor.on('error', (error: NodeJS.ErrnoException) => {
    damage = error.code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt'
  })
  let resume = () => {}
  decompressor.once('close', () => resume())
  // The callback of a failed write is never called; only the stream is closed.
  const untilDoneOrClosed = (start: (done: () => void) => void) =>
    new Promise<void>(resolve => {
      resume = resolve
      start(resolve)
    })
  try {
    for await (const slice of slices(chunks)) {
      // The next slice is decompressed on another thread while the consumer parses the last one.
      const ready = inflated
      inflated = []
      const written = untilDoneOrClosed(done => decompressor.write(slice, () => done()))
      yield* ready
      await written
      if (damage !== null) break
    }
    await untilDoneOrClosed(done => (decompressor.closed ? done() : decompressor.end()))
    yield* inflated
    if (damage !== null) yield damage
  } finally {
    decompressor.destroy()
  }
}

async function* slices(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += sliceBytes)
      yield chunk.subarray(start, start + sliceBytes)
  }
}
