import type { FastifyInstance } from 'fastify'
import { type CategoryCount, topCategories } from '../../catalog/categories.ts'
import { popularFoods } from '../../catalog/popular.ts'
import type { Food } from '../../food/food.ts'
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
  const config = { isPublic: true }
  app.get('/', { config }, async (request, reply) => {
    const data = await readHomeData(catalog)
    const page = {
      title: 'Larder',
      permissions: { images: 'https:' },
      scripts: ['copy', 'images'],
      description: 'Nutrition facts of several million foods: search, scan a barcode, or ask the open API.',
      canonical: `${catalog.websiteUrl}/`,
      search: 'own' as const,
      content: (
        <Home data={data ?? emptyHomeData} foodsKnown={catalog.figures.foods()} apiUrl={catalog.apiUrl} />
      ),
    }
    // Half a page is better than none, but nobody keeps it.
    return data ? sendPublicPage(request, reply, page) : sendPage(request, reply, page)
  })
}

const emptyHomeData: HomeData = { foods: [], categories: [] }

/** Undefined while the database is away. */
async function readHomeData({ database: reads }: WebsiteCatalog): Promise<HomeData | undefined> {
  try {
    const [foods, categories] = await reads.onSingleServer(database =>
      Promise.all([
        popularFoods(database, { limit: popularCount, offset: 0, category: '', withImage: true }),
        topCategories(database, categoryCount),
      ]),
    )
    return { foods, categories }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined
    throw error
  }
}

const count = new Intl.NumberFormat('en')

function Home({ data, foodsKnown, apiUrl }: { data: HomeData; foodsKnown: number; apiUrl: string }) {
  return (
    <>
      <section class="welcome">
        <h1>What is in your food?</h1>
        <p class="lead">
          Larder is an open lookup for nutrition facts: search{' '}
          {foodsKnown > 0 ? `${count.format(foodsKnown)} foods` : 'foods'} by name, or by their barcode.
        </p>
        <SearchField id="search" />
        <p class="welcome-ways">
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
                  {each.category} <span class="quiet">{count.format(each.count)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Use the API</h2>
        <p>The same foods for your program, without a key to begin with. Try it in a terminal:</p>
        <Code name="The request" text={`curl "${apiUrl}/search?q=whole+milk&limit=3"`} />
        <p class="actions">
          <a class="button" href="/docs">
            Read the docs
          </a>
          <a class="button quiet" href="/sign-up">
            Get a free key
          </a>
        </p>
      </section>
    </>
  )
}
