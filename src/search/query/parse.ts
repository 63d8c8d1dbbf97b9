import { tokenize } from '../../language/tokenize.ts'

export interface QueryToken {
  term: string
  /** Quoted terms are neither corrected nor completed. */
  isQuoted: boolean
}

/** Only the first 200 code points are used (decision 4). */
const maxCodePoints = 200
const maxTokens = 12

const truncate = (q: string) => Array.from(q).slice(0, maxCodePoints).join('')

/** In the form in which names are stored, to be compared with whole names. */
export const normalizeQuery = (q: string): string => tokenize(truncate(q)).join(' ')

/** The tokens of a query in order, each once. */
export function parseQuery(q: string): QueryToken[] {
  const tokens = new Map<string, QueryToken>()
  const segments = truncate(q).split(/["“”„«»]/)
  for (const [index, segment] of segments.entries()) {
    // Every second segment is inside quotes; an unclosed quote has no effect.
    const isQuoted = index % 2 === 1 && index < segments.length - 1
    const terms = isQuoted ? tokenize(segment) : withoutPackageSizes(tokenize(segment))
    for (const term of terms) if (!tokens.has(term)) tokens.set(term, { term, isQuoted })
  }
  return [...tokens.values()].slice(0, maxTokens)
}

const unit = /^(?:mg|g|kg|ml|cl|dl|l|oz|lb|lbs)$/

/** Names are stored without the size of the package: cola 330 ml is a cola. */
function withoutPackageSizes(terms: string[]): string[] {
  const isAmount = (term: string | undefined) => term !== undefined && /^\d+$/.test(term)
  const rest = terms.filter(
    (term, index) =>
      !(isAmount(term) && unit.test(terms[index + 1] ?? '')) &&
      !(unit.test(term) && isAmount(terms[index - 1])),
  )
  return rest.length === 0 ? terms : rest
}
