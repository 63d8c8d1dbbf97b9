/** A map from numbers to numbers outside the heap, which would not shrink after a Map of 2 million entries. */
export class NumberTable {
  #keys = new Float64Array(1024)
  #values = new Int32Array(1024)
  #size = 0

  /** Keys are positive integers. */
  get(key: number): number | undefined {
    const slot = this.#slotOf(key)
    return this.#keys[slot] === key ? this.#values[slot] : undefined
  }

  set(key: number, value: number): void {
    const slot = this.#slotOf(key)
    this.#values[slot] = value
    if (this.#keys[slot] === key) return
    this.#keys[slot] = key
    // Above this load factor, probing gets slow.
    if (++this.#size > this.#keys.length * 0.6) this.#grow()
  }

  #slotOf(key: number): number {
    const last = this.#keys.length - 1
    const high = Math.floor(key / 2 ** 32)
    let slot = Math.imul(key ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> Math.clz32(last)
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Int32Array(keys.length * 2)
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? 0
      if (key === 0) continue
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#values[slot] = values[index] ?? 0
    }
  }
}
