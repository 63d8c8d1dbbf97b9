// Two to four foods side by side. The address holds them, so that a comparison can be shared and works without JavaScript.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { popularFoods } from '../../catalog/popular.ts'
import { findSimilarFoods } from '../../catalog/similar-foods.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { PrintCredit } from '../components/credits.tsx'
import { Icon } from '../components/icon.tsx'
import { namesIn } from '../components/names.ts'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { defaultPortion, portionOptions, presetName } from '../food/portion.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendSuggestions, takeSearch } from '../search/search-page.tsx'
import { foodList } from '../share/structured-data.ts'
import { readQuery } from '../shell/form-input.ts'
import { toNode } from '../shell/markup.ts'
import { sendPage, sendPublicPage } from '../shell/responses.tsx'
import { candidatesMarkup, examplesMarkup } from './candidates.ts'
import {
  type ComparedFood,
  type Comparison,
  comparePath,
  examplePairs,
  maxComparedFoods,
  readIds,
} from './comparison.ts'
import { comparisonMarkup } from './comparison-table.ts'
import { differencesMarkup } from './differences.ts'

const maxCandidates = 6
const maxSuggestions = 2
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
  const config = { isPublic: true, cachedBy: ['foods', 'add', 'per', 'part', 'photos'] }
  app.get('/compare', { config }, async (request, reply) => {
    const { ids, isCut } = readIds(readQuery(request, 'foods'))
    const add = readQuery(request, 'add').trim().slice(0, 200)
    if (readQuery(request, 'part') === 'suggestions') {
      const per = readQuery(request, 'per') === 'serving' ? 'serving' : '100g'
      return sendSuggestions(catalog, request, reply, {
        q: add,
        pathOf: food => comparePath({ ids: [...ids, food.id], per }),
        searchPathOf: q => `${comparePath({ ids, per, add: q })}#add`,
      })
    }
    const found = await Promise.all(ids.map(id => catalog.lookup.byId(id)))
    // Two ids may have been merged into one food.
    const foods = [
      ...new Map(found.flatMap(food => (food === undefined ? [] : [[food.id, food] as const]))).values(),
    ]
    const comparison: Comparison = {
      ids: foods.map(({ id }) => id),
      add,
      per: readQuery(request, 'per') === 'serving' && haveServing(foods) ? 'serving' : '100g',
    }
    const search = await findFoods(catalog, request, add)
    const suggestions = await suggestFoods(catalog, foods)
    const shown = [...foods, ...suggestions, ...(search.kind === 'found' ? search.foods : [])]
    const local = await namesIn(catalog.database, shown, request.locale)
    return send(request, reply, {
      comparison,
      foods: foods.map(food => compared(food, local, comparison, request.locale)),
      search: search.kind === 'found' ? { ...search, foods: search.foods.map(local) } : search,
      isCut,
      missing: found.filter(food => food === undefined).length,
      suggestions: suggestions.map(local),
      websiteUrl: catalog.websiteUrl,
    })
  })
}

const haveServing = (foods: Food[]) => foods.some(({ serving_size_g }) => serving_size_g !== null)

function compared(
  food: Food,
  local: (food: Food) => Food,
  { per }: Comparison,
  locale: Locale,
): ComparedFood {
  const portion = defaultPortion(food, portionOptions(food, undefined, locale))
  return {
    food: local(food),
    grams: per === 'serving' ? portion.grams : 100,
    portion: presetName(portion, locale),
  }
}

async function findFoods(catalog: WebsiteCatalog, { visitor }: FastifyRequest, q: string): Promise<Search> {
  if (q === '') return { kind: 'none' }
  if (q.length < minQueryLength) return { kind: 'too short' }
  const decision = await takeSearch(catalog, visitor.ipAddress, 'search')
  if (!decision.allowed) return { kind: 'too many', retryAfter: retryAfterSeconds(decision) }
  const food = await catalog.lookup.byBarcode(barcodeCandidates(q))
  if (food) return { kind: 'found', foods: [food] }
  const { foods } = await catalog.search.find({ q, limit: maxCandidates + maxComparedFoods })
  return { kind: 'found', foods }
}

