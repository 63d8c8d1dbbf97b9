// Keeps the vocabulary of the current catalog version in memory.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { catalogVersion } from '../../food/food-row.ts'
import type { Database } from '../../platform/database/pool.ts'
import {
  buildSearchIndex,
  openSearchIndex,
  parseTerms,
  type SearchIndex,
  termsAsText,
} from '../index/search-index.ts'
import { synonymKey } from '../synonyms/synonym-key.ts'
import { createVocabulary, type Synonym, type Synonyms, type Vocabulary } from './vocabulary.ts'

export interface VersionedVocabulary extends Vocabulary {
  /** Changes with every import and sync. */
  version: string
}

export interface VocabularyCache {
  /** The last one that was loaded; loads it if there is none. */
  current(): Promise<VersionedVocabulary>
  /** The catalog version of the last one that was loaded. */
  version(): string | undefined
  /**
   * Loads the vocabulary again because a server has this version of the catalog, once for all callers that wait for it. A
   * replica that lags behind has an older version than the one that was loaded; then it is not loaded again.
   */
  reload(seenVersion: string): Promise<VersionedVocabulary>
}

export function createVocabularyCache(database: Database): VocabularyCache {
  const load = createLoader(database)
  let loaded: VersionedVocabulary | undefined
  let loading: Promise<VersionedVocabulary> | undefined
  const olderVersions = new Set<string>()

  function loadOnce(): Promise<VersionedVocabulary> {
    loading ??= load()
      .then(vocabulary => {
        if (vocabulary.version !== loaded?.version) olderVersions.clear()
        loaded = vocabulary
        return vocabulary
      })
      .finally(() => (loading = undefined))
    return loading
  }

  return {
    current: async () => loaded ?? (await loadOnce()),
    version: () => loaded?.version,
    async reload(seenVersion) {
      if (loaded !== undefined && olderVersions.has(seenVersion)) return loaded
      const vocabulary = await loadOnce()
      if (vocabulary.version !== seenVersion) olderVersions.add(seenVersion)
      return vocabulary
    },
  }
}

interface CatalogState {
  version: string
  foods: number
  /** Null for a catalog without foods. */
  build: number | null
  synonyms_fingerprint: string | null
  changed_terms: string | null
}

// An import that commits in between replaces the index.
const maxAttempts = 5

/** Loads what has changed since the last time: after a small change of the catalog, a few terms. */
function createLoader(database: Database): () => Promise<VersionedVocabulary> {
  let index: { build: number | null; opened: SearchIndex } | undefined
  let synonyms: { fingerprint: string | null; byKey: Synonyms } | undefined

  return async () => {
    for (let attempt = 1; ; attempt++) {
      const state = await readState(database)
      if (index === undefined || index.build !== state.build) {
        const opened = await readIndex(database, state.build)
        if (opened === undefined && attempt < maxAttempts) continue
        if (opened === undefined) throw new Error(`the search index ${state.build} is incomplete`)
        index = { build: state.build, opened }
      }
      if (synonyms === undefined || synonyms.fingerprint !== state.synonyms_fingerprint)
        synonyms = { fingerprint: state.synonyms_fingerprint, byKey: await readSynonyms(database) }
      const changed = parseTerms(state.changed_terms ?? '')
      const vocabulary = await createVocabulary(state.foods, index.opened, changed, synonyms.byKey)
      return { ...vocabulary, version: state.version }
    }
  }
}

async function readState(database: Database): Promise<CatalogState> {
  const { rows } = await database.query<CatalogState>({
    name: 'vocabulary-state',
    text: `
      select ${catalogVersion} as version, foods, search_index_build as build, synonyms_fingerprint,
             (select ${termsAsText} from changed_terms) as changed_terms
        from catalog_stats`,
  })
  const [row] = rows
  if (row === undefined) throw new Error('catalog_stats is empty')
  return row
}

/** Part by part, so that requests are served in between. Undefined if a part is missing. */
async function readIndex(database: Database, build: number | null): Promise<SearchIndex | undefined> {
  if (build === null) return buildSearchIndex([])
  const { rows } = await database.query<{ size: number | null; parts: number }>({
    name: 'search-index-size',
    text: 'select sum(length(data)) as size, count(*) as parts from search_index_parts where build = $1',
    values: [build],
  })
  const { size, parts } = rows[0] ?? { size: null, parts: 0 }
  if (size === null) return undefined
  // Threads of one process can share it.
  const bytes = new Uint8Array(new SharedArrayBuffer(size))
  let offset = 0
  for (let part = 0; part < parts; part++) {
    const { rows: read } = await database.query<{ data: Buffer }>({
      name: 'search-index-part',
      text: 'select data from search_index_parts where build = $1 and part = $2',
      values: [build, part],
    })
    if (read[0] === undefined) return undefined
    bytes.set(read[0].data, offset)
    offset += read[0].data.length
  }
  return openSearchIndex(bytes)
}

const linesPerTurn = 2_000

async function readSynonyms(database: Database): Promise<Synonyms> {
  // One value: a row for each would take ten times as long to read.
  const { rows } = await database.query<{ synonyms: string | null }>({
    name: 'read-synonyms',
    text: `select string_agg(phrase || e'\\t' || target, e'\\n' order by phrase, position) as synonyms from synonyms`,
  })
  const synonyms = new Map<string, Synonym[]>()
  // Many phrases share a target: one object for each keeps the map small.
  const shared = new Map<string, Synonym>()
  const lines = (rows[0]?.synonyms ?? '').split('\n')
  for (let number = 0; number < lines.length; number++) {
    const [phrase = '', target] = lines[number]?.split('\t') ?? []
    if (target === undefined) continue
    const known = shared.get(target)
    const synonym = known ?? { words: target.split(' ') }
    if (known === undefined) {
      shared.set(target, synonym)
      const key = synonymKey(synonym.words)
      if (!synonyms.has(key)) synonyms.set(key, [])
    }
    const others = synonyms.get(phrase)
    if (others === undefined) synonyms.set(phrase, [synonym])
    else others.push(synonym)
    if (number % linesPerTurn === linesPerTurn - 1) await nextTurn()
  }
  return synonyms
}
