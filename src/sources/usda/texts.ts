const bytesAChunk = 4 * 1024 * 1024
const mostBytesALetter = 3
// Far more than is kept of a name further on, and its bytes can be counted with 16 bits.
const longestText = 2_000

/** Texts by number, as bytes: a million JavaScript strings take three times as much. */
export class Texts {
  readonly #chunks: Buffer[] = []
  readonly #places: Uint32Array
  readonly #lengths: Uint16Array
  #used = bytesAChunk

  constructor(count: number) {
    this.#places = new Uint32Array(count)
    this.#lengths = new Uint16Array(count)
  }

  set(at: number, text: string): void {
    const written = text.slice(0, longestText)
    if (this.#used + written.length * mostBytesALetter > bytesAChunk) {
      this.#chunks.push(Buffer.allocUnsafeSlow(bytesAChunk))
      this.#used = 0
    }
    const length = this.#chunks.at(-1)?.write(written, this.#used) ?? 0
    this.#places[at] = (this.#chunks.length - 1) * bytesAChunk + this.#used
    this.#lengths[at] = length
    this.#used += length
  }

  /** Empty for what was never set. */
  get(at: number): string {
    const place = this.#places[at] ?? 0
    const start = place % bytesAChunk
    const chunk = this.#chunks[Math.floor(place / bytesAChunk)]
    return chunk?.toString('utf8', start, start + (this.#lengths[at] ?? 0)) ?? ''
  }
}
