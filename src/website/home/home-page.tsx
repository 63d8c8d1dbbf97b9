import type { FastifyInstance } from 'fastify'
import { type CategoryCount, childCategoryCounts } from '../../catalog/categories.ts'
import { popularFoods } from '../../catalog/popular.ts'
import type { Food } from '../../food/food.ts'
import { imageSources } from '../../food/image-hosts.ts'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import { categoryPath } from '../categories/category-path.ts'
import { Code } from '../components/code.tsx'
import { FoodList } from '../components/food-list.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { sendPage, sendPublicPage } from '../shell/responses.tsx'

const popularCount = 6
const categoryCount = 12

interface HomeData {
  foods: Food[]
  categories: CategoryCount[]
}

export function addHomePage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: [] }
  app.get('/', { config }, async (request, reply) => {
    const data = await readHomeData(catalog)
    const page = {
      title: 'Larder',
      permissions: { images: imageSources },
      scripts: ['copy', 'images'],
      description: 'Nutrition facts for millions of foods. Search, scan a barcode or use the open API.',
      canonical: `${catalog.websiteUrl}/`,
      search: 'own' as const,
      content: (
        <Home data={data ?? emptyHomeData} foodCount={catalog.stats.foods()} apiUrl={catalog.apiUrl} />
      ),
    }
    // Without the database the page is incomplete, so it must not be cached.
    return data ? sendPublicPage(request, reply, page) : sendPage(request, reply, page)
  })
}

const emptyHomeData: HomeData = { foods: [], categories: [] }

/** Undefined if the database is unavailable. */
async function readHomeData({ database: reads }: WebsiteCatalog): Promise<HomeData | undefined> {
  try {
    const [foods, categories] = await reads.onSingleServer(database =>
      Promise.all([
        popularFoods(database, { limit: popularCount, offset: 0, category: '', withImage: true }),
        childCategoryCounts(database, null, categoryCount),
      ]),
    )
    return { foods, categories }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined
    throw error
  }
}

const numberFormat = new Intl.NumberFormat('en')

function Home({ data, foodCount, apiUrl }: { data: HomeData; foodCount: number; apiUrl: string }) {
  return (
    <>
      <section class="welcome">
        <h1>What’s in your food?</h1>
        <p class="lead">
          Free nutrition facts for everyone: search{' '}
          {foodCount > 0 ? `${numberFormat.format(foodCount)} foods` : 'foods'} by name or barcode.
        </p>
        <SearchField id="search" />
        <p class="welcome-links">
          <a href="/popular">Popular foods</a>
          <a href="/categories">All categories</a>
        </p>
      </section>
      {data.foods.length > 0 && (
        <section>
          <h2>Popular foods</h2>
          <FoodList foods={data.foods} variant="cards" />
        </section>
      )}
      {data.categories.length > 0 && (
        <section>
          <h2>Categories</h2>
          <ul class="chips">
            {data.categories.map(each => (
              <li key={each.category}>
                <a href={categoryPath(each.category)}>
                  {each.category} <span class="quiet">{numberFormat.format(each.count)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Use the API</h2>
        <p>Use the same data in your app. You don’t need an API key to get started. Try it in a terminal:</p>
        <Code name="Example request" text={`curl "${apiUrl}/search?q=whole+milk&limit=3"`} />
        <p class="actions">
          <a class="button" href="/docs">
            Read the docs
          </a>
          <a class="button quiet" href="/sign-up">
            Get a free API key
          </a>
        </p>
      </section>
    </>
  )
}
