// The documentation pages.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { WebsiteContext } from '../context.ts'
import { type Locale, pathIn } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import type { PageSubject } from '../share/structured-data.ts'
import { readQuery } from '../shell/form-input.ts'
import { type Page, sendPublicPage } from '../shell/responses.tsx'
import { renderArticle } from './article.ts'
import type { DeploymentInfo } from './deployment-info.ts'
import { DocsLayout } from './docs-layout.tsx'
import { createDocsIndex, type DocsIndex, DocsResults, maxQueryLength, searchDocs } from './docs-search.tsx'
import { createExamples, type Examples } from './examples.ts'
import { ApiKeys } from './guides/api-keys.tsx'
import { Assistants } from './guides/assistants.tsx'
import { Attribution } from './guides/attribution.tsx'
import { Barcodes } from './guides/barcodes.tsx'
import { DataQuality } from './guides/data-quality.tsx'
import { Errors } from './guides/errors.tsx'
import { FromNutritionixOrFatSecret } from './guides/from-nutritionix-fatsecret.tsx'
import { FromOpenFoodFacts } from './guides/from-open-food-facts.tsx'
import { FromUsda } from './guides/from-usda.tsx'
import { MissingValues } from './guides/missing-values.tsx'
import { Offline } from './guides/offline.tsx'
import { Portions } from './guides/portions.tsx'
import { RateLimits } from './guides/rate-limits.tsx'
import { Search } from './guides/search.tsx'
import { SelfHosting } from './guides/self-hosting.tsx'
import { articleLanguage, type DocsPath, docsPages, findDocsPage, languagesOf, textsIn } from './nav.ts'
import { loadApiDescription } from './openapi.ts'
import { Playground, readSelection } from './playground.tsx'
import { QuickStart } from './quick-start.tsx'
import {
  EndpointPage,
  EndpointSide,
  endpointPages,
  findEndpoint,
  GroupPage,
  groupPages,
  ReferenceOverview,
  Schemas,
} from './reference.tsx'

/** Every page except the playground, which depends on its query. */
const articles: Partial<Record<DocsPath, (info: DeploymentInfo) => VNode>> = {
  '/docs': QuickStart,
  '/docs/keys': ApiKeys,
  '/docs/limits': RateLimits,
  '/docs/errors': Errors,
  '/docs/search-foods': Search,
  '/docs/barcodes': Barcodes,
  '/docs/portions': Portions,
  '/docs/unknown': MissingValues,
  '/docs/data-quality': DataQuality,
  '/docs/attribution': Attribution,
  '/docs/assistants': Assistants,
  '/docs/offline': Offline,
  '/docs/from-open-food-facts': FromOpenFoodFacts,
  '/docs/from-usda': FromUsda,
  '/docs/from-nutritionix-fatsecret': FromNutritionixOrFatSecret,
  '/docs/reference': ReferenceOverview,
  '/docs/reference/schemas': Schemas,
  '/docs/self-hosting': SelfHosting,
}

const maxRendered = 500

type DocsContext = Pick<WebsiteContext, 'catalog' | 'requestsPerMinute' | 'freeLimits'>

export function addDocsPages(app: FastifyInstance, context: DocsContext): void {
  const docs = createDocs(context)
  addArticles(app, docs)
  addPlayground(app, docs)
  addDocsSearch(app, docs)
}

type Docs = ReturnType<typeof createDocs>

function createDocs({ catalog, requestsPerMinute, freeLimits }: DocsContext) {
  const estimateSource = catalog.apiFormat.estimate
  const api = loadApiDescription(estimateSource)
  const findExamples = createExamples(catalog, api)
  const { apiUrl, websiteUrl } = catalog
  const infoWith = (examples: Examples): DeploymentInfo => ({
    apiUrl,
    websiteUrl,
    api,
    estimateSource,
    requestsPerMinute,
    freeLimits,
    examples,
  })

  /** Articles and samples by language; they change only with the foods of the samples. */
  const rendered = new Map<string, string>()
  const renderOnce = (key: string, locale: Locale, { examples }: DeploymentInfo, content: () => VNode) => {
    const fullKey = `${key} ${locale} ${examples.query} ${JSON.stringify(examples.food)}`
    const known = rendered.get(fullKey)
    if (known !== undefined) return known
    if (rendered.size >= maxRendered) rendered.clear()
    const html = renderArticle(content(), locale)
    rendered.set(fullKey, html)
    return html
  }

  const articleOf = (path: DocsPath, locale: Locale, info: DeploymentInfo): string =>
    renderOnce(path, locale, info, () => {
      const [Article, endpoint, group] = [articles[path], endpointPages[path], groupPages[path]]
      if (endpoint) return <EndpointPage {...info} endpoint={findEndpoint(api, endpoint)} />
      if (group) return <GroupPage {...info} name={group} />
      if (!Article) throw new Error(`${path} has no article`)
      return <Article {...info} />
    })

  const headingOf = (path: DocsPath, locale: Locale): string => {
    const endpoint = endpointPages[path]
    if (endpoint) return findEndpoint(api, endpoint).summary
    return path === '/docs/reference' ? 'API reference' : textsIn(locale, findDocsPage(path)).title
  }

  return {
    api,
    apiUrl,
    websiteUrl,
    articleOf,
    headingOf,
    readInfo: async () => infoWith(await findExamples()),
  }
}

