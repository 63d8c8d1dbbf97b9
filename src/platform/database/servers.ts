// The servers that hold the catalog, opened together: the primary, and replicas where there are any.
import type { Database, DatabasePool, PoolSettings } from './pool.ts'
import { monitorReplicas, type ServerState } from './replica-health.ts'
import { type CatalogReads, readFromPrimary, readFromServers } from './replica-routing.ts'

export interface ServersSettings {
  primary: { url: string; lookup: DatabasePool; search: DatabasePool }
  replicaUrls: string[]
  allowedLagMs: number
  connections: number
  connectTimeoutMs: number
  queryTimeoutMs: number
  openPool: (settings: Omit<PoolSettings, 'connectTimeoutMs'>) => DatabasePool
  onIdleError: (error: Error) => void
  /** A server was left out or taken in again. */
  onChange: (state: ServerState) => void
}

export interface CatalogServers {
  lookup: CatalogReads
  /** Over connections of its own, so that one cannot starve the other. */
  search: CatalogReads
  /** For keys: what the primary says counts; while it is away, what a replica says. */
  keys: Database
  /** Those of the replicas, by a name for metrics; whoever opened the primary's closes them. */
  pools: Record<string, DatabasePool>
  /** Empty without replicas. */
  states(): ServerState[]
  stop(): Promise<void>
}

export async function openServers(settings: ServersSettings): Promise<CatalogServers> {
  const { primary, connections, connectTimeoutMs, queryTimeoutMs } = settings
  const replicaUrls = [...new Set(settings.replicaUrls)]
  if (replicaUrls.length === 0) return onlyPrimary(primary)

  let eject: (place: number) => void = () => undefined
  const poolAt = (place: number, pool: Omit<PoolSettings, 'connectTimeoutMs' | 'onIdleError'>) =>
    settings.openPool({
      ...pool,
      onIdleError: error => {
        eject(place)
        settings.onIdleError(error)
      },
    })
  const readsAt = (url: string, place: number, use: string) =>
    poolAt(place, {
      url,
      connections,
      queryTimeoutMs,
      // A swap of tables is replayed with its lock; whoever waits for it is better served by the primary.
      lockTimeoutMs: Math.ceil(queryTimeoutMs / 3),
      applicationName: `larder ${use}`,
    })
  const replicas = replicaUrls.map((url, index) => ({
    name: nameOf(url),
    lookup: readsAt(url, index + 1, 'lookup'),
    search: readsAt(url, index + 1, 'search'),
  }))
  const probeAt = (url: string, place: number) => ({
    name: nameOf(url),
    // Sooner than a statement gives up, so that by then it is known whether its server hangs.
    probe: poolAt(place, {
      url,
      connections: 1,
      queryTimeoutMs: connectTimeoutMs,
      applicationName: 'larder watch',
    }),
  })
  const probes = {
    primary: probeAt(primary.url, 0),
    replicas: replicaUrls.map((url, index) => probeAt(url, index + 1)),
  }
  const watch = await monitorReplicas({ ...settings, ...probes })
  eject = watch.eject

  const reads = (use: 'lookup' | 'search', inOrder: () => number[]) =>
    readFromServers({
      pools: [primary[use], ...replicas.map(replica => replica[use])],
      inOrder,
      isUp: watch.isUp,
      eject,
      connectTimeoutMs,
      queryTimeoutMs,
    })
  return {
    lookup: reads('lookup', watch.forCatalog),
    search: reads('search', watch.forCatalog),
    keys: reads('lookup', watch.forKeys),
    pools: Object.fromEntries(
      replicas.flatMap(({ name, lookup, search }) => [
        [`lookup ${name}`, lookup],
        [`search ${name}`, search],
      ]),
    ),
    states: watch.states,
    async stop() {
      watch.stop()
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

/** Without its password. */
function nameOf(url: string): string {
  return new URL(url).host
}
