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
/** A catalog has thousands of categories; all on one page would be heavy on a phone. */
const categoriesPerPage = 150

interface CategoriesQuery {
  find: string
  offset: number
}

export function addCategoriesPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  app.get('/categories', { config }, async (request, reply) => {
    const asked = {
      find: readQuery(request, 'find').trim().slice(0, 100),
      offset: readOffset(readQuery(request, 'offset')),
    }
    const all = await categoryCounts(catalog.database)
    const matching = filterByName(all, asked.find)
    if (readQuery(request, 'part') === 'list') {
      return reply
        .header('cache-control', publicCacheControl)
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(renderToStaticMarkup(<Results matching={matching} asked={asked} />))
    }
    return sendPublicPage(request, reply, {
      title: 'Categories',
      permissions: { connect: "'self'" },
      description: `All ${numbers.format(all.length)} categories of foods, and how many foods each has.`,
      canonical: catalog.websiteUrl + pathOf({ ...asked, find: '' }),
      noIndex: asked.offset > 0 || asked.find !== '',
      scripts: ['live-search'],
      content: <Categories all={all} matching={matching} asked={asked} />,
    })
  })
}

const numbers = new Intl.NumberFormat('en')

function pathOf({ find, offset }: CategoriesQuery): string {
  const query = new URLSearchParams()
  if (find !== '') query.set('find', find)
  if (offset > 0) query.set('offset', String(offset))
  return query.size === 0 ? '/categories' : `/categories?${query}`
}

/** Each word typed begins a word of the name. */
function filterByName(all: CategoryCount[], find: string): CategoryCount[] {
  const wanted = tokenize(find)
  if (wanted.length === 0) return all
  return all.filter(({ category }) => {
    const words = tokenize(category)
    return wanted.every(begin => words.some(word => word.startsWith(begin)))
  })
}

function Categories({
  all,
  matching,
  asked,
}: {
  all: CategoryCount[]
  matching: CategoryCount[]
  asked: CategoriesQuery
}) {
  return (
    <section>
      <h1>Categories</h1>
      {asked.find === '' && asked.offset === 0 && all.length > chartedCategories && (
        <>
          <h2 class="first">The largest</h2>
          <Bars categories={all.slice(0, chartedCategories)} />
        </>
      )}
      <h2 class={asked.find === '' && asked.offset === 0 ? undefined : 'first'}>
        All {numbers.format(all.length)}
      </h2>
      <search class="search">
        <form action="/categories" data-results="found">
          <label for="find" class="sr-only">
            Part of the name
          </label>
          <input
            id="find"
            name="find"
            type="search"
            value={asked.find}
            placeholder="Part of the name"
            maxlength={100}
            autocomplete="off"
            spellcheck={false}
            aria-controls="found"
          />
          <button type="submit">Find</button>
        </form>
      </search>
      <p class="status quiet" id="search-status" role="status">
        {describeResults(matching, asked)}
      </p>
      <div id="found">
        <Results matching={matching} asked={asked} />
      </div>
    </section>
  )
}

/** How many foods there are, as a picture with the figures in it. */
function Bars({ categories }: { categories: CategoryCount[] }) {
  const maxCount = Math.max(...categories.map(({ count }) => count))
  return (
    <ol class="bars">
      {categories.map(({ category, count }) => (
        <li key={category}>
          <a href={categoryPath(category)}>{category}</a>
          <span class="bar-count">{numbers.format(count)}</span>
          <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.max(0.5, (100 * count) / maxCount).toFixed(1)} height="1" />
          </svg>
        </li>
      ))}
    </ol>
  )
}

function Results({ matching, asked }: { matching: CategoryCount[]; asked: CategoriesQuery }) {
  const { find, offset } = asked
  return (
    <div class="found" data-status={describeResults(matching, asked)}>
      {matching.length === 0 && (
        <p class="callout">
          No category is called like that. Names are in English as a rule; the{' '}
          <a href={`/search?${new URLSearchParams({ q: find })}`}>search for foods</a> knows more languages.
        </p>
      )}
      <ul class="category-list">
        {matching.slice(offset, offset + categoriesPerPage).map(({ category, count }) => (
          <li key={category}>
            <a href={categoryPath(category)}>{category}</a> <span class="quiet">{numbers.format(count)}</span>
          </li>
        ))}
      </ul>
      <Pager
        offset={offset}
        pageSize={categoriesPerPage}
        hasMore={offset + categoriesPerPage < matching.length}
        hrefAt={at => pathOf({ find, offset: at })}
      />
    </div>
  )
}

function describeResults(matching: CategoryCount[], { offset }: CategoriesQuery): string {
  const { length } = matching
  if (length === 0) return 'Nothing found'
  if (length <= categoriesPerPage) return length === 1 ? '1 category' : `${numbers.format(length)} categories`
  const last = Math.min(offset + categoriesPerPage, length)
  return `${numbers.format(Math.min(offset + 1, last))} to ${numbers.format(last)} of ${numbers.format(length)}, the largest first`
}
