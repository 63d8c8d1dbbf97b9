import type { FastifyInstance } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { type CategoryCount, categoryCounts } from '../../catalog/categories.ts'
import { categoryTrail, childCategories } from '../../food/categories.ts'
import { tokenize } from '../../language/tokenize.ts'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { publicCacheControl, sendPublicPage } from '../shell/responses.tsx'
import { categoryPath } from './category-path.ts'

/** Foods that were imported by an earlier version may have thousands of other categories until the next import. */
const maxOtherCategories = 150

export function addCategoriesPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['find', 'part'] }
  app.get('/categories', { config }, async (request, reply) => {
    const find = readQuery(request, 'find').trim().slice(0, 100)
    const all = await categoryCounts(catalog.database)
    if (readQuery(request, 'part') === 'list') {
      return reply
        .header('cache-control', publicCacheControl)
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(renderToStaticMarkup(<Results all={all} find={find} />))
    }
    return sendPublicPage(request, reply, {
      title: 'Categories',
      permissions: { connect: "'self'" },
      description: `Browse all ${numberFormat.format(all.length)} food categories.`,
      canonical: `${catalog.websiteUrl}/categories`,
      noIndex: find !== '',
      scripts: ['live-search'],
      content: <Categories all={all} find={find} />,
    })
  })
}

const numberFormat = new Intl.NumberFormat('en')

/** Every search term must be a prefix of a word in the name. */
function filterByName(all: CategoryCount[], find: string): CategoryCount[] {
  const prefixes = tokenize(find)
  return all.filter(({ category }) => {
    const words = tokenize(category)
    return prefixes.every(prefix => words.some(word => word.startsWith(prefix)))
  })
}

function Categories({ all, find }: { all: CategoryCount[]; find: string }) {
  return (
    <section>
      <h1>Categories</h1>
      <search class="search">
        <form action="/categories" data-results="found">
          <label for="find" class="sr-only">
            Filter categories
          </label>
          <input
            id="find"
            name="find"
            type="search"
            value={find}
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
        {describeResults(all, find)}
      </p>
      <div id="found">
        <Results all={all} find={find} />
      </div>
    </section>
  )
}

function Results({ all, find }: { all: CategoryCount[]; find: string }) {
  return (
    <div class="found" data-status={describeResults(all, find)}>
      {tokenize(find).length === 0 ? <Tree all={all} /> : <Matches all={all} find={find} />}
    </div>
  )
}

/** The top-level categories, largest first, with their child categories. Deeper ones are on the pages of their parents. */
function Tree({ all }: { all: CategoryCount[] }) {
  const topLevel = new Set(childCategories(null))
  const branches = all.filter(({ category }) => topLevel.has(category))
  const others = all.filter(({ category }) => !topLevel.has(category) && categoryTrail(category).length === 1)
  const maxCount = Math.max(...branches.map(({ count }) => count))
  return (
    <>
      {branches.map(branch => (
        <Branch
          key={branch.category}
          branch={branch}
          share={branch.count / maxCount}
          categories={all.filter(({ category }) => isChild(category, branch.category))}
        />
      ))}
      {others.length > 0 && (
        <section class="category-branch">
          <h2>Other categories</h2>
          <CategoryList categories={others.slice(0, maxOtherCategories)} />
        </section>
      )}
    </>
  )
}

const isChild = (category: string, parent: string) => categoryTrail(category).at(-2) === parent

interface BranchProps {
  branch: CategoryCount
  /** Relative to the largest category. */
  share: number
  categories: CategoryCount[]
}

function Branch({ branch, share, categories }: BranchProps) {
  return (
    <section class="category-branch">
      <h2>
        <a class="branch-link" href={categoryPath(branch.category)}>
          {branch.category}
        </a>{' '}
        <span class="quiet">{numberFormat.format(branch.count)}</span>
      </h2>
      <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(0.5, 100 * share).toFixed(1)} height="1" />
      </svg>
      <CategoryList categories={categories} />
    </section>
  )
}

function Matches({ all, find }: { all: CategoryCount[]; find: string }) {
  const matching = filterByName(all, find)
  if (matching.length > 0) return <CategoryList categories={matching} withTrail />
  return (
    <p class="callout">
      No categories match. Category names are in English; try the{' '}
      <a href={`/search?${new URLSearchParams({ q: find })}`}>food search</a>, which supports more languages.
    </p>
  )
}

function CategoryList({
  categories,
  withTrail = false,
}: {
  categories: CategoryCount[]
  withTrail?: boolean
}) {
  return (
    <ul class="category-list">
      {categories.map(({ category, count }) => (
        <li key={category}>
          <a href={categoryPath(category)}>{category}</a>{' '}
          <span class="quiet">
            {numberFormat.format(count)}
            {withTrail && describeParents(category)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function describeParents(category: string): string {
  const parents = categoryTrail(category).slice(0, -1)
  return parents.length === 0 ? '' : `, in ${parents.join(' › ')}`
}

function describeResults(all: CategoryCount[], find: string): string {
  const { length } = filterByName(all, find)
  if (length === 0) return 'No results'
  return length === 1 ? '1 category' : `${numberFormat.format(length)} categories`
}
