import type { FastifyInstance } from 'fastify'
import {
  type CategoryCount,
  categorySortOrders,
  childCategoryCounts,
  foodsInCategory,
  maxSortedFoods,
  sortedFoodsInCategory,
} from '../../catalog/categories.ts'
import { popularFoods } from '../../catalog/popular.ts'
import { categoryTrail } from '../../food/categories.ts'
import type { Food } from '../../food/food.ts'
import { categoryTileMarkup } from '../components/category-tile.tsx'
import { PrintCredit } from '../components/credits.tsx'
import { Crumbs } from '../components/crumbs.tsx'
import { FoodCards, FoodList } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { categoryName, namesIn } from '../components/names.ts'
import { Pager, readOffset } from '../components/pager.tsx'
import { type ListView, readView, ViewSwitch } from '../components/view-switch.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { foodList } from '../share/structured-data.ts'
import { readQuery } from '../shell/form-input.ts'
import { markup, toNode } from '../shell/markup.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { categoryPath } from './category-path.ts'

const foodsPerPage = 24

type Sort = keyof typeof categorySortOrders
const sorts = Object.keys(categorySortOrders) as Sort[]

export function addCategoryPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['name', 'offset', 'view', 'sort'] }
  app.get('/category', { config }, async (request, reply) => {
    const t = messages[request.locale].categories
    const name = readQuery(request, 'name')
    const offset = readOffset(readQuery(request, 'offset'))
    const view = readView(readQuery(request, 'view'))
    const wanted = sorts.find(each => each === readQuery(request, 'sort'))
    const database = catalog.database.withDeadline()
    const count = await foodsInCategory(database, name)
    const page = { limit: foodsPerPage, offset, category: name }
    const sort = count <= maxSortedFoods ? wanted : undefined
    const [children, found] = await Promise.all([
      childCategoryCounts(database, name),
      sort === undefined
        ? popularFoods(database, { ...page, withImage: false })
        : sortedFoodsInCategory(database, { ...page, sort }),
    ])
    const foods = found.map(await namesIn(database, found, request.locale))
    // An empty name would list all foods.
    if (name === '' || count === 0 || foods.length === 0) {
      return sendPublicPage(request, reply, {
        title: count > 0 ? t.pastEnd : t.notFound,
        area: 'foods',
        status: 404,
        noIndex: true,
        content: <NoFoods name={name} isPastEnd={name !== '' && count > 0} />,
      })
    }
    const title = categoryName(name, request.locale)
    const canonical = catalog.websiteUrl + categoryPath(name, { offset })
    return sendPublicPage(request, reply, {
      title,
      area: 'foods',
      scripts: ['photos'],
      permissions: { images: true },
      foods,
      description: t.categoryDescription({
        category: title,
        foods: messages[request.locale].shared.foodCount({ count }),
      }),
      canonical,
      subject: {
        type: 'CollectionPage',
        trail: trailOf(name, request.locale),
        mainEntity: foodList(foods, catalog.websiteUrl, request.locale),
      },
      noIndex: offset > 0 || view !== 'rows' || sort !== undefined,
      content: <Category {...{ name, count, children, foods, offset, view, sort }} url={canonical} />,
    })
  })
}

function trailOf(category: string, locale: Locale): { name: string; path: string }[] {
  return [
    { name: messages[locale].categories.title, path: '/categories' },
    ...categoryTrail(category)
      .slice(0, -1)
      .map(parent => ({ name: categoryName(parent, locale), path: categoryPath(parent) })),
  ]
}

interface CategoryProps {
  name: string
  count: number
  children: CategoryCount[]
  foods: Food[]
  offset: number
  view: ListView
  /** Undefined: by popularity. */
  sort: Sort | undefined
  url: string
}

