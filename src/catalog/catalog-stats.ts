import Type from 'typebox'
import { type Database, DatabaseUnavailable } from '../platform/database/pool.ts'

export const HealthSchema = Type.Object(
  {
    status: Type.String({ description: 'ok' }),
    foods_in_db: Type.Integer({ minimum: 0, description: 'Number of foods in the catalog' }),
  },
  { $id: 'Health', title: 'Health', additionalProperties: false },
)

const refreshEveryMs = 1_000

/** Moments are seconds since 1970; undefined while they are not known. */
interface CatalogFigures {
  foods: number
  /** By an import or a sync. */
  changedAt: number | undefined
  /** Of any food, at its source. */
  newestChange: number | undefined
  /** Up to which moment the changes of a source are in. */
  syncedUpTo: Record<string, number>
}

export interface CatalogStatsCache {
  /** The last known number of foods (decision 32): known also while the database is away. */
  foods(): number
  /** As last known. */
  catalog(): CatalogFigures
  stop(): void
}

/** Keeps the figures of the catalog in memory, so that `/health` never waits for the database. */
export async function startCatalogStatsCache(database: Database): Promise<CatalogStatsCache> {
  let figures = await firstFigures(database)
  let timer = setTimeout(refresh, refreshEveryMs).unref()
  let stopped = false

  function refresh(): void {
    readFigures(database)
      // The last figures stand; requests that need the database report the fault.
      .then(
        read => (figures = read),
        () => undefined,
      )
      .finally(() => {
        if (!stopped) timer = setTimeout(refresh, refreshEveryMs).unref()
      })
  }

  return {
    foods: () => figures.foods,
    catalog: () => figures,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** A database that is away at the start may come; one without our tables is told at once. */
async function firstFigures(database: Database): Promise<CatalogFigures> {
  try {
    return await readFigures(database)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return unknownFigures
    throw error
  }
}

const unknownFigures: CatalogFigures = {
  foods: 0,
  changedAt: undefined,
  newestChange: undefined,
  syncedUpTo: {},
}

async function readFigures(database: Database): Promise<CatalogFigures> {
  const { rows } = await database.query<{
    foods: number
    changedAt: number
    newestChange: number | null
    syncedUpTo: Record<string, number>
  }>({
    name: 'catalog-figures',
    text: `
      select foods, extract(epoch from refreshed_at) as "changedAt",
             extract(epoch from newest_change) as "newestChange",
             (select coalesce(json_object_agg(source, cursor), '{}') from sync_cursors) as "syncedUpTo"
        from catalog_stats`,
  })
  const row = rows[0]
  return row === undefined ? unknownFigures : { ...row, newestChange: row.newestChange ?? undefined }
}
