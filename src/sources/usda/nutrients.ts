import { shortestSingle } from '../coerce.ts'
import type { Foods } from './foods.ts'

export interface NutrientAmount {
  amount: unknown
  /** Undefined where the bundle has no table of nutrients. */
  unit_name: string | undefined
}

/**
 * The amounts of all foods in one block of memory. Of the versions of a food it keeps the newest that has any
 * amount: the very newest may have none, and the files promise no order.
 */
export class Nutrients {
  readonly #foods: Foods
  readonly #ids: readonly number[]
  readonly #columnOf = new Int8Array(1 << 14).fill(-1)
  readonly #amounts: Float32Array
  readonly #version: Int32Array
  #lastFdcId = 0
  #lastFood: number | undefined

  constructor(foods: Foods, ids: readonly number[]) {
    this.#foods = foods
    this.#ids = ids
    for (const [column, id] of ids.entries()) this.#columnOf[id] = column
    this.#amounts = new Float32Array(foods.count * ids.length).fill(Number.NaN)
    this.#version = new Int32Array(foods.count)
  }

  isWanted(nutrientId: number): boolean {
    return (this.#columnOf[nutrientId] ?? -1) >= 0
  }

  add(fdcId: number, nutrientId: number, amount: number): void {
    const food = this.#foodOf(fdcId)
    const column = this.#columnOf[nutrientId] ?? -1
    if (food === undefined || column < 0 || Number.isNaN(amount)) return
    const version = this.#version[food] ?? 0
    if (fdcId < version) return
    const first = food * this.#ids.length
    if (fdcId > version) {
      this.#version[food] = fdcId
      this.#amounts.fill(Number.NaN, first, first + this.#ids.length)
    }
    // A nutrient told twice is told by another method too; the first is the one of the tables.
    if (Number.isNaN(this.#amounts[first + column])) this.#amounts[first + column] = amount
  }

  /** The food whose version this is, unless another version of it was chosen. */
  foodOfChosen(fdcId: number): number | undefined {
    const food = this.#foods.foodOf(fdcId)
    if (food === undefined) return undefined
    return fdcId === (this.#version[food] || this.#foods.newestOf(food)) ? food : undefined
  }

  /** What is known of a food, by the id of the nutrient. */
  amountsOf(food: number, units: Map<number, string>): Map<number, NutrientAmount> {
    const told = new Map<number, NutrientAmount>()
    const first = food * this.#ids.length
    for (const [column, id] of this.#ids.entries()) {
      const amount = this.#amounts[first + column] ?? Number.NaN
      if (!Number.isNaN(amount)) told.set(id, { amount: shortestSingle(amount), unit_name: units.get(id) })
    }
    return told
  }

  /** The lines of one food stand together nearly always. */
  #foodOf(fdcId: number): number | undefined {
    if (fdcId !== this.#lastFdcId) {
      this.#lastFdcId = fdcId
      this.#lastFood = this.#foods.foodOf(fdcId)
    }
    return this.#lastFood
  }
}
