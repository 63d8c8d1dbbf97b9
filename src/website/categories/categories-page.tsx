import type { FastifyInstance } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { type CategoryCount, categoryCounts } from '../../catalog/categories.ts'
import { tokenize } from '../../language/tokenize.ts'
import { Pager, readOffset } from '../components/pager.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { publicCacheControl, sendPublicPage } from '../shell/responses.tsx'
import { categoryPath } from './category-path.ts'

const chartedCategories = 16
/** There can be thousands of categories; one page with all of them would be too heavy for phones. */
const categoriesPerPage = 150

interface CategoriesQuery {
  find: string
  offset: number
}

export function addCategoriesPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  app.get('/categories', { config }, async (request, reply) => {
    const query = {
      find: readQuery(request, 'find').trim().slice(0, 100),
      offset: readOffset(readQuery(request, 'offset')),
    }
    const all = await categoryCounts(catalog.database)
    const matching = filterByName(all, query.find)
    if (readQuery(request, 'part') === 'list') {
      return reply
        .header('cache-control', publicCacheControl)
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(renderToStaticMarkup(<Results matching={matching} query={query} />))
    }
    return sendPublicPage(request, reply, {
      title: 'Categories',
      permissions: { connect: "'self'" },
      description: `Browse all ${numberFormat.format(all.length)} food categories.`,
      canonical: catalog.websiteUrl + pathOf({ ...query, find: '' }),
      noIndex: query.offset > 0 || query.find !== '',
      scripts: ['live-search'],
      content: <Categories all={all} matching={matching} query={query} />,
    })
  })
}

const numberFormat = new Intl.NumberFormat('en')

function pathOf({ find, offset }: CategoriesQuery): string {
  const query = new URLSearchParams()
  if (find !== '') query.set('find', find)
  if (offset > 0) query.set('offset', String(offset))
  return query.size === 0 ? '/categories' : `/categories?${query}`
}

/** Every search term must be a prefix of a word in the name. */
function filterByName(all: CategoryCount[], find: string): CategoryCount[] {
  const prefixes = tokenize(find)
  if (prefixes.length === 0) return all
  return all.filter(({ category }) => {
    const words = tokenize(category)
    return prefixes.every(prefix => words.some(word => word.startsWith(prefix)))
  })
}

function Categories({
  all,
  matching,
  query,
}: {
  all: CategoryCount[]
  matching: CategoryCount[]
  query: CategoriesQuery
}) {
  return (
    <section>
      <h1>Categories</h1>
      {query.find === '' && query.offset === 0 && all.length > chartedCategories && (
        <>
          <h2 class="first">Largest categories</h2>
          <Bars categories={all.slice(0, chartedCategories)} />
        </>
      )}
      <h2 class={query.find === '' && query.offset === 0 ? undefined : 'first'}>
        All {numberFormat.format(all.length)} categories
      </h2>
      <search class="search">
        <form action="/categories" data-results="found">
          <label for="find" class="sr-only">
            Filter categories
          </label>
          <input
            id="find"
            name="find"
            type="search"
            value={query.find}
            placeholder="Filter categories"
            maxlength={100}
            autocomplete="off"
            spellcheck={false}
            aria-controls="found"
          />
          <button type="submit">Filter</button>
        </form>
      </search>
      <p class="status quiet" id="search-status" role="status">
        {describeResults(matching, query)}
      </p>
      <div id="found">
        <Results matching={matching} query={query} />
      </div>
    </section>
  )
}

/** Bar chart of the number of foods per category. */
function Bars({ categories }: { categories: CategoryCount[] }) {
  const maxCount = Math.max(...categories.map(({ count }) => count))
  return (
    <ol class="bars">
      {categories.map(({ category, count }) => (
        <li key={category}>
          <a href={categoryPath(category)}>{category}</a>
          <span class="bar-count">{numberFormat.format(count)}</span>
          <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.max(0.5, (100 * count) / maxCount).toFixed(1)} height="1" />
          </svg>
        </li>
      ))}
    </ol>
  )
}

function Results({ matching, query }: { matching: CategoryCount[]; query: CategoriesQuery }) {
  const { find, offset } = query
  return (
    <div class="found" data-status={describeResults(matching, query)}>
      {matching.length === 0 && (
        <p class="callout">
          No categories match. Category names are mostly in English; try the{' '}
          <a href={`/search?${new URLSearchParams({ q: find })}`}>food search</a>, which supports more
          languages.
        </p>
      )}
      <ul class="category-list">
        {matching.slice(offset, offset + categoriesPerPage).map(({ category, count }) => (
          <li key={category}>
            <a href={categoryPath(category)}>{category}</a>{' '}
            <span class="quiet">{numberFormat.format(count)}</span>
          </li>
        ))}
      </ul>
      <Pager
        offset={offset}
        pageSize={categoriesPerPage}
        hasMore={offset + categoriesPerPage < matching.length}
        hrefAt={start => pathOf({ find, offset: start })}
      />
    </div>
  )
}

function describeResults(matching: CategoryCount[], { offset }: CategoriesQuery): string {
  const { length } = matching
  if (length === 0) return 'No results'
  if (length <= categoriesPerPage)
    return length === 1 ? '1 category' : `${numberFormat.format(length)} categories`
  const last = Math.min(offset + categoriesPerPage, length)
  return `${numberFormat.format(Math.min(offset + 1, last))} to ${numberFormat.format(last)} of ${numberFormat.format(length)}, largest first`
}
