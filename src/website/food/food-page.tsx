// The page of a food, /food/{id}-{slug}. Other URLs of the food redirect to it.

import type { FastifyInstance, FastifyRequest, onResponseHookHandler } from 'fastify'
import { type FoodPageData, findFoodPageData } from '../../catalog/food-page.ts'
import { findSimilarFoods, type SimilarFoods } from '../../catalog/similar-foods.ts'
import { isShownImage } from '../../food/illustrations.ts'
import { pagePath } from '../../food/page-path.ts'
import type { CatalogReads } from '../../platform/database/replica-routing.ts'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { type Locale, pathIn } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { searchedBefore } from '../search/counted-searches.ts'
import { readParam, readQuery } from '../shell/form-input.ts'
import { toNode } from '../shell/markup.ts'
import { redirectTo } from '../shell/page-variant.ts'
import { type Page, publicCacheControl, sendPage, sendPublicPage } from '../shell/responses.tsx'
import { foodArticle } from './food-article.ts'
import { descriptionOf, metaTags, titleOf } from './meta-tags.ts'
import { defaultPortion, portionOptions, readPortion } from './portion.ts'

export function addFoodPage(
  app: FastifyInstance,
  { database, useCounter, apiUrl, websiteUrl, apiFormat }: WebsiteCatalog,
): void {
  const config = { isPublic: true, cachedBy: ['amount', 'unit'] }
  const onResponse: onResponseHookHandler = (request, { statusCode }, done) => {
    const isShown = statusCode === 200 || statusCode === 304
    if (isShown && request.visitor && useCounter) {
      const id = parseFoodId(readParam(request, 'food'))
      const { ipAddress } = request.visitor
      useCounter.countLookup(id, ipAddress)
      const query = searchedBefore(request.headers.referer, websiteUrl)
      if (query !== undefined) useCounter.countOpened(query, id, ipAddress)
    }
    done()
  }
  app.get('/food/:food', { config, onResponse }, async (request, reply) => {
    const { locale } = request
    const { pathname, search } = splitUrl(request)
    const { found, similar } = await readPage(database, parseFoodId(readParam(request, 'food')), pathname)
    if (!found) return sendPage(request, reply, notFoundPage(locale))
    const { food, details } = found
    const path = pagePath(food.id, food.name)
    if (pathname !== path)
      return redirectTo(reply.header('cache-control', publicCacheControl), path + search, 301)
    const options = portionOptions(food, details?.portions, locale)
    const requested = readPortion(readQuery(request, 'amount'), readQuery(request, 'unit'), options)
    const apiFood = apiFormat.toApi(food)
    const description = descriptionOf(food, locale)
    const url = websiteUrl + pathIn(locale, path)
    return sendPublicPage(request, reply, {
      title: titleOf(food),
      area: 'foods',
      description,
      canonical: websiteUrl + path,
      scripts: ['portion', 'food-actions', 'photos'],
      head: toNode(
        metaTags({ food: apiFood, hasImage: isShownImage(food.image_url), url, description }, locale),
      ),
      permissions: { images: true },
      foods: [food, ...similar.better, ...similar.similar],
      content: toNode(
        foodArticle(
          {
            found,
            path,
            url,
            similar,
            apiUrl,
            apiFood,
            options,
            portion: requested ?? defaultPortion(food, options),
            isInvalid: requested === null,
          },
          locale,
        ),
      ),
    })
  })
}

/** Loads similar foods only for the canonical URL; other URLs are redirected. */
function readPage(reads: CatalogReads, id: number, pathname: string): Promise<PageData> {
  return reads.onSingleServer(async database => {
    const found = await findFoodPageData(database, id)
    if (!found || pathname !== pagePath(found.food.id, found.food.name)) return { found, similar: noFoods }
    return { found, similar: await findSimilarFoods(database, found.food) }
  })
}

interface PageData {
  found: FoodPageData | undefined
  similar: SimilarFoods
}

const noFoods: SimilarFoods = { similar: [], better: [] }

/** 0, which is never used, if the parameter is invalid. */
function parseFoodId(param: string): number {
  const [, id = '0'] = /^([1-9]\d{0,14})(?:-.*)?$/s.exec(param) ?? []
  return Number(id)
}

function splitUrl({ url }: FastifyRequest): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}

function notFoundPage(locale: Locale): Page {
  const t = messages[locale].food
  return {
    title: t.notFound,
    area: 'foods',
    status: 404,
    search: 'own',
    footer: 'slim',
    content: (
      <div class="wrap">
        <section class="stack measure">
          <h1>{t.notFound}</h1>
          <p class="muted">{t.notFoundText}</p>
          <SearchField id="search" />
          <p>
            <a href="/categories">{t.browseCategories}</a>
          </p>
        </section>
      </div>
    ),
  }
}
