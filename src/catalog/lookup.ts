import type { Database } from '../database/pool.ts'
import { barcodeCandidates } from '../food/barcode.ts'
import type { Food } from '../food/food.ts'
import { batched } from './batch.ts'
import { type FoodRow, foodColumns, toFood } from './row.ts'

const lookupsAStatement = 100

export interface FoodLookup {
  byId(id: number): Promise<Food | undefined>
  byBarcode(code: string): Promise<Food | undefined>
}

export function foodLookup(database: Database): FoodLookup {
  const byId = batched((ids: number[]) => foodsById(database, ids), lookupsAStatement)
  const byBarcode = batched((codes: string[]) => foodsByBarcode(database, codes), lookupsAStatement)
  return {
    byId,
    async byBarcode(code) {
      for (const candidate of barcodeCandidates(code)) {
        const food = await byBarcode(candidate)
        if (food) return food
      }
      return undefined
    },
  }
}

async function foodsById(database: Database, ids: number[]): Promise<Map<number, Food>> {
  const { rows } = await database.query<FoodRow>({
    name: 'foods-by-id',
    text: `select ${foodColumns} from foods where id = any($1::bigint[])`,
    values: [ids],
  })
  return new Map(rows.map(row => [row.id, toFood(row)]))
}

async function foodsByBarcode(database: Database, barcodes: string[]): Promise<Map<string, Food>> {
  const { rows } = await database.query<FoodRow & { barcode: string }>({
    name: 'foods-by-barcode',
    text: `select ${foodColumns} from foods where barcode = any($1::text[])`,
    values: [barcodes],
  })
  return new Map(rows.map(row => [row.barcode, toFood(row)]))
}
