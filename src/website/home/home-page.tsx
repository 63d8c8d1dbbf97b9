import type { FastifyInstance } from 'fastify'
import { useContext } from 'preact/hooks'
import type { SearchAction, WithActionConstraints } from 'schema-dts'
import type { PlanPrices } from '../../accounts/billing/prices.ts'
import { type Plan, plans } from '../../accounts/plans.ts'
import { type CatalogBreakdown, readCatalogBreakdown } from '../../catalog/catalog-breakdown.ts'
import { type CategoryCount, childCategoryCounts } from '../../catalog/categories.ts'
import { popularFoods } from '../../catalog/popular.ts'
import type { Food } from '../../food/food.ts'
import { isIllustration } from '../../food/illustrations.ts'
import { contributeTo, measuredSources, sourceFacts } from '../../food/sources.ts'
import { type Database, DatabaseUnavailable } from '../../platform/database/pool.ts'
import { classOfConfidence } from '../../quality/confidence/classes.ts'
import { relevance } from '../../search/sorting.ts'
import { CreditedSources } from '../components/credits.tsx'
import { FoodCards } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { CategoryShelf, LinkedSection } from '../components/linked-section.tsx'
import { namesIn } from '../components/names.ts'
import { linkTo } from '../components/rich-text.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog, WebsiteContext } from '../context.ts'
import { type Locale, languageOf, localeNames, pathIn } from '../i18n/locales.ts'
import { useFormat, useMessages } from '../i18n/messages.ts'
import type { IconName } from '../icons/icon-names.ts'
import { mealPath } from '../meal/meal-address.ts'
import { messages } from '../messages/compiled/index.ts'
import { type MainEntity, websiteId } from '../share/structured-data.ts'
import { fontPath } from '../shell/assets.tsx'
import { sendPublicPage } from '../shell/responses.tsx'
import { ApiExample } from './api-example.tsx'
import { isVaried, mixedFoods } from './mixed-foods.ts'
import { PlanStrip } from './plan-strip.tsx'
import { isFullyStated, SpecCard } from './spec-card.tsx'

const popularCount = 6
/** The foods and the example are chosen from so many popular foods. */
const maxCandidates = 48
const categoryCount = 12
const maxExamples = 3

interface HomeData {
  foods: Food[]
  categories: CategoryCount[]
  breakdown: CatalogBreakdown | undefined
  /** Undefined in a catalog without a complete popular food. */
  example: Food | undefined
  /** The same food, with the name that the API returns. */
  apiExample: Food | undefined
  /** Of a complete product. */
  barcode: string | null
  /** Searches that find something. */
  searches: string[]
}

interface HomeProps {
  data: HomeData
  foodCount: number
  catalog: WebsiteCatalog
  requestsPerMinute: Record<Plan, number>
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
}

export function addHomePage(
  app: FastifyInstance,
  { catalog, accounts: { billing }, requestsPerMinute }: WebsiteContext,
): void {
  const config = { isPublic: true, cachedBy: [] }
  app.get('/', { config }, async (request, reply) => {
    const t = messages[request.locale].home
    const data = await readHomeData(catalog, request.locale)
    const prices = billing?.getPrices()
    const page = {
      title: t.title,
      permissions: { images: true },
      scripts: ['photos'],
      description: t.description,
      canonical: `${catalog.websiteUrl}/`,
      search: 'own' as const,
      subject: { mainEntity: searchableWebsite(catalog.websiteUrl, request.locale) },
      mainClass: 'home',
      head: languageOf(request.locale).needsLatinExtended ? undefined : <DisplayFont />,
      content: (
        <Home
          data={data ?? emptyHomeData}
          foodCount={catalog.stats.foods()}
          catalog={catalog}
          requestsPerMinute={requestsPerMinute}
          prices={prices}
        />
      ),
    }
    const hasPrices = prices === undefined || plans.every(plan => plan === 'starter' || prices[plan])
    // Without the database or the payment service the page is incomplete, so it must not be cached.
    const isComplete = data !== undefined && hasPrices
    return sendPublicPage(request, reply, isComplete ? page : { ...page, cacheControl: 'private, no-cache' })
  })
}

