import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import { createBatcher } from '../platform/batching.ts'
import type { Database } from '../platform/database/pool.ts'

const lookupsPerStatement = 100

export interface FoodLookup {
  byId(id: number): Promise<Food | undefined>
  /** The food with the first of these barcodes that is found. */
  byBarcode(barcodes: readonly string[]): Promise<Food | undefined>
}

/** Each in one statement; the results are in the order asked. */
export interface FoodBatchLookup {
  byIds(ids: readonly number[]): Promise<(Food | undefined)[]>
  /** For each list of barcodes, the food with the first of them that is found. */
  byBarcodes(barcodes: readonly (readonly string[])[]): Promise<(Food | undefined)[]>
}

export const foodBatchLookup = (database: Database): FoodBatchLookup => ({
  byIds: ids => foodsById(database, ids),
  async byBarcodes(lists) {
    const barcodes = lists.flat()
    const found = await foodsByBarcode(database, barcodes)
    const byBarcode = new Map(barcodes.map((barcode, index) => [barcode, found[index]]))
    return lists.map(list => byBarcode.get(list.find(barcode => byBarcode.get(barcode)) ?? ''))
  },
})

export function foodLookup(database: Database): FoodLookup {
  const byId = createBatcher((ids: number[]) => foodsById(database, ids), lookupsPerStatement)
  const byBarcode = createBatcher((codes: string[]) => foodsByBarcode(database, codes), lookupsPerStatement)
  return {
    byId,
    async byBarcode(barcodes) {
      const found = await Promise.all(barcodes.map(barcode => byBarcode(barcode)))
      return found.find(food => food !== undefined)
    },
  }
}

async function foodsById(database: Database, ids: readonly number[]): Promise<(Food | undefined)[]> {
  const { rows } = await database.query<FoodRow & { requested_id: number }>({
    name: 'foods-by-id',
    // The id of a food that was merged into another finds that one.
    text: `
      select ${foodColumns}, foods.id as requested_id
        from foods where id = any($1::bigint[])
      union all
      select ${foodColumns}, merged_food_ids.food_id
        from merged_food_ids join foods on foods.id = merged_food_ids.merged_into_food_id
        where merged_food_ids.food_id = any($1::bigint[])`,
    values: [ids],
  })
  const found = new Map(rows.reverse().map(({ requested_id, ...row }) => [requested_id, toFood(row)]))
  return ids.map(id => found.get(id))
}

async function foodsByBarcode(
  database: Database,
  barcodes: readonly string[],
): Promise<(Food | undefined)[]> {
  const { rows } = await database.query<FoodRow & { matched_barcode: string }>({
    name: 'foods-by-barcode',
    // The barcode of a superseded record finds the food of its product.
    text: `
      select ${foodColumns}, foods.barcode as matched_barcode
        from foods where barcode = any($1::text[])
      union all
      select ${foodColumns}, superseded_records.barcode
        from superseded_records join foods on foods.id = superseded_records.food_id
        where superseded_records.barcode = any($1::text[])`,
    values: [barcodes],
  })
  // A food that has the barcode takes precedence over the food of a superseded record.
  const found = new Map(rows.reverse().map(({ matched_barcode, ...row }) => [matched_barcode, toFood(row)]))
  return barcodes.map(barcode => found.get(barcode))
}
