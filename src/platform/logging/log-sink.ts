// Buffers log lines and writes them in chunks, at a tenth of the cost of one write per line. If the disk is full or the
// pipe's reader is slow or gone, lines are dropped and counted, so that the process never blocks or runs out of memory.
import { write } from 'node:fs'

const defaultChunkLength = 32_768 // characters
const maxDelayMs = 500
const maxBufferedLength = 4 * 1024 * 1024 // characters

export class LogSink {
  dropped = 0
  private readonly descriptor: number
  private readonly chunkLength: number
  private readonly buffered: string[] = []
  private bufferedLength = 0
  private writing = false
  private timer: NodeJS.Timeout | undefined

  constructor(descriptor: number, chunkLength = defaultChunkLength) {
    this.descriptor = descriptor
    this.chunkLength = chunkLength
  }

  write(line: string): void {
    if (this.bufferedLength + line.length > maxBufferedLength) {
      this.dropped++
      return
    }
    this.buffered.push(line)
    this.bufferedLength += line.length
    if (this.bufferedLength >= this.chunkLength) this.writeChunk()
    else this.timer ??= setTimeout(() => this.writeChunk(), maxDelayMs).unref()
  }

  /** Flushes the buffer within a time limit. Resolves to whether everything was written. */
  async finish(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs
    this.writeChunk()
    while ((this.writing || this.bufferedLength > 0) && performance.now() < end) {
      await new Promise(resolve => setTimeout(resolve, 10))
      this.writeChunk()
    }
    return !this.writing
  }

  private writeChunk(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.writing || this.bufferedLength === 0) return
    const lines = this.takeLines()
    this.writing = true
    this.writeBytes(Buffer.from(lines.join('')), lines.length)
  }

  /** As many as fit into a chunk, and at least one. */
  private takeLines(): string[] {
    let count = 0
    let length = 0
    do length += this.buffered[count++]?.length ?? 0
    while (count < this.buffered.length && length + (this.buffered[count]?.length ?? 0) <= this.chunkLength)
    this.bufferedLength -= length
    return this.buffered.splice(0, count)
  }

  private writeBytes(chunk: Buffer, lines: number): void {
    write(this.descriptor, chunk, (error, written) => {
      if (!error && written < chunk.length) {
        this.writeBytes(chunk.subarray(written), lines)
        return
      }
      if (error) this.dropped += lines
      this.writing = false
      if (this.bufferedLength >= this.chunkLength) this.writeChunk()
      else if (this.bufferedLength > 0) this.timer ??= setTimeout(() => this.writeChunk(), maxDelayMs).unref()
    })
  }
}
