import type { FastifyInstance } from 'fastify'
import { popularFoods } from '../../catalog/popular.ts'
import { imageSources } from '../../food/image-hosts.ts'
import { FoodList } from '../components/food-list.tsx'
import { Pager, readOffset } from '../components/pager.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPublicPage } from '../shell/responses.tsx'

const foodsPerPage = 24

export function addPopularPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['offset'] }
  app.get('/popular', { config }, async (request, reply) => {
    const offset = readOffset(readQuery(request, 'offset'))
    const foods = await popularFoods(catalog.database, {
      // One extra row shows whether there is another page.
      limit: foodsPerPage + 1,
      offset,
      category: '',
      withImage: true,
    })
    const path = pathAt(offset)
    return sendPublicPage(request, reply, {
      title: 'Popular foods',
      scripts: ['images'],
      permissions: { images: imageSources },
      description: 'The most popular foods with energy, protein, fat and carbohydrates.',
      canonical: catalog.websiteUrl + path,
      noIndex: offset > 0,
      status: offset > 0 && foods.length === 0 ? 404 : 200,
      content: (
        <section>
          <h1>Popular foods</h1>
          <p class="quiet">Sorted by popularity. Values are per 100 g.</p>
          {foods.length > 0 ? (
            <FoodList foods={foods.slice(0, foodsPerPage)} />
          ) : (
            <p class="callout">{offset === 0 ? 'There are no foods yet.' : 'No more results.'}</p>
          )}
          <Pager
            offset={offset}
            pageSize={foodsPerPage}
            hasMore={foods.length > foodsPerPage}
            hrefAt={pathAt}
          />
        </section>
      ),
    })
  })
}

const pathAt = (offset: number): string => (offset === 0 ? '/popular' : `/popular?offset=${offset}`)
