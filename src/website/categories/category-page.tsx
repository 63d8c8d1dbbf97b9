import type { FastifyInstance } from 'fastify'
import { foodsInCategory } from '../../catalog/categories.ts'
import { popularFoods } from '../../catalog/popular.ts'
import { FoodList } from '../components/food-list.tsx'
import { Pager, readOffset } from '../components/pager.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { categoryPath } from './category-path.ts'

const foodsPerPage = 24

export function addCategoryPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  app.get('/category', { config }, async (request, reply) => {
    const name = readQuery(request, 'name')
    const offset = readOffset(readQuery(request, 'offset'))
    const [count, foods] = await catalog.database.onSingleServer(database =>
      Promise.all([
        foodsInCategory(database, name),
        popularFoods(database, { limit: foodsPerPage, offset, category: name, withImage: false }),
      ]),
    )
    // Without a name the list would be that of all foods.
    if (name === '' || count === 0 || foods.length === 0) {
      return sendPublicPage(request, reply, {
        title: 'No such category',
        status: 404,
        noIndex: true,
        content: <NoFoods name={name} isEnd={count > 0} />,
      })
    }
    return sendPublicPage(request, reply, {
      title: name,
      scripts: ['images'],
      permissions: { images: 'https:' },
      description: `Nutrition facts of ${formatFoodCount(count)} in the category ${name}, the popular ones first.`,
      canonical: catalog.websiteUrl + categoryPath(name, offset),
      noIndex: offset > 0,
      content: (
        <section>
          <p class="trail">
            <a href="/categories">Categories</a>
          </p>
          <h1>{name}</h1>
          <p class="quiet">
            {offset > 0
              ? `${numbers.format(offset + 1)} to ${numbers.format(offset + foods.length)} of ${formatFoodCount(count)}`
              : formatFoodCount(count)}
            , the popular ones first. Figures are for 100 g.
          </p>
          <FoodList foods={foods} />
          <Pager
            offset={offset}
            pageSize={foodsPerPage}
            hasMore={offset + foodsPerPage < count}
            hrefAt={at => categoryPath(name, at)}
          />
        </section>
      ),
    })
  })
}

const numbers = new Intl.NumberFormat('en')
const formatFoodCount = (count: number): string => (count === 1 ? '1 food' : `${numbers.format(count)} foods`)

function NoFoods({ name, isEnd }: { name: string; isEnd: boolean }) {
  return (
    <section class="narrow">
      <h1>{isEnd ? 'The list ends before this page' : 'No such category'}</h1>
      <p>
        {isEnd ? (
          <a href={categoryPath(name)}>To the first page of {name}</a>
        ) : (
          'Categories change with the data: this one may have another name by now.'
        )}
      </p>
      <p>
        <a href="/categories">All categories</a>
      </p>
    </section>
  )
}
