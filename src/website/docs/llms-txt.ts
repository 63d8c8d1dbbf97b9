// /llms.txt: the documentation as a list of links for assistants (https://llmstxt.org), generated from the navigation.

import type { FastifyInstance } from 'fastify'
import { catalogCredit, catalogLicence } from '../../food/sources.ts'
import type { WebsiteCatalog } from '../context.ts'
import { messages } from '../messages/compiled/index.ts'
import { publicCacheControl } from '../shell/responses.tsx'
import { docsPages } from './nav.ts'

export function addLlmsTxt(
  app: FastifyInstance,
  catalog: Pick<WebsiteCatalog, 'websiteUrl' | 'apiUrl'>,
): void {
  const text = llmsTxt(catalog)
  app.get('/llms.txt', { config: { isPublic: true, isUnlimited: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', publicCacheControl).send(text),
  )
}

function llmsTxt({ websiteUrl, apiUrl }: Pick<WebsiteCatalog, 'websiteUrl' | 'apiUrl'>): string {
  const sections = Map.groupBy(docsPages, ({ section }) => section)
  const guides = [...sections].map(([section, pages]) => {
    const links = pages.map(
      ({ path, title, description }) => `- [${title}](${websiteUrl}${path}): ${description}`,
    )
    return `## ${messages.en.docs.sections[section]}\n\n${links.join('\n')}\n`
  })
  return `# Larder

> An open food and nutrition API: search, barcodes, popular foods and categories over HTTP/JSON. Nutrients are per 100 g; an unknown value is null and never zero. API keys are optional.

- The API is at ${apiUrl}: GET /search?q=, /food/{id}, /barcode/{code}, /foods/popular, /foods/categories, /food/{id}/details, /foods/batch?ids=, /changes?since=, /suggest?q=, /meals?q=, /health.
- Without a key, requests are limited per IP address; a 429 response says in Retry-After how many seconds to wait.
- Show the credit where you show the data. The headers X-Attribution and Link of each response name the sources of its foods and their licenses. For Open Food Facts: ${catalogCredit.text} (${catalogCredit.url}), license ${catalogLicence.url}

${guides.join('\n')}
## API

- [OpenAPI description](${apiUrl}/openapi.json): every endpoint, parameter, field and error, for generators and tools
- [API reference](${websiteUrl}/docs/reference): the same for people

## Service

- [Pricing](${websiteUrl}/pricing): requests per minute and price of each plan
- [Changelog](${websiteUrl}/changelog): what changed
- [Contact](${websiteUrl}/contact)

## Assistants

- MCP server: run \`npx @larder/mcp\` with \`LARDER_API_URL=${apiUrl}\`. Its tools are search_foods, get_food, total_meal and compare_foods.
`
}
