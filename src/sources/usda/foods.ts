// Which foods a bundle holds. It keeps the older versions of a food under their own fdc_id: of 100 barcodes that
// a sample of 9,541 branded foods has twice, the newer version is always the one with the higher id.

import { NumberTable } from './number-table.ts'

const idsAPage = 1 << 16

export class Foods {
  /** By fdc_id, one more than the number of the food. The ids are given out in turn, so that pages are full. */
  readonly #pages = new Map<number, Int32Array>()
  readonly #newest: number[] = []

  get count(): number {
    return this.#newest.length
  }

  /** Foods count from 0. */
  foodOf(fdcId: number): number | undefined {
    const food = this.#pages.get(Math.floor(fdcId / idsAPage))?.[fdcId % idsAPage]
    return food ? food - 1 : undefined
  }

  newestOf(food: number): number {
    return this.#newest[food] ?? 0
  }

  /** One more version of a food, or of a new one. */
  add(fdcId: number, food = this.count): number {
    const number = Math.floor(fdcId / idsAPage)
    const page = this.#pages.get(number) ?? new Int32Array(idsAPage)
    page[fdcId % idsAPage] = food + 1
    this.#pages.set(number, page)
    this.#newest[food] = Math.max(fdcId, this.newestOf(food))
    return food
  }
}

// GTIN-14 is the longest barcode.
const largestNumber = 99_999_999_999_999

/** Adds versions, which are of one food when they share a number: a barcode, or the NDB number. */
export function addByNumber(foods: Foods): (fdcId: number, number: number) => void {
  const foodOf = new NumberTable()
  return (fdcId, number) => {
    if (number === 0 || number > largestNumber) foods.add(fdcId)
    else foodOf.set(number, foods.add(fdcId, foodOf.get(number)))
  }
}
