// Opens the connection pools of the catalog's servers: the primary and any replicas.
import type { Database, DatabasePool, PoolSettings } from './pool.ts'
import { monitorReplicas, type ServerState } from './replica-health.ts'
import { type CatalogReads, readFromPrimary, readFromServers } from './replica-routing.ts'

export interface ServersSettings {
  primary: { url: string; lookup: DatabasePool; search: DatabasePool }
  replicaUrls: string[]
  maxLagMs: number
  connections: number
  connectTimeoutMs: number
  queryTimeoutMs: number
  openPool: (settings: Omit<PoolSettings, 'connectTimeoutMs'>) => DatabasePool
  onIdleError: (error: Error) => void
  /** Called when a server is ejected or returns to rotation. */
  onChange: (state: ServerState) => void
}

export interface CatalogServers {
  lookup: CatalogReads
  /** On separate connections, so that searches cannot starve lookups. */
  search: CatalogReads
  /** For API keys: reads from the primary, or from a replica while the primary is down. */
  keys: Database
  /** The replicas' pools by metric label; the caller that opened the primary's pools must close them. */
  pools: Record<string, DatabasePool>
  /** Empty without replicas. */
  states(): ServerState[]
  stop(): Promise<void>
}

export async function openServers(settings: ServersSettings): Promise<CatalogServers> {
  const { primary, connections, connectTimeoutMs, queryTimeoutMs } = settings
  const replicaUrls = [...new Set(settings.replicaUrls)]
  if (replicaUrls.length === 0) return onlyPrimary(primary)

  let eject: (index: number) => void = () => undefined
  const openServerPool = (index: number, pool: Omit<PoolSettings, 'connectTimeoutMs' | 'onIdleError'>) =>
    settings.openPool({
      ...pool,
      onIdleError: error => {
        eject(index)
        settings.onIdleError(error)
      },
    })
  const openReadPool = (url: string, index: number, use: string) =>
    openServerPool(index, {
      url,
      connections,
      queryTimeoutMs,
      // Replaying a table swap takes an exclusive lock; queries blocked by it are better retried on the primary.
      lockTimeoutMs: Math.ceil(queryTimeoutMs / 3),
      applicationName: `larder ${use}`,
    })
  const replicas = replicaUrls.map((url, index) => ({
    name: nameOf(url),
    lookup: openReadPool(url, index + 1, 'lookup'),
    search: openReadPool(url, index + 1, 'search'),
  }))
  const openProbe = (url: string, index: number) => ({
    name: nameOf(url),
    // Shorter than the statement timeout, so that a hanging server is known before its statements time out.
    probe: openServerPool(index, {
      url,
      connections: 1,
      queryTimeoutMs: connectTimeoutMs,
      applicationName: 'larder probe',
    }),
  })
  const probes = {
    primary: openProbe(primary.url, 0),
    replicas: replicaUrls.map((url, index) => openProbe(url, index + 1)),
  }
  const monitor = await monitorReplicas({ ...settings, ...probes })
  eject = monitor.eject

  const reads = (use: 'lookup' | 'search', inOrder: () => number[]) =>
    readFromServers({
      pools: [primary[use], ...replicas.map(replica => replica[use])],
      inOrder,
      isUp: monitor.isUp,
      eject,
      connectTimeoutMs,
      queryTimeoutMs,
    })
  return {
    lookup: reads('lookup', monitor.forCatalog),
    search: reads('search', monitor.forCatalog),
    keys: reads('lookup', monitor.forKeys),
    pools: Object.fromEntries(
      replicas.flatMap(({ name, lookup, search }) => [
        [`lookup ${name}`, lookup],
        [`search ${name}`, search],
      ]),
    ),
    states: monitor.states,
    async stop() {
      monitor.stop()
      await Promise.all([probes.primary, ...probes.replicas].map(({ probe }) => probe.close()))
    },
  }
}

function onlyPrimary({ lookup, search }: ServersSettings['primary']): CatalogServers {
  return {
    lookup: readFromPrimary(lookup),
    search: readFromPrimary(search),
    keys: lookup,
    pools: {},
    states: () => [],
    stop: async () => undefined,
  }
}

/** Host and port, without credentials. */
function nameOf(url: string): string {
  return new URL(url).host
}
