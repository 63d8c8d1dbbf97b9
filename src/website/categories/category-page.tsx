import type { FastifyInstance } from 'fastify'
import { type CategoryCount, childCategoryCounts, foodsInCategory } from '../../catalog/categories.ts'
import { popularFoods } from '../../catalog/popular.ts'
import { categoryTrail } from '../../food/categories.ts'
import { imageSources } from '../../food/image-hosts.ts'
import { FoodList } from '../components/food-list.tsx'
import { Pager, readOffset } from '../components/pager.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { categoryPath } from './category-path.ts'

const foodsPerPage = 24

export function addCategoryPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['name', 'offset'] }
  app.get('/category', { config }, async (request, reply) => {
    const name = readQuery(request, 'name')
    const offset = readOffset(readQuery(request, 'offset'))
    const [count, children, foods] = await catalog.database.onSingleServer(database =>
      Promise.all([
        foodsInCategory(database, name),
        childCategoryCounts(database, name),
        popularFoods(database, { limit: foodsPerPage, offset, category: name, withImage: false }),
      ]),
    )
    // An empty name would list all foods.
    if (name === '' || count === 0 || foods.length === 0) {
      return sendPublicPage(request, reply, {
        title: 'Category not found',
        status: 404,
        noIndex: true,
        content: <NoFoods name={name} isPastEnd={count > 0} />,
      })
    }
    return sendPublicPage(request, reply, {
      title: name,
      scripts: ['images'],
      permissions: { images: imageSources },
      description: `Nutrition facts for ${formatFoodCount(count)} in the category ${name}, sorted by popularity.`,
      canonical: catalog.websiteUrl + categoryPath(name, offset),
      noIndex: offset > 0,
      content: (
        <section>
          <Trail names={categoryTrail(name).slice(0, -1)} />
          <h1>{name}</h1>
          {children.length > 0 && <Children of={name} categories={children} />}
          <p class="quiet">
            {offset > 0
              ? `${numberFormat.format(offset + 1)} to ${numberFormat.format(offset + foods.length)} of ${formatFoodCount(count)}`
              : formatFoodCount(count)}
            , sorted by popularity. Values are per 100 g.
          </p>
          <FoodList foods={foods} />
          <Pager
            offset={offset}
            pageSize={foodsPerPage}
            hasMore={offset + foodsPerPage < count}
            hrefAt={start => categoryPath(name, start)}
          />
        </section>
      ),
    })
  })
}

const numberFormat = new Intl.NumberFormat('en')
const formatFoodCount = (count: number): string =>
  count === 1 ? '1 food' : `${numberFormat.format(count)} foods`

function Trail({ names }: { names: string[] }) {
  return (
    <nav class="trail" aria-label="Parent categories">
      <ol>
        <li>
          <a href="/categories">Categories</a>
        </li>
        {names.map(name => (
          <li key={name}>
            <a href={categoryPath(name)}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Children({ of, categories }: { of: string; categories: CategoryCount[] }) {
  return (
    <nav class="child-categories" aria-label={`Categories in ${of}`}>
      <ul class="chips">
        {categories.map(({ category, count }) => (
          <li key={category}>
            <a href={categoryPath(category)}>
              {category} <span class="quiet">{numberFormat.format(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NoFoods({ name, isPastEnd }: { name: string; isPastEnd: boolean }) {
  return (
    <section class="narrow">
      <h1>{isPastEnd ? 'No more results' : 'Category not found'}</h1>
      <p>
        {isPastEnd ? (
          <a href={categoryPath(name)}>First page of {name}</a>
        ) : (
          'Categories change with the data, so this one may have been renamed.'
        )}
      </p>
      <p>
        <a href="/categories">All categories</a>
      </p>
    </section>
  )
}
