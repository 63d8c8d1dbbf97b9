// Kinds of queries that cost differently, to see in metrics and logs which ones are slow without their words.
import { barcodeCandidates } from '../../food/barcode.ts'
import { tokenize } from '../../language/tokenize.ts'
import type { SearchFilters } from '../filters.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

export type QueryClass =
  | 'barcode'
  | 'filtered'
  /** A further page of results. */
  | 'deep_page'
  /** A word that no food contains: misspelled, or not typed to its end. */
  | 'unknown_word'
  | 'many_words'
  | 'short_word'
  | 'plain'
  /** Not a query: the foods with the name and brand of a food. */
  | 'same_name'

interface ClassifiedRequest {
  q: string
  offset?: number
  filters?: SearchFilters | null
}

const minManyWords = 5
const maxShortLength = 3

/** The first that applies. */
export function queryClassOf(
  { q, offset = 0, filters = null }: ClassifiedRequest,
  { documentFrequency }: Pick<Vocabulary, 'documentFrequency'>,
): QueryClass {
  if (barcodeCandidates(q).length > 0) return 'barcode'
  if (filters !== null) return 'filtered'
  if (offset > 0) return 'deep_page'
  const words = tokenize(q)
  if (words.some(word => documentFrequency(word) === 0)) return 'unknown_word'
  if (words.length >= minManyWords) return 'many_words'
  return words.every(word => word.length <= maxShortLength) ? 'short_word' : 'plain'
}
