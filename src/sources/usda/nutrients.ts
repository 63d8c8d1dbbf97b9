import { float32ToDecimal } from '../coerce.ts'
import type { Foods } from './foods.ts'

export interface NutrientAmount {
  amount: unknown
  /** Undefined if the bundle has no nutrient table. */
  unit_name: string | undefined
}

/**
 * The amounts of all foods in one typed array. Of the versions of a food it keeps the newest that has any amounts: the
 * newest of all may have none, and the order of rows is undefined.
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
    // A second amount of a nutrient comes from another method; the first one is the published value.
    if (Number.isNaN(this.#amounts[first + column])) this.#amounts[first + column] = amount
  }

  /** The food of this version; undefined if another version was chosen. */
  foodOfChosenVersion(fdcId: number): number | undefined {
    const food = this.#foods.foodOf(fdcId)
    if (food === undefined) return undefined
    return fdcId === (this.#version[food] || this.#foods.newestOf(food)) ? food : undefined
  }

  /** The known amounts of a food, by nutrient id. */
  amountsOf(food: number, units: Map<number, string>): Map<number, NutrientAmount> {
    const amounts = new Map<number, NutrientAmount>()
    const first = food * this.#ids.length
    for (const [column, id] of this.#ids.entries()) {
      const amount = this.#amounts[first + column] ?? Number.NaN
      if (!Number.isNaN(amount))
        amounts.set(id, { amount: float32ToDecimal(amount), unit_name: units.get(id) })
    }
    return amounts
  }

  /** Caches the last lookup, because the lines of a food are nearly always consecutive. */
  #foodOf(fdcId: number): number | undefined {
    if (fdcId !== this.#lastFdcId) {
      this.#lastFdcId = fdcId
      this.#lastFood = this.#foods.foodOf(fdcId)
    }
    return this.#lastFood
  }
}
