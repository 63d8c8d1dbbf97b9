// Where log lines go: collected for a moment and written in pieces, which costs a request a tenth of a write
// of its own. Whatever becomes of the reader (a full disk, a pipe that nobody reads), the service goes on: lines
// are dropped, and counted, before memory grows.
import { write } from 'node:fs'

const pieceLength = 8_192
const longestWaitMs = 500
const maxBufferedLines = 4 * 1024 * 1024 // characters

export class LogSink {
  dropped = 0
  private readonly descriptor: number
  private kept: string[] = []
  private keptLength = 0
  private writing = false
  private timer: NodeJS.Timeout | undefined

  constructor(descriptor: number) {
    this.descriptor = descriptor
  }

  write(line: string): void {
    if (this.keptLength + line.length > maxBufferedLines) {
      this.dropped++
      return
    }
    this.kept.push(line)
    this.keptLength += line.length
    if (this.keptLength >= pieceLength) this.writePiece()
    else this.timer ??= setTimeout(() => this.writePiece(), longestWaitMs).unref()
  }

  /** Writes what is left, for at most so long; says whether all of it was taken. */
  async finish(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs
    this.writePiece()
    while ((this.writing || this.keptLength > 0) && performance.now() < end) {
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    return !this.writing
  }

  private writePiece(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.writing || this.keptLength === 0) return
    const lines = this.kept.length
    const piece = Buffer.from(this.kept.join(''))
    this.kept = []
    this.keptLength = 0
    this.writing = true
    this.writeBytes(piece, lines)
  }

  private writeBytes(piece: Buffer, lines: number): void {
    write(this.descriptor, piece, (error, written) => {
      if (!error && written < piece.length) {
        this.writeBytes(piece.subarray(written), lines)
        return
      }
      if (error) this.dropped += lines
      this.writing = false
      if (this.keptLength >= pieceLength) this.writePiece()
      else if (this.keptLength > 0) this.timer ??= setTimeout(() => this.writePiece(), longestWaitMs).unref()
    })
  }
}
