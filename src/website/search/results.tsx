// What a search found, and how the query was understood.
import { barcodeCandidates } from '../../food/barcode.ts'
import { contributeTo } from '../../food/sources.ts'
import type { Interpretation } from '../../search/query/interpretation.ts'
import type { PageEntry, SearchPage } from '../../search/query/page.ts'
import { FoodList } from '../components/food-list.tsx'
import { Pager } from '../components/pager.tsx'
import { type SearchQuery, searchPath } from './search-query.ts'

export const maxResults = 20
/** Far more than a person needs; programs should use the API. */
export const searchesPerMinute = 120

export type Result =
  | { kind: 'empty query' }
  | { kind: 'too short' }
  | { kind: 'too many'; retryAfter: number }
  | { kind: 'page'; page: SearchPage }

export const isBarcode = (q: string): boolean => barcodeCandidates(q).length > 0

export function Results({ result, query }: { result: Result; query: SearchQuery }) {
  return (
    <div class="found" data-status={describeResult(result)}>
      <ActiveFilters query={query} />
      <ResultsBody result={result} query={query} />
    </div>
  )
}

export function describeResult(result: Result): string {
  if (result.kind === 'too many') return 'Too many searches'
  if (result.kind === 'too short') return 'Enter at least 2 characters'
  if (result.kind === 'empty query') return 'Enter a search term'
  const { entries, offset, total } = result.page
  if (total === 0) return 'No results'
  if (offset > 0) return `Results ${offset + 1} to ${offset + entries.length}`
  return total > maxResults ? `Top ${maxResults} results` : total === 1 ? '1 food' : `${total} foods`
}

function ActiveFilters({ query }: { query: SearchQuery }) {
  const { active, ignored } = query
  return (
    <>
      {active.length > 0 && (
        <ul class="chips active-filters" aria-label="Active filters">
          {active.map(({ text, parameters }) => (
            <li key={text}>
              <a href={searchPath(query, { without: parameters })}>
                <span class="sr-only">Remove filter </span>
                {text} <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {ignored.length > 0 && <p class="problem">Not used as a filter: {ignored.join('; ')}</p>}
    </>
  )
}

function ResultsBody({ result, query }: { result: Result; query: SearchQuery }) {
  if (result.kind === 'too many') {
    return (
      <div class="callout">
        <p>
          You have made more than {searchesPerMinute} searches in a minute. Please wait{' '}
          {result.retryAfter === 1 ? '1 second' : `${result.retryAfter} seconds`} and try again.
        </p>
        <p>
          For automated searches, please use <a href="/docs">the API</a>.
        </p>
      </div>
    )
  }
  if (result.kind !== 'page') {
    return (
      <p class="quiet">
        Search in any language; typos are fine: <q>choclate biscits</q>, <q>lait entier</q>. You can also{' '}
        <a href="/scan">scan a barcode</a> or <a href="/popular">browse popular foods</a>.
      </p>
    )
  }
  return result.page.total > 0 ? <FoundFoods page={result.page} query={query} /> : <NoResults query={query} />
}

function FoundFoods({ page, query }: { page: SearchPage; query: SearchQuery }) {
  const { entries, offset, total, isCut, interpretation } = page
  const others = new Map(entries.map(({ food, others }) => [food.id, others]))
  const hasMore = offset + maxResults < total
  return (
    <>
      {query.same > 0 && <SameName entries={entries} query={query} />}
      {interpretation && <ShownAs interpretation={interpretation} />}
      <FoodList
        foods={entries.map(({ food }) => food)}
        note={({ id, name }) => {
          const count = others.get(id) ?? 0
          return (
            count > 0 && (
              <a class="more-entries" href={searchPath(query, { same: id })}>
                {count === 1 ? '1 more entry' : `${count} more entries`}
                <span class="sr-only"> named {name}</span>
              </a>
            )
          )
        }}
      />
      {isCut && !hasMore && (
        <p class="quiet">These are the best matches. Add a word or a filter to narrow the search.</p>
      )}
      <Pager
        offset={offset}
        pageSize={maxResults}
        hasMore={hasMore}
        hrefAt={start => searchPath(query, { offset: start })}
      />
    </>
  )
}

function ShownAs({ interpretation: { kind, words } }: { interpretation: Interpretation }) {
  return (
    <p class="quiet">
      {kind === 'fewer words' ? 'Results for fewer words: ' : 'Showing results for '}
      <strong>{words.join(' ')}</strong>
    </p>
  )
}

function SameName({ entries: [first], query }: { entries: PageEntry[]; query: SearchQuery }) {
  return (
    <p class="quiet">
      All entries named <strong>{[first?.food.name, first?.food.brand].filter(Boolean).join(', ')}</strong>.{' '}
      <a href={searchPath(query, { same: 0 })}>Back to all results</a>
    </p>
  )
}

function NoResults({ query }: { query: SearchQuery }) {
  return (
    <div class="callout">
      {isBarcode(query.q) ? (
        <p>
          We don’t have a food with this barcode. Check that all digits are correct, including the first and
          the last.
        </p>
      ) : query.active.length > 0 ? (
        <p>No foods match your search and all filters. Try fewer filters or fewer words.</p>
      ) : (
        <p>No foods match your search. Try fewer words, or leave out sizes and brand names.</p>
      )}
      <p>
        You can add missing products at <a href={contributeTo.url}>{contributeTo.label}</a>. They appear here
        after the next update.
      </p>
    </div>
  )
}
