// Reads the catalog for estimates: the foods to compare with, in batches, so that memory does not grow with the catalog.
import type { Client, QueryResultRow } from 'pg'
import { estimateSource } from '../food/sources.ts'
import { classes, scoreRangeOf } from '../quality/confidence/classes.ts'
import { type DescribedFood, type EstimatedNutrient, estimatedNutrients } from './comparable-foods.ts'

const rowsPerBatch = 5_000

/** Of a larger catalog, a random sample is compared with. The index of so many foods takes 400 MB. */
export const maxKnownFoods = 2_000_000

const maxConfidenceOfSuspicious = scoreRangeOf('sparse', 'suspicious').ceiling

/** The kilocalories of a gram, where a label states everything but the energy. */
const kcalPerGram = { protein_g: 4, fat_g: 9, carbs_g: 4 }

export interface KnownFood extends DescribedFood {
  id: number
  /** The tokens of the name, joined. */
  name: string
  source: string
  values: Record<EstimatedNutrient, number>
  /** Whether the energy is stated, and the food complete and unsuspicious. */
  isComplete: boolean
}

interface KnownRow extends Record<Exclude<EstimatedNutrient, 'calories_kcal'>, number> {
  id: number
  name: string
  brand: string
  category: string | null
  language: string | null
  source: string
  calories_kcal: number | null
  is_complete: boolean
}

const isKnown = `
  source <> '${estimateSource}' and num_nonnulls(protein_g, fat_g, carbs_g) = 3
    and confidence > ${maxConfidenceOfSuspicious}`

export async function countKnownFoods(client: Client): Promise<number> {
  const { rows } = await client.query<{ foods: number }>(
    `select count(*) as foods from foods where ${isKnown}`,
  )
  return rows[0]?.foods ?? 0
}

/** The foods whose values are known, without estimates and suspicious foods. */
export async function* readKnownFoods(client: Client, total: number): AsyncGenerator<KnownFood[]> {
  const everyNth = Math.ceil(total / maxKnownFoods)
  const batches = readBatches<KnownRow>(
    client,
    `select foods.id, normalized_name as name, normalized_brand as brand, category, source,
            details->>'language' as language, ${estimatedNutrients.join(', ')}, confidence >= ${classes.complete.floor} as is_complete
       from foods left join food_details on food_details.food_id = foods.id
       where ${isKnown} and mod(abs(hashint8(foods.id)::bigint), ${everyNth}) = 0`,
  )
  for await (const rows of batches) yield rows.map(knownFoodOf)
}

function knownFoodOf(row: KnownRow): KnownFood {
  const { id, name, brand, category, language, source, protein_g, fat_g, carbs_g } = row
  const energy = kcalPerGram.protein_g * protein_g + kcalPerGram.fat_g * fat_g + kcalPerGram.carbs_g * carbs_g
  return {
    ...{ id, name, words: name.split(' '), brand, category, language, source },
    values: { calories_kcal: row.calories_kcal ?? energy, protein_g, fat_g, carbs_g },
    isComplete: row.is_complete,
  }
}

/** In a separate transaction, which sees the catalog as it was when it began. */
export async function* readBatches<Row extends QueryResultRow>(
  client: Client,
  select: string,
): AsyncGenerator<Row[]> {
  await client.query('begin isolation level repeatable read read only')
  try {
    // The cursor is read to its end, so the plan with the first row soonest is not the fastest.
    await client.query('set local cursor_tuple_fraction = 1')
    await client.query(`declare read_foods no scroll cursor for ${select}`)
    for (;;) {
      const { rows } = await client.query(`fetch ${rowsPerBatch} from read_foods`)
      if (rows.length === 0) return
      yield rows as Row[]
    }
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}
