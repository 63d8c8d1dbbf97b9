import Type from 'typebox'
import { catalogVersion } from '../food/food-row.ts'
import type { SourceId } from '../food/sources.ts'
import { type Database, DatabaseUnavailable } from '../platform/database/pool.ts'

export const HealthSchema = Type.Object(
  {
    status: Type.String({ description: 'ok' }),
    foods_in_db: Type.Integer({ minimum: 0, description: 'Number of foods in the catalog' }),
  },
  { $id: 'Health', title: 'Health', examples: [{ status: 'ok', foods_in_db: 4_180_233 }] },
)

// Responses made from the previous catalog are sent for at most this long after an import.
const refreshEveryMs = 250

/** Times are in Unix seconds; undefined while unknown. */
interface CatalogStats {
  foods: number
  version: string | undefined
  /** When an import or sync last changed the catalog. */
  changedAt: number | undefined
  /** The newest change of any food at its source. */
  newestChange: number | undefined
  /** The time up to which each source has been synced. */
  syncedUpTo: Record<string, number>
  /** The sources of the foods that are shown. */
  sources: SourceId[]
}

export interface CatalogStatsCache {
  /** The last known number of foods (rule health-status), also while the database is unavailable. */
  foods(): number
  /** The last known values. */
  catalog(): CatalogStats
  /** The last known version of the catalog; undefined while it is unknown. */
  version(): string | undefined
  /** Calls the listener whenever the version is another one than before. */
  onChange(listener: () => void): void
  stop(): void
}

/** Keeps the catalog statistics in memory, so that `/health` never waits for the database. */
export async function startCatalogStatsCache(database: Database): Promise<CatalogStatsCache> {
  let stats = await readInitialStats(database)
  let timer = setTimeout(refresh, refreshEveryMs).unref()
  let stopped = false
  const listeners: (() => void)[] = []

  function refresh(): void {
    readStats(database)
      // Keep the last values; requests that need the database report the error.
      .then(
        read => {
          const before = stats.version
          stats = read
          if (before !== read.version) for (const listener of listeners) listener()
        },
        () => undefined,
      )
      .finally(() => {
        if (!stopped) timer = setTimeout(refresh, refreshEveryMs).unref()
      })
  }

  return {
    foods: () => stats.foods,
    catalog: () => stats,
    version: () => stats.version,
    onChange: listener => listeners.push(listener),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** An unavailable database may come back; missing tables are an error at startup. */
async function readInitialStats(database: Database): Promise<CatalogStats> {
  try {
    return await readStats(database)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return unknownStats
    throw error
  }
}

export const unknownStats: CatalogStats = {
  foods: 0,
  version: undefined,
  changedAt: undefined,
  newestChange: undefined,
  syncedUpTo: {},
  sources: [],
}

async function readStats(database: Database): Promise<CatalogStats> {
  const { rows } = await database.query<{
    foods: number
    version: string
    changedAt: number
    newestChange: number | null
    syncedUpTo: Record<string, number>
    sources: SourceId[]
  }>({
    name: 'catalog-stats',
    text: `
      select foods, ${catalogVersion} as version, extract(epoch from refreshed_at) as "changedAt",
             extract(epoch from newest_change) as "newestChange",
             (select coalesce(json_object_agg(source, cursor), '{}') from sync_cursors) as "syncedUpTo",
             (select coalesce(json_agg(name), '[]') from catalog_breakdown where kind = 'source' and foods > 0) as sources
        from catalog_stats`,
  })
  const row = rows[0]
  return row === undefined ? unknownStats : { ...row, newestChange: row.newestChange ?? undefined }
}
