// Opens the connection pools of the catalog's servers: the primary and any replicas.
import { type Database, type DatabasePool, type PoolSettings, serverOf } from './pool.ts'
import { monitorReplicas, type ServerState } from './replica-health.ts'
import { type CatalogReads, readFromPrimary, readFromServers, type Timeouts } from './replica-routing.ts'

export interface ServersSettings {
  primary: Timeouts & { url: string } & Record<CatalogUse, DatabasePool>
  /** Timeouts of the replicas, which are near. */
  replicas: Timeouts & { urls: string[]; maxLagMs: number; connections: Record<CatalogUse, number> }
  openPool: (settings: PoolSettings) => DatabasePool
  onIdleError: (error: Error) => void
  /** Called when a server is ejected or returns to rotation. */
  onChange: (state: ServerState) => void
}

/** Each on separate connections, so that searches and pages cannot starve lookups of the API. */
type CatalogUse = 'lookup' | 'search' | 'website'

export interface CatalogServers extends Record<CatalogUse, CatalogReads> {
  /** For reads that must be current: the primary, or a replica while the primary is down. */
  current: Database
  /** A replica in rotation; undefined while there is none. If it fails, the statement is retried on `current`. */
  replica(): ReplicaReads | undefined
  /** The replicas' pools by metric label; the caller that opened the primary's pools must close them. */
  pools: Record<string, DatabasePool>
  /** Empty without replicas. */
  states(): ServerState[]
  stop(): Promise<void>
}

export interface ReplicaReads {
  database: Database
  /** It has replayed the primary's WAL at least up to here. */
  position: number
}

// Enough for a primary 500 ms away, so that it is not taken for one that hangs.
const minPrimaryProbeMs = 1_000

export async function openServers(settings: ServersSettings): Promise<CatalogServers> {
  const { primary } = settings
  const { connections, maxLagMs, connectTimeoutMs, queryTimeoutMs } = settings.replicas
  const replicaUrls = [...new Set(settings.replicas.urls)]
  if (replicaUrls.length === 0) return onlyPrimary(primary)

  let eject: (index: number) => void = () => undefined
  const openServerPool = (index: number, pool: Omit<PoolSettings, 'onIdleError'>) =>
    settings.openPool({
      ...pool,
      onIdleError: error => {
        eject(index)
        settings.onIdleError(error)
      },
    })
  const openReadPool = (url: string, index: number, use: CatalogUse) =>
    openServerPool(index, {
      url,
      connections: connections[use],
      connectTimeoutMs,
      queryTimeoutMs,
      // Replaying a table swap takes an exclusive lock; queries blocked by it are better retried on the primary.
      lockTimeoutMs: Math.ceil(queryTimeoutMs / 3),
      applicationName: `larder ${use}`,
    })
  const replicas = replicaUrls.map((url, index) => ({
    name: serverOf(url),
    connectTimeoutMs,
    queryTimeoutMs,
    lookup: openReadPool(url, index + 1, 'lookup'),
    search: openReadPool(url, index + 1, 'search'),
    website: openReadPool(url, index + 1, 'website'),
  }))
  const openProbe = (url: string, index: number, timeouts: Timeouts) => ({
    name: serverOf(url),
    probe: openServerPool(index, { url, connections: 1, ...timeouts, applicationName: 'larder probe' }),
  })
  const probes = {
    primary: openProbe(primary.url, 0, {
      connectTimeoutMs: primary.connectTimeoutMs,
      queryTimeoutMs: Math.max(connectTimeoutMs, minPrimaryProbeMs),
    }),
    // Shorter than the statement timeout, so that a hanging server is known before its statements time out.
    replicas: replicaUrls.map((url, index) =>
      openProbe(url, index + 1, { connectTimeoutMs, queryTimeoutMs: connectTimeoutMs }),
    ),
  }
  const monitor = await monitorReplicas({ ...probes, maxLagMs, onChange: settings.onChange })
  eject = monitor.eject

  const reads = (use: CatalogUse, inOrder: () => number[]) =>
    readFromServers({
      pools: [primary, ...replicas].map(server => ({ ...server, pool: server[use] })),
      inOrder,
      isUp: monitor.isUp,
      eject,
    })
  const replicaReads = replicas.map((_, index) =>
    reads('lookup', () => [...new Set([index + 1, ...monitor.forCurrent()])]),
  )
  return {
    lookup: reads('lookup', monitor.forCatalog),
    search: reads('search', monitor.forCatalog),
    website: reads('website', monitor.forCatalog),
    current: reads('lookup', monitor.forCurrent),
    replica() {
      const found = monitor.replica()
      const database = found && replicaReads[found.index - 1]
      return database && { database, position: found.position }
    },
    pools: Object.fromEntries(
      replicas.flatMap(({ name, lookup, search, website }) => [
        [`lookup ${name}`, lookup],
        [`search ${name}`, search],
        [`website ${name}`, website],
      ]),
    ),
    states: monitor.states,
    async stop() {
      monitor.stop()
      await Promise.all([probes.primary, ...probes.replicas].map(({ probe }) => probe.close()))
    },
  }
}

function onlyPrimary({ lookup, search, website }: ServersSettings['primary']): CatalogServers {
  return {
    lookup: readFromPrimary(lookup),
    search: readFromPrimary(search),
    website: readFromPrimary(website),
    current: lookup,
    replica: () => undefined,
    pools: {},
    states: () => [],
    stop: async () => undefined,
  }
}
