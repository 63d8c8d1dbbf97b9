// The page of a food, /food/{id}-{slug}. Other URLs of the food redirect to it.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FoodPageData, findFoodPageData } from '../../catalog/food-page.ts'
import { findSimilarFoods, type SimilarFoods } from '../../catalog/similar-foods.ts'
import { isTakenDown } from '../../catalog/takedowns.ts'
import { isShownImage } from '../../food/illustrations.ts'
import { pagePath } from '../../food/page-path.ts'
import type { CatalogReads } from '../../platform/database/read-endpoint.ts'
import { namesIn, shownName } from '../components/names.ts'
import { linkTo } from '../components/rich-text.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteContext } from '../context.ts'
import { type Locale, pathIn } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { readParam, readQuery } from '../shell/form-input.ts'
import { toNode } from '../shell/markup.ts'
import { redirectTo } from '../shell/page-variant.ts'
import { type Page, publicCacheControl, sendPage, sendPublicPage } from '../shell/responses.tsx'
import { portionQuery } from './asked-portion.ts'
import { foodArticle, trailOf } from './food-article.ts'
import { foodProduct } from './food-product.ts'
import { descriptionOf, titleOf } from './food-title.ts'
import { defaultPortion, portionOptions, readPortion } from './portion.ts'

export function addFoodPage(app: FastifyInstance, { catalog }: Pick<WebsiteContext, 'catalog'>): void {
  const { database, apiUrl, websiteUrl, apiFormat } = catalog
  const config = { isPublic: true, cachedBy: ['amount', 'unit'], dependsOnRegion: true }
  app.get('/food/:food', { config }, async (request, reply) => {
    const { locale, region } = request
    const { pathname, search } = splitUrl(request)
    const id = parseFoodId(readParam(request, 'food'))
    const { found, similar } = await readPage(database, id, pathname, locale)
    if (!found) {
      const isRemoved = await isTakenDown(database, id)
      return sendPage(request, reply, isRemoved ? foodRemovedPage(locale) : foodNotFoundPage(locale))
    }
    const { food, details, micronutrientsFrom } = found
    const path = pagePath(food.id, food.name)
    if (pathname !== path)
      return redirectTo(reply.header('cache-control', publicCacheControl), path + search, 301)
    const options = portionOptions(food, details?.portions, locale, details?.language)
    const requested = readPortion(readQuery(request, 'amount'), readQuery(request, 'unit'), options)
    const apiFood = apiFormat.toApi(food)
    const picture = isShownImage(food.image_url) ? (apiFood.image_url ?? undefined) : undefined
    const { name, original } = shownName(food.name, details?.names, locale)
    const title = titleOf({ name, brand: food.brand })
    const description = descriptionOf(food, title, locale)
    const url = websiteUrl + pathIn(locale, path)
    return sendPublicPage(request, reply, {
      title,
      area: 'foods',
      description,
      canonical: websiteUrl + path,
      scripts: ['portion', 'food-actions', 'photos'],
      picture,
      subject: {
        type: 'ItemPage',
        trail: trailOf(food, locale),
        mainEntity: foodProduct({ food: apiFood, name, picture, url, description }, locale),
      },
      permissions: { images: true },
      foods: [
        food,
        ...similar.better,
        ...similar.similar,
        ...(micronutrientsFrom ? [micronutrientsFrom] : []),
      ],
      content: toNode(
        foodArticle(
          {
            found,
            name,
            original,
            path,
            url: requested ? url + portionQuery(requested) : url,
            similar,
            websiteUrl,
            apiUrl,
            apiFood,
            options,
            portion: requested ?? defaultPortion(food, options),
            isInvalid: requested === null,
          },
          { locale, region },
        ),
      ),
    })
  })
}

/** Loads similar foods only for the canonical URL; other URLs are redirected. */
async function readPage(
  reads: CatalogReads,
  id: number,
  pathname: string,
  locale: Locale,
): Promise<PageData> {
  const database = reads.withDeadline()
  const found = await findFoodPageData(database, id)
  if (!found || pathname !== pagePath(found.food.id, found.food.name)) return { found, similar: noFoods }
  const { similar, better } = await findSimilarFoods(database, found.food)
  const local = await namesIn(database, [...similar, ...better], locale)
  return { found, similar: { similar: similar.map(local), better: better.map(local) } }
}

interface PageData {
  found: FoodPageData | undefined
  similar: SimilarFoods
}

const noFoods: SimilarFoods = { similar: [], better: [] }

/** 0, which is never used, if the parameter is invalid. */
export function parseFoodId(param: string): number {
  const [, id = '0'] = /^([1-9]\d{0,14})(?:-.*)?$/s.exec(param) ?? []
  return Number(id)
}

function splitUrl({ url }: FastifyRequest): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}

function foodRemovedPage(locale: Locale): Page {
  const t = messages[locale].food
  return {
    title: t.removed,
    area: 'foods',
    status: 410,
    footer: 'slim',
    content: (
      <div class="wrap">
        <section class="stack measure">
          <h1>{t.removed}</h1>
          <p class="muted">{t.removedText}</p>
        </section>
      </div>
    ),
  }
}

export function foodNotFoundPage(locale: Locale): Page {
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
          <p class="small muted">{t.seeMistake({ link: linkTo('/contact') })}</p>
        </section>
      </div>
    ),
  }
}
