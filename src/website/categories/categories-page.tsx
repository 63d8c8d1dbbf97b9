import type { FastifyInstance } from 'fastify'
import { type CategoryCount, categoryCounts } from '../../catalog/categories.ts'
import { categoryTrail, childCategories } from '../../food/categories.ts'
import { tokenize } from '../../language/tokenize.ts'
import { categoryTileMarkup } from '../components/category-tile.tsx'
import { PrintCredit } from '../components/credits.tsx'
import { FindForm } from '../components/find-form.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { categoryName } from '../components/names.ts'
import type { WebsiteCatalog } from '../context.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { readQuery } from '../shell/form-input.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { categoryPath } from './category-path.ts'

/** Foods that were imported by an earlier version may have thousands of other categories until the next import. */
const maxOtherCategories = 150
/** The others are on the page of their parent. */
const maxChildrenPerShelf = 5

export function addCategoriesPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['find'] }
  app.get('/categories', { config }, async (request, reply) => {
    const t = messages[request.locale].categories
    const find = readQuery(request, 'find').trim().slice(0, 100)
    const all = await categoryCounts(catalog.database)
    const canonical = `${catalog.websiteUrl}/categories`
    return sendPublicPage(request, reply, {
      title: t.title,
      area: 'foods',
      description: t.description({ categories: all.length }),
      canonical,
      subject: { type: 'CollectionPage' },
      noIndex: find !== '',
      content: <Categories all={all} find={find} url={canonical} />,
    })
  })
}

/** Every search term must be a prefix of a word in the name, which may be the English one. */
function filterByName(all: CategoryCount[], find: string, locale: Locale): CategoryCount[] {
  const prefixes = tokenize(find)
  return all.filter(({ category }) =>
    [categoryName(category, locale), category].some(name => {
      const words = tokenize(name)
      return prefixes.every(prefix => words.some(word => word.startsWith(prefix)))
    }),
  )
}

function Categories({ all, find, url }: { all: CategoryCount[]; find: string; url: string }) {
  const t = useMessages('categories')
  const locale = useLocale()
  const isFiltered = tokenize(find).length > 0
  const matches = isFiltered ? filterByName(all, find, locale) : []
  const shelves = shelvesOf(all)
  return (
    <div class="wrap stack-l">
      <div class="between page-head">
        <div>
          <h1>{t.title}</h1>
          <p class="muted" role={isFiltered ? 'status' : undefined}>
            {!isFiltered
              ? t.intro({ shelves: shelves.length, categories: all.length })
              : matches.length === 0
                ? t.noMatches({ find })
                : t.matches({ count: matches.length, find })}
          </p>
        </div>
        <FindForm action="/categories" find={find} label={t.find} button={t.findButton} />
      </div>
      {isFiltered ? (
        <>
          {matches.length > 0 ? toNode(matchesMarkup(matches, locale)) : <NoMatches find={find} />}
          <p>
            <a class="more" href="/categories">
              {t.allCategories}
            </a>
          </p>
        </>
      ) : all.length === 0 ? (
        <div class="empty">
          <h2>{t.noCategories}</h2>
          <p>{t.noCategoriesHint}</p>
        </div>
      ) : (
        <Tree all={all} shelves={shelves} />
      )}
      <PrintCredit url={url} />
    </div>
  )
}

function NoMatches({ find }: { find: string }) {
  const t = useMessages('categories')
  return (
    <div class="empty">
      <h2>{t.noMatches({ find })}</h2>
      <p>{t.noMatchesHint}</p>
      <div class="cluster">
        <a class="btn btn-primary" href={`/search?${new URLSearchParams({ q: find })}`}>
          {t.searchFoods({ find })}
        </a>
      </div>
    </div>
  )
}

/** The top-level categories, largest first. */
function shelvesOf(all: CategoryCount[]): CategoryCount[] {
  const topLevel = new Set(childCategories(null))
  return all.filter(({ category }) => topLevel.has(category))
}

function Tree({ all, shelves }: { all: CategoryCount[]; shelves: CategoryCount[] }) {
  const t = useMessages('categories')
  const locale = useLocale()
  const children = Map.groupBy(all, ({ category }) => categoryTrail(category).at(-2))
  const known = new Set(shelves.map(({ category }) => category))
  const others = (children.get(undefined) ?? []).filter(({ category }) => !known.has(category))
  return (
    <>
      {toNode(markup`<ul class="tree">${shelves.map(shelf => shelfMarkup(shelf, children, locale))}</ul>`)}
      {others.length > 0 && (
        <section class="stack">
          <h2>{t.others}</h2>
          {toNode(matchesMarkup(others.slice(0, maxOtherCategories), locale))}
        </section>
      )}
    </>
  )
}

type Children = Map<string | undefined, CategoryCount[]>

function shelfMarkup({ category, count }: CategoryCount, children: Children, locale: Locale): Markup {
  const t = messages[locale].categories
  const own = children.get(category) ?? []
  return markup`
    <li class="card">
      <a class="tree-top" href="${categoryPath(category)}">
        ${categoryTileMarkup(category)}
        <span>
          <b>${categoryName(category, locale)}</b>
          <small class="tnum">${messages[locale].shared.foodCount({ count })}</small>
        </span>
      </a>
      ${
        own.length > 0 &&
        markup`
          <ul class="tree-kids">
            ${own.slice(0, maxChildrenPerShelf).map(child => childMarkup(child, children, locale))}
          </ul>
          <a class="more" href="${categoryPath(category)}">${t.allIn({ category: categoryName(category, locale) })}</a>`
      }
    </li>`
}

function childMarkup(child: CategoryCount, children: Children, locale: Locale): Markup {
  const own = children.get(child.category) ?? []
  if (own.length === 0) return markup`<li>${linkMarkup(child, locale)}</li>`
  const name = categoryName(child.category, locale)
  return markup`
    <li>
      <details>
        <summary>
          ${iconMarkup('chevron-right', true)}
          ${name}
          <span class="tnum">${formats[locale].number(child.count)}</span>
        </summary>
        <ul>
          ${own.map(each => markup`<li>${linkMarkup(each, locale)}</li>`)}
          <li><a href="${categoryPath(child.category)}">${messages[locale].categories.allIn({ category: name })}</a></li>
        </ul>
      </details>
    </li>`
}

function linkMarkup({ category, count }: CategoryCount, locale: Locale): Markup {
  return markup`
    <a href="${categoryPath(category)}">
      ${categoryName(category, locale)}
      <span class="tnum">${formats[locale].number(count)}</span>
    </a>`
}

function matchesMarkup(categories: CategoryCount[], locale: Locale): Markup {
  return markup`
    <ul class="shelf">
      ${categories.map(({ category, count }) => {
        const parents = categoryTrail(category).slice(0, -1)
        const foods = messages[locale].shared.foodCount({ count })
        return markup`
          <li>
            <a href="${categoryPath(category)}">
              ${categoryTileMarkup(category)}
              <span>
                <b>${categoryName(category, locale)}</b>
                <small>${[foods, ...parents.map(parent => categoryName(parent, locale))].join(' · ')}</small>
              </span>
            </a>
          </li>`
      })}
    </ul>`
}