function Category({ name, count, children: categories, foods, offset, view, sort, url }: CategoryProps) {
  const t = useMessages('categories')
  const { foodCount } = useMessages('shared')
  const locale = useLocale()
  const title = categoryName(name, locale)
  const list = { view, sort: sort ?? '' }
  return (
    <div class="wrap stack-l">
      <Crumbs
        trail={[...trailOf(name, locale).map(({ name, path }) => ({ name, href: path })), { name: title }]}
      />
      <div class="between page-head">
        <div class="title-tile">
          {toNode(categoryTileMarkup(name))}
          <div>
            <h1>{title}</h1>
            <p class="muted">
              {offset > 0 || count > foods.length
                ? t.range({ first: offset + 1, last: offset + foods.length, count })
                : foodCount({ count })}
              {' · '}
              {t.sortedBy[sort ?? 'popularity']}
              {' · '}
              {t.valuesPer100g}
            </p>
          </div>
        </div>
        <div class="cluster no-print">
          {count <= maxSortedFoods && count > 1 && <SortForm name={name} view={view} sort={sort} />}
          <ViewSwitch view={view} hrefOf={each => categoryPath(name, { ...list, view: each, offset })} />
        </div>
      </div>
      {categories.length > 0 && <Children of={title} categories={categories} />}
      {view === 'cards' ? (
        <CardList foods={foods} />
      ) : (
        <div>
          <FoodList foods={foods} />
        </div>
      )}
      <Pager
        offset={offset}
        pageSize={foodsPerPage}
        hasMore={offset + foodsPerPage < count}
        hrefAt={start => categoryPath(name, { ...list, offset: start })}
      />
      <PrintCredit url={url} />
    </div>
  )
}

/** The cards have headings of the third level. */
function CardList({ foods }: { foods: Food[] }) {
  const t = useMessages('shared')
  return (
    <section>
      <h2 class="sr">{t.foods}</h2>
      <FoodCards foods={foods} columns={4} />
    </section>
  )
}

function SortForm({ name, view, sort }: { name: string; view: ListView; sort: Sort | undefined }) {
  const t = useMessages('categories')
  return (
    <form class="sort-form" action="/category">
      <input type="hidden" name="name" value={name} />
      {view !== 'rows' && <input type="hidden" name="view" value={view} />}
      <label class="sr" for="sort">
        {t.sortBy}
      </label>
      <span class="select-wrap">
        <select class="select" id="sort" name="sort">
          <option value="">{t.sort.popularity}</option>
          {sorts.map(each => (
            <option key={each} value={each} selected={each === sort}>
              {t.sort[each]}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" small />
      </span>
      <button type="submit" class="btn">
        {t.apply}
      </button>
    </form>
  )
}

function Children({ of, categories }: { of: string; categories: CategoryCount[] }) {
  const t = useMessages('categories')
  const locale = useLocale()
  return (
    <nav class="no-print" aria-label={t.childrenOf({ category: of })}>
      {toNode(markup`
        <ul class="cluster chip-row">
          ${categories.map(
            ({ category, count }) => markup`
              <li>
                <a class="chip" href="${categoryPath(category)}">
                  ${categoryName(category, locale)}
                  <span class="muted tnum">${formats[locale].number(count)}</span>
                </a>
              </li>`,
          )}
        </ul>`)}
    </nav>
  )
}

function NoFoods({ name, isPastEnd }: { name: string; isPastEnd: boolean }) {
  const t = useMessages('categories')
  const title = categoryName(name, useLocale())
  return (
    <div class="wrap">
      <div class="empty">
        <span class="tile tile-stone">
          <Icon name="search-x" />
        </span>
        <h1>{isPastEnd ? t.pastEnd : t.notFound}</h1>
        <p>{isPastEnd ? t.pastEndHint({ category: title }) : t.notFoundHint}</p>
        <div class="cluster">
          {isPastEnd && (
            <a class="btn btn-primary" href={categoryPath(name)}>
              {t.firstPage}
            </a>
          )}
          <a class={isPastEnd ? 'btn' : 'btn btn-primary'} href="/categories">
            {t.allCategories}
          </a>
        </div>
      </div>
    </div>
  )
}
