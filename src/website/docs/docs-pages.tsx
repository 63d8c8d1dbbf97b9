// The documentation pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import type { ApiFood } from '../../food/source-names.ts'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import type { WebsiteCatalog } from '../context.ts'
import { type Page, sendPublicPage } from '../shell/responses.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import { DocsLayout } from './docs-layout.tsx'
import { ApiKeys } from './guides/api-keys.tsx'
import { Attribution } from './guides/attribution.tsx'
import { Barcodes } from './guides/barcodes.tsx'
import { DataQuality } from './guides/data-quality.tsx'
import { MissingValues } from './guides/missing-values.tsx'
import { Portions } from './guides/portions.tsx'
import { RateLimits } from './guides/rate-limits.tsx'
import { Search } from './guides/search.tsx'
import { SelfHosting } from './guides/self-hosting.tsx'
import { type DocsPath, findDocsPage } from './nav.ts'
import { type ApiDescription, loadApiDescription } from './openapi.ts'
import { Playground, readSelection } from './playground.tsx'
import { firstSearch, QuickStart } from './quick-start.tsx'
import { Reference } from './reference.tsx'

const guides: [DocsPath, (info: DeploymentInfo) => VNode][] = [
  ['/docs/keys', ApiKeys],
  ['/docs/limits', RateLimits],
  ['/docs/unknown', MissingValues],
  ['/docs/portions', Portions],
  ['/docs/barcodes', Barcodes],
  ['/docs/search', Search],
  ['/docs/credit', Attribution],
  ['/docs/data-quality', DataQuality],
  ['/docs/self-hosting', SelfHosting],
  ['/docs/reference', Reference],
]

export function addDocsPages(
  app: FastifyInstance,
  catalog: WebsiteCatalog,
  requestsPerMinute: DeploymentInfo['requestsPerMinute'],
): void {
  const estimateSource = catalog.sourceNames.estimate
  const api = loadApiDescription(estimateSource)
  const info: DeploymentInfo = { apiUrl: catalog.apiUrl, api, estimateSource, requestsPerMinute }
  const config = { isPublic: true }

  const sendDocsPage = (
    [request, reply]: [FastifyRequest, FastifyReply],
    path: DocsPath,
    content: ComponentChildren,
    options: Pick<Page, 'scripts' | 'noIndex' | 'permissions'> = {},
  ) => {
    const page = findDocsPage(path)
    return sendPublicPage(request, reply, {
      title: path === '/docs' ? 'Documentation' : page.title,
      description: page.description,
      canonical: catalog.websiteUrl + path,
      content: <DocsLayout page={page}>{content}</DocsLayout>,
      scripts: ['sample-tabs', 'copy'],
      ...options,
    })
  }

  app.get('/docs', { config }, async (request, reply) =>
    sendDocsPage(
      [request, reply],
      '/docs',
      <QuickStart {...info} response={await exampleResponse(catalog, api)} />,
    ),
  )

  for (const [path, Guide] of guides) {
    app.get(path, { config }, (request, reply) => sendDocsPage([request, reply], path, <Guide {...info} />))
  }

  app.get('/docs/playground', { config }, (request, reply) => {
    const query = request.query as Record<string, unknown>
    const content = <Playground {...info} selection={readSelection(api.publicEndpoints, query)} />
    return sendDocsPage([request, reply], '/docs/playground', content, {
      scripts: ['playground', 'copy'],
      // The only page whose script connects to another origin: the API.
      permissions: { connect: new URL(catalog.apiUrl).origin },
      noIndex: Object.keys(query).length > 0,
    })
  })
}

/** This deployment's response to the first request of the quick start; a fixed example if search is unavailable. */
async function exampleResponse(
  { search, sourceNames }: WebsiteCatalog,
  { schemas }: ApiDescription,
): Promise<ApiFood[]> {
  const example = (schemas['Food']?.examples ?? []) as ApiFood[]
  try {
    const found = await search.find(firstSearch)
    return found.length > 0 ? found.map(sourceNames.toApi) : example
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return example
    throw error
  }
}
