import type { FastifyInstance } from 'fastify'
import { popularFoods } from '../../catalog/popular.ts'
import { FoodList } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { namesIn } from '../components/names.ts'
import { Pager, readOffset } from '../components/pager.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { foodList } from '../share/structured-data.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPublicPage } from '../shell/responses.tsx'

const foodsPerPage = 24

export function addPopularPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['offset'] }
  app.get('/popular', { config }, async (request, reply) => {
    const offset = readOffset(readQuery(request, 'offset'))
    const found = await popularFoods(catalog.database, {
      // One extra row shows whether there is another page.
      limit: foodsPerPage + 1,
      offset,
      category: '',
      withImage: true,
    })
    const foods = found.map(await namesIn(catalog.database, found, request.locale))
    const t = messages[request.locale].popular
    return sendPublicPage(request, reply, {
      title: t.title,
      area: 'foods',
      scripts: ['photos'],
      permissions: { images: true },
      foods: foods.slice(0, foodsPerPage),
      description: t.description,
      canonical: catalog.websiteUrl + pathAt(offset),
      subject: {
        type: 'CollectionPage',
        mainEntity: foodList(foods.slice(0, foodsPerPage), catalog.websiteUrl, request.locale),
      },
      noIndex: offset > 0,
      status: offset > 0 && foods.length === 0 ? 404 : 200,
      content: (
        <div class="wrap stack-l">
          <div class="stack-s">
            <h1>{t.title}</h1>
            <p class="muted">{t.lead}</p>
          </div>
          {foods.length > 0 ? (
            <div>
              <FoodList foods={foods.slice(0, foodsPerPage)} />
            </div>
          ) : (
            <NoFoods isPastEnd={offset > 0} />
          )}
          <Pager
            offset={offset}
            pageSize={foodsPerPage}
            hasMore={foods.length > foodsPerPage}
            hrefAt={pathAt}
          />
        </div>
      ),
    })
  })
}

function NoFoods({ isPastEnd }: { isPastEnd: boolean }) {
  const t = useMessages('popular')
  return (
    <div class="empty">
      <span class="tile tile-stone">
        <Icon name="package-open" />
      </span>
      <h2>{isPastEnd ? t.end : t.empty}</h2>
      {isPastEnd && (
        <>
          <p>{t.endText}</p>
          <p class="cluster">
            <a class="btn" href="/popular">
              {t.firstPage}
            </a>
          </p>
        </>
      )}
    </div>
  )
}

const pathAt = (offset: number): string => (offset === 0 ? '/popular' : `/popular?offset=${offset}`)
