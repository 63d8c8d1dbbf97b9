// The page of one food: /food/{id}-{slug}. What its other addresses are sent to this one.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FoodOfPage, findBetterDocumented, findFoodOfPage } from '../../catalog/food-page.ts'
import type { CatalogReads } from '../../database/reads.ts'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource } from '../../food/sources.ts'
import { keptByCaches, type Page, show, showToAll } from '../answer.tsx'
import { Barcode } from '../food/barcode.tsx'
import { EnergyPicture } from '../food/energy-picture.tsx'
import { EuLabel } from '../food/eu-label.tsx'
import { ForPrograms } from '../food/for-programs.tsx'
import { OriginOfData } from '../food/origin.tsx'
import { Picture } from '../food/picture.tsx'
import { PortionForm, readPortion, usualPortion } from '../food/portion.tsx'
import { descriptionOf, Previews, titleOf } from '../food/previews.tsx'
import { Trust } from '../food/trust.tsx'
import { UsLabel } from '../food/us-label.tsx'
import { categoryPath } from '../parts/category-path.ts'
import { FoodList } from '../parts/food-list.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { readParam, readQuery } from '../typed.ts'
import type { WebsiteCatalog } from '../website-parts.ts'

export function addFoodPage(app: FastifyInstance, { database, apiUrl, websiteUrl }: WebsiteCatalog): void {
  const config = { isForAll: true, isKept: true }
  app.get('/food/:food', { config }, async (request, reply) => {
    const { pathname, search } = addressOf(request)
    const { found, similar } = await readPage(database, idIn(readParam(request, 'food')), pathname)
    if (!found) return show(request, reply, unknownFood())
    const { food } = found
    const path = pagePath(food.id, food.name)
    if (pathname !== path) return reply.header('cache-control', keptByCaches).redirect(path + search, 301)
    if (isKeptAddress(search)) request.madeFrom = found.catalogChangedAt
    const asked = readPortion(readQuery(request, 'grams'))
    const description = descriptionOf(food)
    const url = websiteUrl + path
    return showToAll(request, reply, {
      title: titleOf(food),
      description,
      canonical: url,
      scripts: ['portion', 'copy', 'pictures'],
      head: <Previews food={food} url={url} description={description} />,
      needs: { images: 'https:' },
      content: (
        <FoodArticle
          found={found}
          path={path}
          similar={similar}
          apiUrl={apiUrl}
          grams={asked ?? usualPortion(food)}
          isWrong={asked === null}
        />
      ),
    })
  })
}

/** Any other address of the page would only push out pages that are asked for again. */
function isKeptAddress(search: string): boolean {
  return search === '' || /^\?grams=\d{1,5}(\.\d{1,2})?$/.test(search)
}

/** Similar foods only where the address is that of the page itself. */
function readPage(reads: CatalogReads, id: number, pathname: string) {
  return reads.fromOne(async database => {
    const found = await findFoodOfPage(database, id)
    if (!found || pathname !== pagePath(found.food.id, found.food.name)) return { found, similar: [] }
    return { found, similar: await findBetterDocumented(database, found.food) }
  })
}

/** 0, which no food has, when it is no address of one. */
function idIn(param: string): number {
  const [, id = '0'] = /^([1-9]\d{0,14})(?:-.*)?$/s.exec(param) ?? []
  return Number(id)
}

function addressOf({ url }: FastifyRequest): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}

interface ArticleProps {
  found: FoodOfPage
  path: string
  similar: Food[]
  apiUrl: string
  grams: number
  isWrong: boolean
}

function FoodArticle({ found, path, similar, apiUrl, grams, isWrong }: ArticleProps) {
  const { food } = found
  return (
    <article class="food-page">
      <header class="food-head">
        <Picture food={food} />
        <div>
          <h1>{food.name}</h1>
          {food.brand && <p class="food-maker">{food.brand}</p>}
          {food.source === estimateSource && (
            <p>
              <span class="tag warn">AI estimate</span>
            </p>
          )}
          <dl class="food-facts">
            <dt>Category</dt>
            <dd>
              {food.category === null ? (
                'not known'
              ) : (
                <a href={categoryPath(food.category)}>{food.category}</a>
              )}
            </dd>
            <dt>Serving</dt>
            <dd>{servingOf(food)}</dd>
          </dl>
        </div>
      </header>
      <section class="label-part" aria-labelledby="label-title">
        <h2 id="label-title" class="unseen">
          Nutrition label
        </h2>
        <PortionForm food={food} path={path} grams={grams} isWrong={isWrong} />
        <fieldset class="label-choice">
          <legend class="unseen">Kind of label</legend>
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
        <EnergyPicture found={found} grams={grams} />
        <Trust found={found} />
        {similar.length > 0 && (
          <section aria-labelledby="similar-title">
            <h2 id="similar-title">Similar, and better documented</h2>
            <FoodList foods={similar} />
          </section>
        )}
        <ForPrograms food={food} apiUrl={apiUrl} />
      </div>
      <div class="food-side">
        {food.barcode !== null && (
          <section aria-labelledby="barcode-title">
            <h2 id="barcode-title">Barcode</h2>
            <Barcode code={food.barcode} />
          </section>
        )}
        <OriginOfData found={found} />
      </div>
    </article>
  )
}

function servingOf({ serving_desc: words, serving_size_g: grams }: Food): string {
  if (grams === null) return words ?? 'not known'
  const weight = `${Math.round(grams * 100) / 100} g`
  if (words === null) return weight
  return words.replaceAll(' ', '').includes(weight.replaceAll(' ', '')) ? words : `${words} = ${weight}`
}

function unknownFood(): Page {
  return {
    title: 'No such food',
    status: 404,
    search: 'own',
    content: (
      <section class="narrow">
        <h1>No such food</h1>
        <p>
          There is no food at this address. It may have left the catalog because its source does not have it
          any more. Look for it by its name or its barcode:
        </p>
        <SearchField id="search" />
      </section>
    ),
  }
}
