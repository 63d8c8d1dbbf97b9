import Type from 'typebox'
import { type Database, DatabaseUnavailable } from '../database/pool.ts'

export const HealthSchema = Type.Object(
  {
    status: Type.String({ description: 'ok' }),
    foods_in_db: Type.Integer({ minimum: 0, description: 'Number of foods in the catalog' }),
  },
  { $id: 'Health', title: 'Health', additionalProperties: false },
)

const refreshEveryMs = 1_000

export interface KeptFigures {
  /** The last known number of foods (decision 32): known also while the database is away. */
  foods(): number
  stop(): void
}

/** Keeps the figures of the catalog in memory, so that `/health` never waits for the database. */
export async function keepFigures(database: Database): Promise<KeptFigures> {
  let foods = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const refresh = async () => {
    try {
      foods = await countedFoods(database)
    } catch (error) {
      // Away, the last figure stands. Any other fault is there from the start: tables that do not exist.
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
    if (!stopped) timer = setTimeout(() => void refresh().catch(() => {}), refreshEveryMs).unref()
  }
  await refresh()

  return {
    foods: () => foods,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

async function countedFoods(database: Database): Promise<number> {
  const { rows } = await database.query<{ foods: number }>({
    name: 'catalog-figures',
    text: 'select foods from catalog_figures',
  })
  return rows[0]?.foods ?? 0
}
