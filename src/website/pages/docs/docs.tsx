// The documentation: every page the same for everybody.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { DatabaseUnavailable } from '../../../database/pool.ts'
import type { Food } from '../../../food/food.ts'
import { searchFoods } from '../../../search/query/search.ts'
import { type Page, showToAll } from '../../answer.tsx'
import { type ChapterPath, chapterAt } from '../../docs/chapters.ts'
import { schemas } from '../../docs/contract.ts'
import type { Facts } from '../../docs/facts.ts'
import { DocsFrame } from '../../docs/frame.tsx'
import { Barcodes } from '../../docs/guides/barcodes.tsx'
import { Credit } from '../../docs/guides/credit.tsx'
import { DataQuality } from '../../docs/guides/data-quality.tsx'
import { Keys } from '../../docs/guides/keys.tsx'
import { Limits } from '../../docs/guides/limits.tsx'
import { Portions } from '../../docs/guides/portions.tsx'
import { Search } from '../../docs/guides/search.tsx'
import { SelfHosting } from '../../docs/guides/self-hosting.tsx'
import { Unknown } from '../../docs/guides/unknown.tsx'
import { Playground, readChoice } from '../../docs/playground.tsx'
import { Reference } from '../../docs/reference.tsx'
import { firstSearch, Start } from '../../docs/start.tsx'
import type { WebsiteCatalog } from '../../website-parts.ts'

const guides: [ChapterPath, (facts: Facts) => VNode][] = [
  ['/docs/keys', Keys],
  ['/docs/limits', Limits],
  ['/docs/unknown', Unknown],
  ['/docs/portions', Portions],
  ['/docs/barcodes', Barcodes],
  ['/docs/search', Search],
  ['/docs/credit', Credit],
  ['/docs/data-quality', DataQuality],
  ['/docs/self-hosting', SelfHosting],
  ['/docs/reference', Reference],
]

export function addDocsPages(
  app: FastifyInstance,
  catalog: WebsiteCatalog,
  requestsPerMinute: Facts['requestsPerMinute'],
): void {
  const facts: Facts = { apiUrl: catalog.apiUrl, requestsPerMinute }
  const config = { isForAll: true }

  const showChapter = (
    [request, reply]: [FastifyRequest, FastifyReply],
    path: ChapterPath,
    content: ComponentChildren,
    more: Pick<Page, 'scripts' | 'isHidden' | 'needs'> = {},
  ) => {
    const chapter = chapterAt(path)
    return showToAll(request, reply, {
      title: path === '/docs' ? 'Documentation' : chapter.title,
      description: chapter.description,
      canonical: catalog.websiteUrl + path,
      content: <DocsFrame chapter={chapter}>{content}</DocsFrame>,
      scripts: ['tabs', 'copy'],
      ...more,
    })
  }

  app.get('/docs', { config }, async (request, reply) =>
    showChapter([request, reply], '/docs', <Start {...facts} answer={await firstAnswer(catalog)} />),
  )

  for (const [path, Guide] of guides) {
    app.get(path, { config }, (request, reply) => showChapter([request, reply], path, <Guide {...facts} />))
  }

  app.get('/docs/playground', { config }, (request, reply) => {
    const query = request.query as Record<string, unknown>
    const content = <Playground {...facts} choice={readChoice(query)} />
    return showChapter([request, reply], '/docs/playground', content, {
      scripts: ['playground', 'copy'],
      // The one page whose script asks elsewhere: the API, and nothing but it.
      needs: { connect: new URL(catalog.apiUrl).origin },
      isHidden: Object.keys(query).length > 0,
    })
  })
}

/** What this service answers to the first request of the page; an example while it cannot. */
async function firstAnswer({ searchDatabase }: WebsiteCatalog): Promise<Food[]> {
  const example = (schemas['Food']?.examples ?? []) as Food[]
  try {
    const found = await searchDatabase.fromOne(database => searchFoods(database, firstSearch))
    return found.length > 0 ? found : example
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return example
    throw error
  }
}
