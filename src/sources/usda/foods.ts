// The foods of a bundle, which also contains older versions of a food under other fdc_ids. The newest version has the
// highest id: this holds for all 100 barcodes that occur twice in a sample of 9,541 branded foods.

const idsPerPage = 1 << 16

export class Foods {
  /** Food number + 1 by fdc_id. The ids are assigned consecutively, so pages are well filled. */
  readonly #pages = new Map<number, Int32Array>()
  readonly #newest: number[] = []

  get count(): number {
    return this.#newest.length
  }

  /** Foods are numbered from 0. */
  foodOf(fdcId: number): number | undefined {
    const food = this.#pages.get(Math.floor(fdcId / idsPerPage))?.[fdcId % idsPerPage]
    return food ? food - 1 : undefined
  }

  newestOf(food: number): number {
    return this.#newest[food] ?? 0
  }

  /** Adds a version to a food, by default to a new one. */
  add(fdcId: number, food = this.count): number {
    const pageNumber = Math.floor(fdcId / idsPerPage)
    const page = this.#pages.get(pageNumber) ?? new Int32Array(idsPerPage)
    page[fdcId % idsPerPage] = food + 1
    this.#pages.set(pageNumber, page)
    this.#newest[food] = Math.max(fdcId, this.newestOf(food))
    return food
  }
}

// GTIN-14 is the longest barcode.
const maxBarcode = 99_999_999_999_999

/** Adds versions; those with the same number (barcode or NDB number) belong to one food. */
export function addByNumber(foods: Foods): (fdcId: number, number: number) => void {
  const foodOf = new NumberTable()
  return (fdcId, number) => {
    if (number === 0 || number > maxBarcode) foods.add(fdcId)
    else foodOf.set(number, foods.add(fdcId, foodOf.get(number)))
  }
}

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
