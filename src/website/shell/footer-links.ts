import type { FastifyInstance } from 'fastify'
import type { CatalogStatsCache } from '../../catalog/catalog-stats.ts'
import type { SourceId } from '../../food/sources.ts'
import type { PackFolder } from '../../packs/pack-index.ts'
import type { LegalFolder, LegalPageName } from '../public/legal-documents.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The legal pages that the footer links to. */
    legalPages: () => readonly LegalPageName[]
  }
}

const readIntervalMs = 60_000

/** The folder is read now and then instead of for every page. */
export async function addLegalLinks(app: FastifyInstance, folder: LegalFolder | undefined): Promise<void> {
  app.decorate('legalPages', () => folder?.pages() ?? [])
  if (folder === undefined) return
  const read = () =>
    folder
      .read()
      .catch(({ message }: Error) => app.log.warn({ message }, 'the folder of legal texts cannot be read'))
  await read()
  const timer = setInterval(() => void read(), readIntervalMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The sources that pages without foods credit. */
    catalogSources: () => readonly SourceId[]
  }
}

export function addCatalogSources(
  app: FastifyInstance,
  { catalog }: Pick<CatalogStatsCache, 'catalog'>,
): void {
  app.decorate('catalogSources', () => catalog().sources)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the footer links to the packs. */
    hasPacks: () => boolean
  }
}

const checkIntervalMs = 60_000

/** Checked now and then instead of for every page. */
export async function addPackLink(app: FastifyInstance, folder: PackFolder | undefined): Promise<void> {
  app.decorate('hasPacks', () => folder?.hasPacks() ?? false)
  if (folder === undefined) return
  const check = () =>
    folder
      .packs()
      .catch(({ message }: Error) => app.log.warn({ message }, 'the index of packs cannot be read'))
  await check()
  const timer = setInterval(() => void check(), checkIntervalMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
