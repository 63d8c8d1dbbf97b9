const bytesPerChunk = 4 * 1024 * 1024
const maxBytesPerCharacter = 3
// Names are truncated to much less later, and the byte length fits into 16 bits.
const maxTextLength = 2_000

/** Texts by index, stored as bytes; a million JavaScript strings take three times as much memory. */
export class Texts {
  readonly #chunks: Buffer[] = []
  readonly #offsets: Uint32Array
  readonly #lengths: Uint16Array
  #used = bytesPerChunk

  constructor(count: number) {
    this.#offsets = new Uint32Array(count)
    this.#lengths = new Uint16Array(count)
  }

  set(index: number, text: string): void {
    const truncated = text.slice(0, maxTextLength)
    if (this.#used + truncated.length * maxBytesPerCharacter > bytesPerChunk) {
      this.#chunks.push(Buffer.allocUnsafeSlow(bytesPerChunk))
      this.#used = 0
    }
    const length = this.#chunks.at(-1)?.write(truncated, this.#used) ?? 0
    this.#offsets[index] = (this.#chunks.length - 1) * bytesPerChunk + this.#used
    this.#lengths[index] = length
    this.#used += length
  }

  /** '' if it was not set. */
  get(index: number): string {
    const offset = this.#offsets[index] ?? 0
    const start = offset % bytesPerChunk
    const chunk = this.#chunks[Math.floor(offset / bytesPerChunk)]
    return chunk?.toString('utf8', start, start + (this.#lengths[index] ?? 0)) ?? ''
  }
}
