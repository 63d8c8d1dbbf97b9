// Keeps what the current catalog has to suggest in memory.
import type { Database } from '../../platform/database/pool.ts'
import { readSuggestionEntries } from './suggestion-entries.ts'
import { createSuggestionIndex, type SuggestionIndex } from './suggestion-index.ts'

interface VersionedIndex {
  /** Changes with every import and sync. */
  version: string
  index: SuggestionIndex
}

export interface SuggestionCache {
  /** The last one that was loaded; loads it if there is none. */
  current(): Promise<SuggestionIndex>
  /** The catalog version of the last one that was loaded. */
  version(): string | undefined
  /**
   * Loads it again in the background if the catalog has another version, now or when suggestions may be loaded again; what was
   * loaded stays in use until then.
   */
  refresh(catalogVersion: string | undefined): void
}

/** A catalog that changes all the time must not keep a node busy: suggestions may be this old. */
const minMsBetweenLoads = 10_000

export function createSuggestionCache(database: Database): SuggestionCache {
  let loaded: VersionedIndex | undefined
  let loading: Promise<VersionedIndex> | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let isPlanned = false

  function load(): Promise<VersionedIndex> {
    startedAt = performance.now()
    loading ??= readIndex(database)
      .then(read => (loaded = read))
      .finally(() => (loading = undefined))
    return loading
  }

  function loadSoon(): void {
    if (isPlanned) return
    isPlanned = true
    const waitMs = Math.max(0, startedAt + minMsBetweenLoads - performance.now())
    setTimeout(() => {
      isPlanned = false
      load().catch(() => undefined)
    }, waitMs).unref()
  }

  return {
    current: async () => (loaded ?? (await load())).index,
    version: () => loaded?.version,
    refresh(catalogVersion) {
      if (loaded === undefined || catalogVersion === undefined || loaded.version === catalogVersion) return
      loadSoon()
    },
  }
}

async function readIndex(database: Database): Promise<VersionedIndex> {
  const { version, entries } = await readSuggestionEntries(database)
  return { version, index: await createSuggestionIndex(entries) }
}
