// The page of a food, /food/{id}-{slug}. Other URLs of the food redirect to it.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FoodPageData, findBetterDocumented, findFoodPageData } from '../../catalog/food-page.ts'
import type { Food } from '../../food/food.ts'
import { imageSources } from '../../food/image-hosts.ts'
import { pagePath } from '../../food/page-path.ts'
import type { SourceNames } from '../../food/source-names.ts'
import { estimateSource } from '../../food/sources.ts'
import type { CatalogReads } from '../../platform/database/replica-routing.ts'
import { categoryPath } from '../categories/category-path.ts'
import { FoodList } from '../components/food-list.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readParam, readQuery } from '../shell/form-input.ts'
import { type Page, publicCacheControl, sendPage, sendPublicPage } from '../shell/responses.tsx'
import { ApiSnippet } from './api-snippet.tsx'
import { BarcodeImage } from './barcode-image.tsx'
import { DataConfidence } from './data-confidence.tsx'
import { EnergyBreakdown } from './energy-breakdown.tsx'
import { EuLabel } from './eu-label.tsx'
import { FoodImage } from './food-image.tsx'
import { Ingredients } from './ingredients.tsx'
import { descriptionOf, MetaTags, titleOf } from './meta-tags.tsx'
import { Micronutrients } from './micronutrients.tsx'
import { defaultPortion, PortionForm, readPortion } from './portion.tsx'
import { languageOfName, OtherNames, ProductFacts } from './product-facts.tsx'
import { Provenance } from './provenance.tsx'
import { UsLabel } from './us-label.tsx'

export function addFoodPage(
  app: FastifyInstance,
  { database, apiUrl, websiteUrl, sourceNames }: WebsiteCatalog,
): void {
  const config = { isPublic: true, cachedBy: ['grams'] }
  app.get('/food/:food', { config }, async (request, reply) => {
    const { pathname, search } = splitUrl(request)
    const { found, similar } = await readPage(database, parseFoodId(readParam(request, 'food')), pathname)
    if (!found) return sendPage(request, reply, notFoundPage())
    const { food } = found
    const path = pagePath(food.id, food.name)
    if (pathname !== path)
      return reply.header('cache-control', publicCacheControl).redirect(path + search, 301)
    const requested = readPortion(readQuery(request, 'grams'))
    const description = descriptionOf(food)
    const url = websiteUrl + path
    return sendPublicPage(request, reply, {
      title: titleOf(food),
      description,
      canonical: url,
      scripts: ['portion', 'copy', 'images'],
      head: <MetaTags food={food} url={url} description={description} />,
      permissions: { images: imageSources },
      content: (
        <FoodArticle
          found={found}
          path={path}
          similar={similar}
          apiUrl={apiUrl}
          sourceNames={sourceNames}
          grams={requested ?? defaultPortion(food)}
          isInvalid={requested === null}
        />
      ),
    })
  })
}

/** Loads similar foods only for the canonical URL; other URLs are redirected. */
function readPage(reads: CatalogReads, id: number, pathname: string) {
  return reads.onSingleServer(async database => {
    const found = await findFoodPageData(database, id)
    if (!found || pathname !== pagePath(found.food.id, found.food.name)) return { found, similar: [] }
    return { found, similar: await findBetterDocumented(database, found.food) }
  })
}

/** 0, which is never used, if the parameter is invalid. */
function parseFoodId(param: string): number {
  const [, id = '0'] = /^([1-9]\d{0,14})(?:-.*)?$/s.exec(param) ?? []
  return Number(id)
}

function splitUrl({ url }: FastifyRequest): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}

interface ArticleProps {
  found: FoodPageData
  path: string
  similar: Food[]
  apiUrl: string
  sourceNames: SourceNames
  grams: number
  isInvalid: boolean
}

function FoodArticle({ found, path, similar, apiUrl, sourceNames, grams, isInvalid }: ArticleProps) {
  const { food, details } = found
  return (
    <article class="food-page">
      <header class="food-head">
        <FoodImage food={food} />
        <div>
          <h1 lang={languageOfName(food.name, details)}>{food.name}</h1>
          {food.brand && <p class="food-maker">{food.brand}</p>}
          {food.source === estimateSource && (
            <p>
              <span class="tag warn">AI estimate</span>
            </p>
          )}
          <dl class="food-facts">
            <dt>Category</dt>
            <dd>
              {food.category === null ? 'Unknown' : <a href={categoryPath(food.category)}>{food.category}</a>}
            </dd>
            <dt>Serving</dt>
            <dd>{servingOf(food)}</dd>
          </dl>
        </div>
      </header>
      <section class="label-part" aria-labelledby="label-title">
        <h2 id="label-title" class="sr-only">
          Nutrition label
        </h2>
        <PortionForm food={food} details={details} path={path} grams={grams} isInvalid={isInvalid} />
        <fieldset class="label-choice">
          <legend class="sr-only">Label format</legend>
          <label>
            <input type="radio" name="label" value="us" checked /> US
          </label>
          <label>
            <input type="radio" name="label" value="eu" /> EU
          </label>
        </fieldset>
        <UsLabel food={food} grams={grams} />
        <EuLabel food={food} grams={grams} />
      </section>
      <div class="food-rest">
        <EnergyBreakdown found={found} grams={grams} />
        {details && <Ingredients details={details} />}
        {details && <Micronutrients details={details} grams={grams} />}
        <DataConfidence found={found} />
        {similar.length > 0 && (
          <section aria-labelledby="similar-title">
            <h2 id="similar-title">Similar foods with better data</h2>
            <FoodList foods={similar} />
          </section>
        )}
        <ApiSnippet food={sourceNames.toApi(food)} apiUrl={apiUrl} />
      </div>
      <div class="food-side">
        {food.barcode !== null && (
          <section aria-labelledby="barcode-title">
            <h2 id="barcode-title">Barcode</h2>
            <BarcodeImage code={food.barcode} />
          </section>
        )}
        {details && <ProductFacts details={details} />}
        {details && <OtherNames name={food.name} details={details} />}
        <Provenance found={found} />
      </div>
    </article>
  )
}

function servingOf({ serving_desc: description, serving_size_g: grams }: Food): string {
  if (grams === null) return description ?? 'Unknown'
  const weight = `${Math.round(grams * 100) / 100} g`
  if (description === null) return weight
  return description.replaceAll(' ', '').includes(weight.replaceAll(' ', ''))
    ? description
    : `${description} = ${weight}`
}

function notFoundPage(): Page {
  return {
    title: 'Food not found',
    status: 404,
    search: 'own',
    content: (
      <section class="narrow">
        <h1>Food not found</h1>
        <p>
          This food does not exist or has been removed from the catalog because its source no longer lists it.
          Search by name or barcode:
        </p>
        <SearchField id="search" />
      </section>
    ),
  }
}