function searchableWebsite(websiteUrl: string, locale: Locale): MainEntity {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: `${websiteUrl}${pathIn(locale, '/search')}?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': websiteId(websiteUrl),
    name: 'Larder',
    url: `${websiteUrl}/`,
    inLanguage: localeNames,
    potentialAction: search,
  }
}

/** Only the headline uses it. It has no Polish letters (styles/site/home-page.css). */
const DisplayFont = () => (
  <link
    rel="preload"
    href={fontPath('fraunces-latin-opsz-normal.woff2')}
    as="font"
    type="font/woff2"
    crossorigin="anonymous"
  />
)

const emptyHomeData: HomeData = {
  foods: [],
  categories: [],
  breakdown: undefined,
  example: undefined,
  apiExample: undefined,
  barcode: null,
  searches: [],
}

/** Undefined if the database is unavailable. */
async function readHomeData(catalog: WebsiteCatalog, locale: Locale): Promise<HomeData | undefined> {
  try {
    const [[found, foods, categories, breakdown, branded], searches] = await Promise.all([
      readLists(catalog.database.withDeadline(), locale),
      findSearches(catalog, Object.values(messages[locale].home.examples)),
    ])
    const { example, barcode } = findExamples(foods, branded)
    return {
      foods: foods.slice(0, popularCount),
      categories,
      breakdown,
      example,
      // As the API names it.
      apiExample: found.find(({ id }) => id === example?.id) ?? example,
      barcode,
      searches,
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined
    throw error
  }
}

async function readLists(database: Database, locale: Locale) {
  const page = { limit: maxCandidates, offset: 0, category: '', withImage: true }
  const [found, ...rest] = await Promise.all([
    popularFoods(database, page),
    childCategoryCounts(database, null, categoryCount),
    readCatalogBreakdown(database),
    popularFoods(database, { ...page, withImage: false, filters: { sql: { kind: 'branded' }, terms: [] } }),
  ])
  // Before their names are translated, so that every language shows the same foods.
  const mixed = mixedFoods(found, found.length)
  return [mixed, mixed.map(await namesIn(database, mixed, locale)), ...rest] as const
}

/** A food that everybody knows and that shows something in every row, or else a complete product; and a barcode to try. */
function findExamples(foods: Food[], branded: Food[]): Pick<HomeData, 'example' | 'barcode'> {
  const isComplete = ({ confidence }: Food) => classOfConfidence(confidence) === 'complete'
  const complete = foods.filter(isComplete)
  const known = complete.filter(({ image_url }) => isIllustration(image_url))
  const products = branded.filter(food => food.barcode !== null && isComplete(food))
  const product = products.find(isVaried) ?? products[0]
  return {
    example: known.find(food => isVaried(food) && isFullyStated(food)) ?? known[0] ?? product ?? complete[0],
    barcode: product?.barcode ?? null,
  }
}

async function findSearches({ search }: WebsiteCatalog, examples: string[]): Promise<string[]> {
  const found = await Promise.all(
    examples.map(async q => {
      const page = await search.page({ q, limit: 1, offset: 0, sort: relevance })
      return page.total > 0 && page.interpretation?.match === 'exact'
    }),
  )
  return examples.filter((_, index) => found[index]).slice(0, maxExamples)
}

function Home({ data, foodCount, catalog, requestsPerMinute, prices }: HomeProps) {
  const t = useMessages('home')
  const { foods, categories, breakdown, example, apiExample } = data
  return (
    <>
      <section class="hero">
        <div class="wrap hero-grid">
          <div class="hero-text">
            <h1>
              <Headline count={foodCount} />
            </h1>
            <p class="lead">{t.lead({ link: linkTo('/docs/self-hosting') })}</p>
            <SearchField id="search" />
            <Examples searches={data.searches} barcode={data.barcode} />
          </div>
          {example && <SpecCard food={example} />}
        </div>
      </section>
      {breakdown && breakdown.foods > 0 && <Coverage breakdown={breakdown} />}
      {foods.length > 0 && (
        <LinkedSection class="wrap block" title={t.popular} href="/popular" more={t.allPopular}>
          <FoodCards foods={foods} columns={6} />
        </LinkedSection>
      )}
      {categories.length > 0 && (
        <LinkedSection class="wrap block" title={t.browse} href="/categories" more={t.allCategories}>
          <CategoryShelf categories={categories} />
        </LinkedSection>
      )}
      {apiExample && <ApiExample food={catalog.apiFormat.toApi(apiExample)} apiUrl={catalog.apiUrl} />}
      <Sources />
      <LinkedSection class="wrap block" title={t.plans} href="/pricing" more={t.comparePlans}>
        <PlanStrip requestsPerMinute={requestsPerMinute} prices={prices} />
      </LinkedSection>
    </>
  )
}

const million = 1_000_000

/** Exact below ten thousand, otherwise rounded down to two digits. */
function Headline({ count }: { count: number }) {
  const { headline } = useMessages('home')
  if (count === 0) return headline.none
  if (count >= million) return headline.millions({ count: Math.floor(count / million) })
  const unit = count < 10_000 ? 1 : 10 ** (String(count).length - 2)
  return headline.foods({ count: Math.floor(count / unit) * unit })
}

function Examples({ searches, barcode }: { searches: string[]; barcode: string | null }) {
  const t = useMessages('home')
  const { examples } = useMessages('meal')
  if (searches.length === 0 && barcode === null) return null
  return (
    <p class="cluster chip-row try">
      <span class="muted small">{t.try}</span>
      {searches.map(q => (
        <a key={q} class="chip" href={`/search?${new URLSearchParams({ q })}`}>
          {q}
        </a>
      ))}
      {barcode !== null && (
        <a class="chip" href={`/search?q=${barcode}`}>
          <span class="mono">{barcode}</span>
        </a>
      )}
      <a class="chip" href={mealPath({ q: examples[1] })} rel="nofollow">
        <Icon name="utensils" small />
        {examples[1]}
      </a>
    </p>
  )
}

/** As counted by the last import. */
function Coverage({ breakdown }: { breakdown: CatalogBreakdown }) {
  const t = useMessages('home')
  const format = useFormat()
  const countOf = (kind: string, name: string) =>
    breakdown.counts.find(count => count.kind === kind && count.name === name)?.foods
  const figures = [
    [t.foods, breakdown.foods],
    [t.complete, countOf('class', 'complete')],
    ...measuredSources.map(
      source => [t.fromSource({ source: sourceFacts[source].label }), countOf('source', source)] as const,
    ),
  ] as const
  return (
    <section class="wrap" aria-label={t.coverage}>
      <dl class="coverage">
        {figures.map(
          ([name, count]) =>
            count !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{format.number(count)}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{t.imported}</dt>
          <dd>{format.date(breakdown.changedAt)}</dd>
        </div>
        {breakdown.newestChange && (
          <div>
            <dt>{t.newestRecord}</dt>
            <dd>{format.date(breakdown.newestChange)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Sources() {
  const t = useMessages('home')
  const present = useContext(CreditedSources)
  const inCatalog = measuredSources.filter(source => present.includes(source))
  const measured = inCatalog.length === 0 ? measuredSources : inCatalog
  const cards: [tint: string, icon: IconName, title: string, text: string][] = [
    ['green', 'package', t.productLabels, t.productLabelsText({ source: contributeTo.label })],
    [
      'milk',
      'flask-conical',
      t.referenceFoods,
      t.referenceFoodsText({ source: measured.map(source => sourceFacts[source].label).join(', ') }),
    ],
    ['estimate', 'sparkles', t.estimates, t.estimatesText],
  ]
  return (
    <section class="wrap block">
      <h2>{t.sources}</h2>
      <div class="grid three">
        {cards.map(([tint, icon, title, text]) => (
          <article key={title} class="card stack-s">
            <span class={`tile tile-${tint}`}>
              <Icon name={icon} />
            </span>
            <h3>{title}</h3>
            <p class="muted small">{text}</p>
          </article>
        ))}
      </div>
    </section>
  )
}
