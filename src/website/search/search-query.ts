// What the address of the search page asks for.
import type { FastifyRequest } from 'fastify'
import {
  type FoodKind,
  foodKinds,
  type ParsedFilters,
  parametersOf,
  parseFilters,
  searchFilters,
} from '../../search/filters.ts'
import { type SortOrder, sortOrderOf } from '../../search/sorting.ts'
import { readOffset } from '../components/pager.tsx'
import { type ListView, readView } from '../components/view-switch.tsx'
import { readQuery, readQueryList } from '../shell/form-input.ts'

/** Same limit as the API. */
const maxQueryLength = 200

/** This filter is the tabs of the page; the others are in its form. */
export const kindFilter = 'kind'

export interface SearchQuery extends ParsedFilters {
  q: string
  sort: SortOrder
  view: ListView
  offset: number
  /** Only the foods with the same name and brand as this one; 0 for all. */
  same: number
  /** Whether a text with several foods is searched for as one. */
  isOneFood: boolean
  /** The values of the filters as typed, by parameter. */
  values: Map<string, string>
}

export const readSearchText = (request: FastifyRequest): string =>
  readQuery(request, 'q').trim().slice(0, maxQueryLength)

export function readSearchQuery(request: FastifyRequest): SearchQuery {
  const values = new Map(
    searchFilters.flatMap(filter => {
      const read = filter.kind === 'list' ? readQueryList : readQuery
      return parametersOf(filter).map(name => [name, read(request, name).trim()] as const)
    }),
  )
  const same = readQuery(request, 'same')
  return {
    ...parseFilters(name => values.get(name) ?? ''),
    q: readSearchText(request),
    sort: sortOrderOf(readQuery(request, 'sort')),
    view: readView(readQuery(request, 'view')),
    offset: readOffset(readQuery(request, 'offset')),
    same: /^[1-9]\d{0,14}$/.test(same) ? Number(same) : 0,
    isOneFood: readQuery(request, 'as') === oneFood,
    values,
  }
}

/** Undefined for all foods. */
export const kindOf = ({ values }: SearchQuery): FoodKind | undefined =>
  foodKinds.find(kind => kind === values.get(kindFilter))

/** The filters in use that the form sets. */
export const formFiltersOf = ({ active }: SearchQuery) =>
  active.filter(({ filter }) => filter.name !== kindFilter)

/** Of the parameter `as`. */
const oneFood = 'food'

/** The search for a text with several foods as the name of one. */
export const oneFoodPath = (q: string): string => `/search?${new URLSearchParams({ q, as: oneFood })}`

interface Change {
  q?: string
  kind?: FoodKind | undefined
  without?: string[]
  view?: ListView
  offset?: number
  same?: number
}

/** The address of a search that differs in something; filters that were ignored are left out. */
export function searchPath(query: SearchQuery, change: Change): string {
  const { q = query.q, without = [], view = query.view, offset = 0, same = query.same } = change
  const kind = 'kind' in change ? change.kind : kindOf(query)
  const parameters = new URLSearchParams({ q })
  if (kind !== undefined) parameters.set(kindFilter, kind)
  for (const name of formFiltersOf(query).flatMap(active => active.parameters)) {
    const value = query.values.get(name) ?? ''
    if (value !== '' && !without.includes(name)) parameters.set(name, value)
  }
  if (query.isOneFood && q === query.q) parameters.set('as', oneFood)
  if (query.sort.value !== '') parameters.set('sort', query.sort.value)
  if (view !== 'rows') parameters.set('view', view)
  if (same !== 0) parameters.set('same', String(same))
  if (offset > 0) parameters.set('offset', String(offset))
  return `/search?${parameters}`
}
