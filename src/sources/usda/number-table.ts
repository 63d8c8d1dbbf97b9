/** Numbers by numbers outside the heap, which would keep its size after a Map of 2 million is gone. */
export class NumberTable {
  #keys = new Float64Array(1024)
  #values = new Int32Array(1024)
  #size = 0

  /** Keys are whole numbers from 1 on. */
  get(key: number): number | undefined {
    const place = this.#placeOf(key)
    return this.#keys[place] === key ? this.#values[place] : undefined
  }

  set(key: number, value: number): void {
    const place = this.#placeOf(key)
    this.#values[place] = value
    if (this.#keys[place] === key) return
    this.#keys[place] = key
    // Fuller than this, the searches for a free place grow long.
    if (++this.#size > this.#keys.length * 0.6) this.#grow()
  }

  #placeOf(key: number): number {
    const last = this.#keys.length - 1
    const high = Math.floor(key / 2 ** 32)
    let place = Math.imul(key ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> Math.clz32(last)
    while (this.#keys[place] !== 0 && this.#keys[place] !== key) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Int32Array(keys.length * 2)
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (key === 0) continue
      const place = this.#placeOf(key)
      this.#keys[place] = key
      this.#values[place] = values[at] ?? 0
    }
  }
}
