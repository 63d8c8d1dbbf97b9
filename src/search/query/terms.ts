// What the term dictionary knows about a query: its terms, similar terms, and completions of the last one.

import { deletesOf, maxEdits } from '../../language/edit-distance.ts'
import { inflectionsOf } from '../../language/inflection.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { QueryToken } from './parse.ts'

interface Term {
  term: string
  documentFrequency: number
}

export interface TermLookup {
  /** How many foods contain the term; 0 when none does. */
  documentFrequency(term: string): number
  /** Terms that share a delete with the typed one. */
  similarTo(typed: string): Term[]
  /** The most frequent terms that start with the last token. */
  completions: Term[]
}

const maxSimilarTerms = 3_000
// No other term is so much more frequent than one of this many foods that it could be a correction of it.
const minFrequencyToSkipCorrection = 200
const maxCompletions = 40
const minPrefixLength = 2

export async function lookupTerms(database: Database, tokens: QueryToken[]): Promise<TermLookup> {
  const unquoted = tokens.filter(({ isQuoted }) => !isQuoted).map(({ term }) => term)
  const deletes = unquoted
    .filter(term => maxEdits(term) > 0)
    .flatMap(term => deletesOf(term, maxEdits(term)).map(form => ({ form, term })))
  const last = tokens.at(-1)
  const prefix = last && !last.isQuoted && last.term.length >= minPrefixLength ? last.term : null
  const { rows } = await database.query<{
    kind: string
    typed: string | null
    term: string
    document_frequency: number
  }>({
    name: `look-up-terms-${prefix === null ? 'none' : Math.min(prefix.length, 4)}`,
    text: `
      select 'exact' as kind, null as typed, term, document_frequency from terms where term = any($1)
      union all
      (select distinct 'similar', query.typed, matching.term, matching.document_frequency
        from unnest($2::text[], $3::text[]) as query (delete_form, typed)
        join term_deletes as matching on matching.delete_form = query.delete_form
        where query.typed not in (
          select term from terms where term = any($1) and document_frequency >= ${minFrequencyToSkipCorrection})
        limit ${maxSimilarTerms})
      union all
      (select 'completion', null, term, document_frequency from terms
        where ${prefixCondition(prefix)} order by document_frequency desc, term limit ${maxCompletions})`,
    values: [
      [...new Set([...tokens.map(({ term }) => term), ...relatedTerms(unquoted)])],
      deletes.map(({ form }) => form),
      deletes.map(({ term }) => term),
      prefix,
    ],
  })
  const ofKind = (kind: string) => rows.filter(row => row.kind === kind)
  const toTerm = (row: { term: string; document_frequency: number }) => ({
    term: row.term,
    documentFrequency: row.document_frequency,
  })
  const frequencies = new Map(ofKind('exact').map(row => [row.term, row.document_frequency]))
  const similar = Map.groupBy(ofKind('similar'), row => row.typed)
  return {
    documentFrequency: term => frequencies.get(term) ?? 0,
    similarTo: typed => (similar.get(typed) ?? []).map(toTerm),
    completions: ofKind('completion').map(toTerm),
  }
}

/** Short prefixes match too many terms to sort, so two indexes hold them in order. */
function prefixCondition(prefix: string | null): string {
  if (prefix === null) return 'false and $4::text is null'
  if (prefix.length <= 3) return `left(term, ${prefix.length}) = $4`
  return `term > $4 and term < $4 || U&'\\+10FFFF'`
}

const minSplitLength = 2

/** Neighbours joined, tokens split in two, and inflections. */
function relatedTerms(terms: string[]): string[] {
  const joined = terms.slice(1).map((term, index) => `${terms[index]}${term}`)
  const parts = terms.flatMap(term => splitsOf(term).flat())
  return [...joined, ...parts, ...terms.flatMap(inflectionsOf)]
}

export function splitsOf(term: string): [string, string][] {
  const splits: [string, string][] = []
  for (let length = minSplitLength; length <= term.length - minSplitLength; length++)
    splits.push([term.slice(0, length), term.slice(length)])
  return term.length < 2 * minSplitLength + 1 ? [] : splits
}
