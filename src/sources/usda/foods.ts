// The foods of a bundle, which also contains older versions of a food under other fdc_ids. The newest version has the
// highest id: this holds for all 100 barcodes that occur twice in a sample of 9,541 branded foods.

import { NumberTable } from './number-table.ts'

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
