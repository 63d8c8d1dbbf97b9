import type { FastifyInstance } from 'fastify'
import { type BrandCount, findBrand, foodsOfBrand } from '../../catalog/brands.ts'
import type { Food } from '../../food/food.ts'
import { tokenize } from '../../language/tokenize.ts'
import { PrintCredit } from '../components/credits.tsx'
import { Crumbs } from '../components/crumbs.tsx'
import { FoodCards, FoodList } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { namesIn } from '../components/names.ts'
import { Pager, readOffset } from '../components/pager.tsx'
import { type ListView, readView, ViewSwitch } from '../components/view-switch.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { foodList } from '../share/structured-data.ts'
import { readQuery } from '../shell/form-input.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { brandPath } from './brand-path.ts'

const foodsPerPage = 24

export function addBrandPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['name', 'offset', 'view'] }
  app.get('/brand', { config }, async (request, reply) => {
    const t = messages[request.locale].brands
    // As foods are normalized, so that every spelling finds the brand.
    const normalized = tokenize(readQuery(request, 'name').slice(0, 200)).join(' ')
    const offset = readOffset(readQuery(request, 'offset'))
    const view = readView(readQuery(request, 'view'))
    const [brand, foods] = await catalog.database.onSingleServer(async database => {
      const [brand, found] = await Promise.all([
        findBrand(database, normalized),
        foodsOfBrand(database, normalized, { limit: foodsPerPage, offset }),
      ])
      return [brand, found.map(await namesIn(database, found, request.locale))] as const
    })
    if (brand === undefined || foods.length === 0) {
      return sendPublicPage(request, reply, {
        title: brand === undefined ? t.notFound : t.pastEnd,
        area: 'foods',
        status: 404,
        noIndex: true,
        content: <NoFoods brand={brand} />,
      })
    }
    const canonical = catalog.websiteUrl + brandPath(brand.name, { offset })
    return sendPublicPage(request, reply, {
      title: brand.name,
      area: 'foods',
      scripts: ['photos'],
      permissions: { images: true },
      foods,
      description: t.brandDescription({
        brand: brand.name,
        foods: messages[request.locale].shared.foodCount({ count: brand.count }),
      }),
      canonical,
      subject: {
        type: 'CollectionPage',
        trail: [{ name: t.title, path: '/brands' }],
        mainEntity: foodList(foods, catalog.websiteUrl, request.locale),
      },
      noIndex: offset > 0 || view !== 'rows',
      content: <Brand brand={brand} foods={foods} offset={offset} view={view} url={canonical} />,
    })
  })
}

interface BrandProps {
  brand: BrandCount
  foods: Food[]
  offset: number
  view: ListView
  url: string
}

function Brand({ brand: { name, count }, foods, offset, view, url }: BrandProps) {
  const t = useMessages('brands')
  const words = useMessages('shared')
  return (
    <div class="wrap stack-l">
      <Crumbs trail={[{ name: t.title, href: '/brands' }, { name }]} />
      <div class="between page-head">
        <div>
          <h1>{name}</h1>
          <p class="muted">
            {count > foods.length
              ? t.range({ first: offset + 1, last: offset + foods.length, count })
              : words.foodCount({ count })}
            {' · '}
            {t.summary}
          </p>
        </div>
        <div class="no-print">
          <ViewSwitch view={view} hrefOf={each => brandPath(name, { view: each, offset })} />
        </div>
      </div>
      {view === 'cards' ? (
        <section>
          <h2 class="sr">{words.foods}</h2>
          <FoodCards foods={foods} columns={4} />
        </section>
      ) : (
        <div>
          <FoodList foods={foods} />
        </div>
      )}
      <Pager
        offset={offset}
        pageSize={foodsPerPage}
        hasMore={offset + foodsPerPage < count}
        hrefAt={start => brandPath(name, { view, offset: start })}
      />
      <PrintCredit url={url} />
    </div>
  )
}

function NoFoods({ brand }: { brand: BrandCount | undefined }) {
  const t = useMessages('brands')
  return (
    <div class="wrap">
      <div class="empty">
        <span class="tile tile-stone">
          <Icon name="search-x" />
        </span>
        <h1>{brand === undefined ? t.notFound : t.pastEnd}</h1>
        <p>{brand === undefined ? t.notFoundHint : t.pastEndHint({ brand: brand.name })}</p>
        <div class="cluster">
          {brand !== undefined && (
            <a class="btn btn-primary" href={brandPath(brand.name)}>
              {t.firstPage}
            </a>
          )}
          <a class={brand === undefined ? 'btn btn-primary' : 'btn'} href="/brands">
            {t.allBrands}
          </a>
        </div>
      </div>
    </div>
  )
}
