// The label of a food alone, /embed/label/{id}: to print it, and in frames of other websites. Its address has everything that it depends
// on, because frames have no cookies.
import type { FastifyInstance } from 'fastify'
import { findFoodPageData } from '../../catalog/food-page.ts'
import { pagePath } from '../../food/page-path.ts'
import { shownName, sourceName } from '../components/names.ts'
import type { WebsiteContext } from '../context.ts'
import { formats } from '../i18n/format.ts'
import { type Locale, pathIn } from '../i18n/locales.ts'
import { isRegion } from '../i18n/regions.ts'
import { messages } from '../messages/compiled/index.ts'
import { stylesheetPath } from '../shell/assets.tsx'
import { readParam, readQuery } from '../shell/form-input.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { publicCacheControl } from '../shell/responses.tsx'
import { embeddedPagePolicy } from '../shell/security-headers.ts'
import { parseFoodId } from './food-page.tsx'
import { titleOf } from './food-title.ts'
import { hasLabel, labelMarkup } from './labels.ts'
import { defaultPortion, portionOptions, readPortion } from './portion.ts'

export function addLabelPage(app: FastifyInstance, { catalog }: Pick<WebsiteContext, 'catalog'>): void {
  const { database, websiteUrl } = catalog
  const config = { isPublic: true, cachedBy: ['label', 'amount', 'unit'] }
  app.get('/embed/label/:food', { config }, async (request, reply) => {
    const { locale } = request
    const t = messages[locale].food
    const found = await findFoodPageData(database, parseFoodId(readParam(request, 'food')))
    reply.header('content-security-policy', embeddedPagePolicy).type('text/html; charset=utf-8')
    if (!found || !hasLabel(found.food))
      return reply
        .code(404)
        .header('cache-control', publicCacheControl)
        .send(documentOf(t.noLabelFound, markup`<h1>${t.noLabelFound}</h1>`, locale))
    const { food, details } = found
    const { name } = shownName(food.name, details?.names, locale)
    const title = titleOf({ name, brand: food.brand })
    const options = portionOptions(food, details?.portions, locale, details?.language)
    const portion =
      readPortion(readQuery(request, 'amount'), readQuery(request, 'unit'), options) ??
      defaultPortion(food, options)
    const label = readQuery(request, 'label')
    const region = isRegion(label) ? label : locale === 'en' ? 'us' : 'eu'
    const url = websiteUrl + pathIn(locale, pagePath(food.id, food.name))
    const content = markup`
      <h1>${title}</h1>
      ${labelMarkup(food, portion, { locale, region })}
      <p class="credit">${t.source}${formats[locale].colon}${sourceName(food.source, locale)} &#183; <a href="${url}" target="_blank" rel="noopener">Larder</a></p>`
    return reply
      .header('cache-control', publicCacheControl)
      .send(documentOf(t.labelOf({ name: title }), content, locale))
  })
}

function documentOf(title: string, content: Markup, locale: Locale): string {
  const { html } = markup`
    <html lang="${locale}">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="robots" content="noindex"/>
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheetPath('label')}"/>
      </head>
      <body><main>${content}</main></body>
    </html>`
  return `<!doctype html>${html}`
}
