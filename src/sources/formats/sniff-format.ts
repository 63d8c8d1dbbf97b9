// Detects the format of a file from its first bytes, because downloads may lose their extension.

const gzipMagic = Buffer.from([0x1f, 0x8b])
const parquetMagic = Buffer.from('PAR1')

export const maxMagicBytes = parquetMagic.length
// Enough for the header of the tab-separated export (5 KB) and some malformed lines before a good one.
export const bytesToSniff = 64 * 1024

export const isGzip = (head: Buffer) => startsWith(head, gzipMagic)
export const isParquet = (head: Buffer) => startsWith(head, parquetMagic)

/** A line that starts an object means JSON lines, even after malformed ones; tabs in the first line mean a table. */
export function textFormatOf(head: Buffer): 'jsonl' | 'tsv' | null {
  const text = head.toString('utf8').trimStart()
  const opensObject = (line: string) => line.trimStart().startsWith('{')
  if (text === '' || text.split('\n').some(opensObject)) return 'jsonl'
  const [header = ''] = text.split('\n', 1)
  return header.includes('\t') && !/[\0\ufffd]/.test(header) ? 'tsv' : null
}

function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic)
}

/** The start of a stream, and the complete stream. */
interface Peeked<Chunk> {
  head: Buffer
  all: AsyncIterable<Chunk>
  /** Closes the file when the rest is not needed. */
  close(): Promise<void>
}

/** Reads at least that many bytes, unless the stream is shorter. */
export async function peek<Chunk extends Buffer | string>(
  chunks: AsyncIterable<Chunk>,
  bytes: number,
): Promise<Peeked<Chunk>> {
  const iterator = chunks[Symbol.asyncIterator]()
  const close = async () => void (await iterator.return?.())
  const seen: Chunk[] = []
  let head = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await iterator.next()
    if (next.done) break
    seen.push(next.value)
    if (typeof next.value !== 'string') head = Buffer.concat([head, next.value])
  }

  async function* all(): AsyncGenerator<Chunk> {
    try {
      yield* seen.splice(0)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await close()
    }
  }

  return { head, all: all(), close }
}
