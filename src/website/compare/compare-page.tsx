// Two to four foods side by side. The address holds them, so that a comparison can be shared and works without JavaScript.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { popularFoods } from '../../catalog/popular.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { PrintCredit } from '../components/credits.tsx'
import { Icon } from '../components/icon.tsx'
import { categoryName, namesIn } from '../components/names.ts'
import type { WebsiteCatalog } from '../context.ts'
import { formats } from '../i18n/format.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { takeSearch } from '../search/search-page.tsx'
import { foodList } from '../share/structured-data.ts'
import { readQuery } from '../shell/form-input.ts'
import { toNode } from '../shell/markup.ts'
import { sendPage, sendPublicPage } from '../shell/responses.tsx'
import { candidatesMarkup, examplesMarkup } from './candidates.ts'
import { type Comparison, comparePath, examplePairs, maxComparedFoods, readIds } from './comparison.ts'
import { comparisonMarkup } from './comparison-table.ts'

const maxCandidates = 6
const maxSuggestions = 4
const maxExamples = 6
/** Enough that some of them share a category. */
const popularFoodsRead = 96
const minQueryLength = 2

type Search =
  | { kind: 'none' }
  | { kind: 'too short' }
  | { kind: 'too many'; retryAfter: number }
  | { kind: 'found'; foods: Food[] }

export function addComparePage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['foods', 'add', 'per'] }
  app.get('/compare', { config }, async (request, reply) => {
    const { ids, isCut } = readIds(readQuery(request, 'foods'))
    const add = readQuery(request, 'add').trim().slice(0, 200)
    const found = await Promise.all(ids.map(id => catalog.lookup.byId(id)))
    // Two ids may have been merged into one food.
    const foods = [
      ...new Map(found.flatMap(food => (food === undefined ? [] : [[food.id, food] as const]))).values(),
    ]
    const comparison: Comparison = {
      ids: foods.map(({ id }) => id),
      add,
      per: readQuery(request, 'per') === 'serving' && haveServings(foods) ? 'serving' : '100g',
    }
    const search = await findFoods(catalog, request, add)
    const suggestions = await suggestFoods(catalog, foods)
    const shown = [...foods, ...suggestions, ...(search.kind === 'found' ? search.foods : [])]
    const local = await namesIn(catalog.database, shown, request.locale)
    return send(request, reply, {
      comparison,
      foods: foods.map(local),
      search: search.kind === 'found' ? { ...search, foods: search.foods.map(local) } : search,
      isCut,
      missing: found.filter(food => food === undefined).length,
      suggestions: suggestions.map(local),
      websiteUrl: catalog.websiteUrl,
    })
  })
}

const haveServings = (foods: Food[]) =>
  foods.length > 0 && foods.every(({ serving_size_g }) => serving_size_g !== null)

async function findFoods(catalog: WebsiteCatalog, { visitor }: FastifyRequest, q: string): Promise<Search> {
  if (q === '') return { kind: 'none' }
  if (q.length < minQueryLength) return { kind: 'too short' }
  const decision = await takeSearch(catalog, visitor.ipAddress, 'search')
  if (!decision.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(decision) }
  const food = await catalog.lookup.byBarcode(barcodeCandidates(q))
  if (food) return { kind: 'found', foods: [food] }
  return { kind: 'found', foods: await catalog.search.find({ q, limit: maxCandidates + maxComparedFoods }) }
}

/** Foods of the category of the first food; without one, popular foods for examples. */
async function suggestFoods({ database }: WebsiteCatalog, foods: Food[]): Promise<Food[]> {
  if (foods.length >= maxComparedFoods) return []
  const category = foods.find(each => each.category !== null)?.category ?? ''
  if (foods.length > 0 && category === '') return []
  const limit = foods.length > 0 ? maxSuggestions + maxComparedFoods : popularFoodsRead
  return popularFoods(database, { limit, offset: 0, category, withImage: false })
}

interface ComparePage {
  comparison: Comparison
  foods: Food[]
  search: Search
  /** Whether more foods were asked for than are compared. */
  isCut: boolean
  /** How many of them do not exist. */
  missing: number
  suggestions: Food[]
  websiteUrl: string
}

function send(request: FastifyRequest, reply: FastifyReply, page: ComparePage): FastifyReply {
  const t = messages[request.locale].compare
  const { foods, search, comparison } = page
  const isRejected = search.kind === 'too many'
  if (isRejected) reply.header('retry-after', String(search.retryAfter))
  const content = {
    title:
      foods.length < 2
        ? t.title
        : t.titleOf({ foods: formats[request.locale].list(foods.map(({ name }) => name)) }),
    area: 'foods' as const,
    scripts: ['photos'],
    permissions: { images: true },
    foods: [...foods, ...page.suggestions, ...(search.kind === 'found' ? search.foods : [])],
    description: t.description({ maxFoods: maxComparedFoods }),
    canonical: page.websiteUrl + comparePath({ ids: comparison.ids }),
    picture: { icon: ['git-compare-arrows', 'green'] as const },
    subject: {
      ...(foods.length > 0 && { mainEntity: foodList(foods, page.websiteUrl, request.locale) }),
    },
    noIndex: foods.length > 0 || search.kind !== 'none',
    content: <Compare {...page} />,
  }
  if (isRejected) return sendPage(request, reply, { ...content, status: 429 })
  // Search results depend on more than the catalog's version.
  if (search.kind !== 'none')
    return sendPublicPage(request, reply, { ...content, cacheControl: 'private, max-age=60' })
  return sendPublicPage(request, reply, content)
}

