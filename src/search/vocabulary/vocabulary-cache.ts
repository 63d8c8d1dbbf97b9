// Keeps the vocabulary of the current catalog version in memory.
import { catalogVersion } from '../../food/food-row.ts'
import type { Database } from '../../platform/database/pool.ts'
import { createVocabulary, type Synonym, type Term, type Vocabulary } from './vocabulary.ts'

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
  let loaded: VersionedVocabulary | undefined
  let loading: Promise<VersionedVocabulary> | undefined
  const olderVersions = new Set<string>()

  function load(): Promise<VersionedVocabulary> {
    loading ??= loadVocabulary(database)
      .then(vocabulary => {
        if (vocabulary.version !== loaded?.version) olderVersions.clear()
        loaded = vocabulary
        return vocabulary
      })
      .finally(() => (loading = undefined))
    return loading
  }

  return {
    current: async () => loaded ?? (await load()),
    version: () => loaded?.version,
    async reload(seenVersion) {
      if (loaded !== undefined && olderVersions.has(seenVersion)) return loaded
      const vocabulary = await load()
      if (vocabulary.version !== seenVersion) olderVersions.add(seenVersion)
      return vocabulary
    },
  }
}

async function loadVocabulary(database: Database): Promise<VersionedVocabulary> {
  // One value per table: a row per term would take ten times as long to read.
  const { rows } = await database.query<{
    version: string
    foods: number
    terms: string | null
    synonyms: string | null
  }>({
    name: 'load-vocabulary',
    text: `
      select ${catalogVersion} as version, foods,
             (select string_agg(term || ' ' || document_frequency, e'\\n') from terms) as terms,
             (select string_agg(phrase || e'\\t' || target, e'\\n' order by phrase, position) from synonyms) as synonyms
        from catalog_stats`,
  })
  const [row] = rows
  if (row === undefined) throw new Error('catalog_stats is empty')
  const vocabulary = await createVocabulary(
    row.foods,
    parseTerms(row.terms ?? ''),
    parseSynonyms(row.synonyms ?? ''),
  )
  return { ...vocabulary, version: row.version }
}

function parseTerms(text: string): Term[] {
  if (text === '') return []
  return text.split('\n').map(line => {
    const space = line.indexOf(' ')
    return { term: line.slice(0, space), documentFrequency: Number(line.slice(space + 1)) }
  })
}

function parseSynonyms(text: string): Map<string, Synonym[]> {
  const synonyms = new Map<string, Synonym[]>()
  // Many phrases share a target: one object for each keeps the map small.
  const shared = new Map<string, Synonym>()
  for (const line of text === '' ? [] : text.split('\n')) {
    const [phrase = '', target = ''] = line.split('\t')
    const synonym = shared.get(target) ?? { words: target.split(' ') }
    shared.set(target, synonym)
    const others = synonyms.get(phrase)
    if (others === undefined) synonyms.set(phrase, [synonym])
    else others.push(synonym)
  }
  return synonyms
}
