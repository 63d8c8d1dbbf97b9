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
  let foods = await firstCount(database)
  let timer = setTimeout(refresh, refreshEveryMs).unref()
  let stopped = false

  function refresh(): void {
    countedFoods(database)
      // The last figure stands; requests that need the database report the fault.
      .then(
        counted => (foods = counted),
        () => undefined,
      )
      .finally(() => {
        if (!stopped) timer = setTimeout(refresh, refreshEveryMs).unref()
      })
  }

  return {
    foods: () => foods,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** A database that is away at the start may come; one without our tables is told at once. */
async function firstCount(database: Database): Promise<number> {
  try {
    return await countedFoods(database)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return 0
    throw error
  }
}

async function countedFoods(database: Database): Promise<number> {
  const { rows } = await database.query<{ foods: number }>({
    name: 'catalog-figures',
    text: 'select foods from catalog_figures',
  })
  return rows[0]?.foods ?? 0
}
