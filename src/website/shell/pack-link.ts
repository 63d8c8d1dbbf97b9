import type { FastifyInstance } from 'fastify'
import type { PackFolder } from '../../packs/pack-index.ts'

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