function Compare(props: ComparePage) {
  const { comparison, foods, isCut, missing, websiteUrl } = props
  const t = useMessages('compare')
  const locale = useLocale()
  const isServing = comparison.per === 'serving'
  return (
    <div class="wrap stack-l">
      <div class="between page-head">
        <div>
          <h1>{t.title}</h1>
          <p class="muted measure">
            {foods.length === 0
              ? t.description({ maxFoods: maxComparedFoods })
              : isServing
                ? t.perServingHint
                : t.per100gHint}
          </p>
        </div>
        {haveServings(foods) && (
          <nav class="seg no-print" aria-label={t.valuesFor}>
            <a
              href={comparePath({ ids: comparison.ids })}
              rel="nofollow"
              aria-current={isServing ? undefined : 'true'}
            >
              {t.per100g}
            </a>
            <a
              href={comparePath({ ids: comparison.ids, per: 'serving' })}
              rel="nofollow"
              aria-current={isServing ? 'true' : undefined}
            >
              {t.perServing}
            </a>
          </nav>
        )}
      </div>
      {(missing > 0 || isCut) && (
        <div class="note note-partly" role="status">
          <Icon name="circle-alert" />
          <p>
            {[
              missing > 0 && t.notFound({ count: missing }),
              isCut && t.tooMany({ maxFoods: maxComparedFoods }),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        </div>
      )}
      {foods.length > 0 && toNode(comparisonMarkup(foods, comparison, locale))}
      <AddFood {...props} />
      <Suggestions {...props} />
      <PrintCredit url={websiteUrl + comparePath(comparison)} />
    </div>
  )
}

function AddFood({ comparison, foods, search }: ComparePage) {
  const t = useMessages('compare')
  const locale = useLocale()
  if (foods.length >= maxComparedFoods)
    return <p class="muted no-print">{t.full({ maxFoods: maxComparedFoods })}</p>
  const { ids, per, add } = comparison
  return (
    <section class="stack no-print" id="add">
      <h2>{foods.length === 0 ? t.emptyTitle : t.addTitle}</h2>
      {foods.length < 2 && <p class="muted">{foods.length === 1 ? t.tooFew : t.emptyHint}</p>}
      <search>
        <form class="cmp-form" action="/compare#add">
          {ids.length > 0 && <input type="hidden" name="foods" value={ids.join(',')} />}
          {per === 'serving' && <input type="hidden" name="per" value="serving" />}
          <div class="field">
            <label for="add-query">{t.addLabel}</label>
            <span class="with-icon">
              <Icon name="search" />
              <input
                class="input"
                id="add-query"
                name="add"
                type="search"
                value={add}
                maxlength={200}
                autocomplete="off"
                spellcheck={false}
              />
            </span>
          </div>
          <button type="submit" class="btn btn-primary">
            {t.search}
          </button>
        </form>
      </search>
      {search.kind === 'too short' && <p role="status">{t.tooShort}</p>}
      {search.kind === 'too many' && <p role="status">{t.tooManySearches({ seconds: search.retryAfter })}</p>}
      {search.kind === 'found' && (
        <div class="stack-s">
          <p class="strong" role="status">
            {search.foods.length === 0 ? t.noResults({ q: add }) : t.results({ q: add })}
          </p>
          {toNode(candidatesMarkup(others(search.foods, ids).slice(0, maxCandidates), comparison, locale))}
        </div>
      )}
    </section>
  )
}

const others = (foods: Food[], ids: number[]) => foods.filter(({ id }) => !ids.includes(id))

function Suggestions({ comparison, foods, suggestions, search }: ComparePage) {
  const t = useMessages('compare')
  const locale = useLocale()
  if (search.kind !== 'none') return null
  if (foods.length === 0) {
    const pairs = examplePairs(suggestions, maxExamples)
    if (pairs.length === 0) return null
    return (
      <section class="stack">
        <h2>{t.examples}</h2>
        {toNode(examplesMarkup(pairs, locale))}
      </section>
    )
  }
  const offered = others(suggestions, comparison.ids).slice(0, maxSuggestions)
  const category = foods.find(each => each.category !== null)?.category ?? ''
  if (offered.length === 0) return null
  return (
    <section class="stack no-print">
      <h2>{t.fromCategory({ category: categoryName(category, locale) })}</h2>
      {toNode(candidatesMarkup(offered, comparison, locale))}
    </section>
  )
}
