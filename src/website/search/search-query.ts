// What the address of the search page asks for.
import type { FastifyRequest } from 'fastify'
import { type ParsedFilters, parametersOf, parseFilters, searchFilters } from '../../search/filters.ts'
import { type SortOrder, sortOrderOf } from '../../search/sorting.ts'
import { readOffset } from '../components/pager.tsx'
import { readQuery } from '../shell/form-input.ts'

/** Same limit as the API. */
const maxQueryLength = 200

export interface SearchQuery extends ParsedFilters {
  q: string
  sort: SortOrder
  offset: number
  /** Only the foods with the same name and brand as this one; 0 for all. */
  same: number
  /** The values of the filters as typed, by parameter. */
  values: Map<string, string>
}

export function readSearchQuery(request: FastifyRequest): SearchQuery {
  const values = new Map(
    searchFilters.flatMap(parametersOf).map(name => [name, readQuery(request, name).trim()]),
  )
  const same = readQuery(request, 'same')
  return {
    ...parseFilters(name => values.get(name) ?? ''),
    q: readQuery(request, 'q').trim().slice(0, maxQueryLength),
    sort: sortOrderOf(readQuery(request, 'sort')),
    offset: readOffset(readQuery(request, 'offset')),
    same: /^[1-9]\d{0,14}$/.test(same) ? Number(same) : 0,
    values,
  }
}

interface Change {
  without?: string[]
  offset?: number
  same?: number
}

/** The address of a search that differs in something; filters that were ignored are left out. */
export function searchPath(
  query: SearchQuery,
  { without = [], offset = 0, same = query.same }: Change,
): string {
  const parameters = new URLSearchParams({ q: query.q })
  for (const name of query.active.flatMap(active => active.parameters)) {
    const value = query.values.get(name) ?? ''
    if (value !== '' && !without.includes(name)) parameters.set(name, value)
  }
  if (query.sort.value !== '') parameters.set('sort', query.sort.value)
  if (same !== 0) parameters.set('same', String(same))
  if (offset > 0) parameters.set('offset', String(offset))
  return `/search?${parameters}`
}