const sendDocsPage = (
  [request, reply]: [FastifyRequest, FastifyReply],
  page: Pick<Page, 'title' | 'description' | 'canonical' | 'content'> & Partial<Page>,
) => sendPublicPage(request, reply, { area: 'docs', scripts: ['docs-menu', 'code-tabs', 'own-key'], ...page })

function addArticles(
  app: FastifyInstance,
  { api, apiUrl, websiteUrl, articleOf, headingOf, readInfo }: Docs,
): void {
  const config = { isPublic: true, cachedBy: [] }
  for (const page of docsPages) {
    const { path } = page
    if (path === '/docs/playground') continue
    app.get(path, { config }, async (request, reply) => {
      const info = await readInfo()
      const endpoint = endpointPages[path]
      const language = articleLanguage(page, request.locale)
      const heading = headingOf(path, request.locale)
      const { description } = textsIn(request.locale, page)
      return sendDocsPage([request, reply], {
        title: path === '/docs' ? messages[request.locale].docs.documentation : heading,
        description,
        canonical: websiteUrl + path,
        subject: docsSubject(path, { title: heading, description, language }, websiteUrl, request.locale),
        languages: languagesOf(page),
        // The page shows another food once the catalog can be read.
        ...(info.examples.isFallback && { cacheControl: 'no-cache' }),
        content: (
          <DocsLayout
            page={page}
            apiUrl={apiUrl}
            heading={heading}
            lead={endpoint ? undefined : description}
            html={articleOf(path, language, info)}
            side={endpoint ? <EndpointSide {...info} endpoint={findEndpoint(api, endpoint)} /> : undefined}
          />
        ),
      })
    })
  }
}

function docsSubject(
  path: DocsPath,
  { title, description, language }: { title: string; description: string; language: Locale },
  websiteUrl: string,
  locale: Locale,
): PageSubject {
  const documentation = { name: messages[locale].docs.documentation, path: '/docs' }
  return {
    language,
    ...(path !== '/docs' && { trail: [documentation] }),
    mainEntity: {
      '@type': 'TechArticle',
      headline: title,
      description,
      inLanguage: language,
      url: websiteUrl + pathIn(language, path),
    },
  }
}

function addPlayground(app: FastifyInstance, { api, apiUrl, websiteUrl, readInfo }: Docs): void {
  app.get('/docs/playground', { config: { isPublic: true } }, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const t = messages[request.locale].docs
    const info = await readInfo()
    const selection = readSelection(api.publicEndpoints, query, info.examples)
    const page = findDocsPage('/docs/playground')
    return sendDocsPage([request, reply], {
      title: page.title,
      description: t.playgroundDescription,
      canonical: websiteUrl + page.path,
      content: (
        <DocsLayout
          page={page}
          apiUrl={apiUrl}
          heading={page.title}
          lead={t.playgroundDescription}
          html={renderArticle(<Playground {...info} selection={selection} />, request.locale)}
        />
      ),
      scripts: ['docs-menu', 'playground'],
      // The only page whose script connects to another origin: the API.
      permissions: { connect: new URL(apiUrl).origin },
      noIndex: Object.keys(query).length > 0,
    })
  })
}

function addDocsSearch(
  app: FastifyInstance,
  { apiUrl, websiteUrl, articleOf, headingOf, readInfo }: Docs,
): void {
  const indexes: Partial<Record<Locale, DocsIndex>> = {}
  app.get('/docs/search', { config: { isPublic: true } }, async (request, reply) => {
    const query = readQuery(request, 'q').trim().slice(0, maxQueryLength)
    const t = messages[request.locale].docs
    const info = await readInfo()
    const index =
      indexes[request.locale] ??
      createDocsIndex(
        docsPages.map(page => {
          const language = articleLanguage(page, request.locale)
          return {
            path: page.path,
            language,
            description: textsIn(language, page).description,
            title: headingOf(page.path, language),
            html: page.path === '/docs/playground' ? '' : articleOf(page.path, language, info),
          }
        }),
      )
    indexes[request.locale] = index
    const results = searchDocs(index, query)
    return sendDocsPage([request, reply], {
      title: query === '' ? t.searchTitle : t.resultsFor({ count: results.length, query }),
      description: t.searchDescription,
      canonical: `${websiteUrl}/docs/search`,
      // Texts of visitors are not drawn.
      subject: { type: 'SearchResultsPage' },
      noIndex: true,
      content: (
        <DocsLayout
          page={undefined}
          apiUrl={apiUrl}
          heading={t.searchTitle}
          query={query}
          html={renderArticle(<DocsResults query={query} results={results} />, request.locale)}
        />
      ),
    })
  })
}
