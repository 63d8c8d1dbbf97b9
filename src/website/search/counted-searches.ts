// Which searches of the website are counted: those without filters, and what is opened from their results. The browser says which
// page a visitor came from, so nothing has to be remembered about the visitor.
import type { SearchCounter } from '../../catalog/counting/counter.ts'
import { countedQuery } from '../../catalog/counting/searches.ts'
import type { SearchPage } from '../../search/query/page.ts'
import { normalizedQuery } from '../../search/query/parse.ts'
import { withoutLocale } from '../i18n/locales.ts'
import type { SearchQuery } from './search-query.ts'

export function countSearch(
  counter: SearchCounter | undefined,
  address: string,
  { q, filters, offset, same }: SearchQuery,
  { entries }: SearchPage,
): void {
  if (counter === undefined || filters !== null || offset > 0 || same > 0) return
  const query = countedQuery(normalizedQuery(q))
  if (query !== undefined)
    counter.countSearch({ query, foodIds: entries.map(({ food }) => food.id) }, address)
}

/** Parameters that only change how much of the results is shown, and how. */
const otherParameters = ['view', 'offset']

/** The counted query of the search page that a visitor comes from. */
export function searchedBefore(referer: string | undefined, websiteUrl: string): string | undefined {
  if (referer === undefined || !referer.includes('/search?') || !URL.canParse(referer)) return undefined
  const { origin, pathname, searchParams } = new URL(referer)
  if (origin !== new URL(websiteUrl).origin || withoutLocale(pathname) !== '/search') return undefined
  const isFiltered = [...searchParams].some(
    ([name, value]) => name !== 'q' && value !== '' && !otherParameters.includes(name),
  )
  return isFiltered ? undefined : countedQuery(normalizedQuery(searchParams.get('q') ?? ''))
}