/** Foods like the first one; without any, popular foods for examples. */
async function suggestFoods({ database }: WebsiteCatalog, foods: Food[]): Promise<Food[]> {
  if (foods.length >= maxComparedFoods) return []
  const [first] = foods
  if (first === undefined)
    return popularFoods(database, { limit: popularFoodsRead, offset: 0, category: '', withImage: false })
  const { similar, better } = await findSimilarFoods(database, first)
  return others(
    [...similar, ...better],
    foods.map(({ id }) => id),
  ).slice(0, maxSuggestions)
}

interface ComparePage {
  comparison: Comparison
  foods: ComparedFood[]
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
  const { search, comparison } = page
  const foods = page.foods.map(({ food }) => food)
  const isRejected = search.kind === 'too many'
  if (isRejected) reply.header('retry-after', String(search.retryAfter))
  const content = {
    title: titleOf(page.foods, request.locale),
    area: 'foods' as const,
    scripts: ['photos'],
    permissions: { images: true },
    foods: [...foods, ...page.suggestions, ...(search.kind === 'found' ? search.foods : [])],
    description: t.description({ maxFoods: maxComparedFoods }),
    canonical: page.websiteUrl + comparePath({ ids: comparison.ids }),
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

function titleOf(foods: ComparedFood[], locale: Locale): string {
  const t = messages[locale].compare
  const names = foods.map(({ food }) => food.name)
  if (names.length < 2) return names[0] === undefined ? t.title : t.titleOfOne({ food: names[0] })
  return t.titleOf({ foods: formats[locale].list(names) })
}

function Compare(props: ComparePage) {
  const { comparison, foods, isCut, missing, websiteUrl } = props
  const t = useMessages('compare')
  const locale = useLocale()
  const isServing = comparison.per === 'serving'
  const isPair = foods.length > 1
  return (
    <div class="wrap stack-l">
      <div class="between page-head">
        <div>
          <h1>{titleOf(foods, locale)}</h1>
          <p class="muted measure">
            {foods.length === 0
              ? t.description({ maxFoods: maxComparedFoods })
              : isServing
                ? t.perServingHint({ portions: formats[locale].list(foods.map(({ portion }) => portion)) })
                : t.per100gHint}
          </p>
        </div>
        {haveServing(foods.map(({ food }) => food)) && (
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
      {!isPair && <AddFood {...props} />}
      {isPair && toNode(differencesMarkup(foods, locale))}
      {foods.length > 0 && toNode(comparisonMarkup(foods, comparison, locale))}
      {isPair && <AddFood {...props} />}
      <PrintCredit url={websiteUrl + comparePath(comparison)} />
    </div>
  )
}

function AddFood(props: ComparePage) {
  const { comparison, foods, search } = props
  const t = useMessages('compare')
  const locale = useLocale()
  if (foods.length >= maxComparedFoods)
    return <p class="muted no-print">{t.full({ maxFoods: maxComparedFoods })}</p>
  const { ids, per, add } = comparison
  return (
    <section class="stack no-print" id="add">
      <h2>{foods.length === 0 ? t.emptyTitle : t.addTitle}</h2>
      {foods.length === 0 && <p class="muted">{t.emptyHint}</p>}
      <div class="measure">
        <SearchField
          id="add-query"
          q={add}
          form={{
            action: '/compare#add',
            name: 'add',
            label: t.addLabel,
            fields: {
              ...(ids.length > 0 && { foods: ids.join(',') }),
              ...(per === 'serving' && { per }),
            },
          }}
        />
      </div>
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
      {search.kind === 'none' && <Suggestions {...props} />}
    </section>
  )
}

const others = (foods: Food[], ids: number[]) => foods.filter(({ id }) => !ids.includes(id))

function Suggestions({ comparison, foods, suggestions }: ComparePage) {
  const t = useMessages('compare')
  const locale = useLocale()
  const [first] = foods
  if (first === undefined) {
    const pairs = examplePairs(suggestions, maxExamples)
    if (pairs.length === 0) return null
    return (
      <>
        <h2>{t.examples}</h2>
        {toNode(examplesMarkup(pairs, locale))}
      </>
    )
  }
  if (suggestions.length === 0) return null
  return (
    <>
      <h3 class="h-s">{t.like({ food: first.food.name })}</h3>
      {toNode(candidatesMarkup(suggestions, comparison, locale))}
    </>
  )
}
