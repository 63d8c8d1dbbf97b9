// Watches the servers that hold the catalog: which of them answer, and which are close enough to the primary.
import type { Database } from './pool.ts'
import { walHistory } from './wal-lag.ts'

interface WatchedServer {
  /** Host and port, as logs and metrics show it. */
  name: string
  /** A connection of its own: a probe must not wait behind requests. */
  probe: Database
}

export interface ServerState {
  server: string
  isPrimary: boolean
  /** Whether it answers. */
  isUp: boolean
  /** Whether the catalog is read from it. */
  isUsed: boolean
  /** How far it is behind the primary; undefined as long as that is not known. */
  lagMs: number | undefined
}

interface WatchSettings {
  primary: WatchedServer
  replicas: WatchedServer[]
  allowedLagMs: number
  /** A server was left out or taken in again. */
  onChange: (state: ServerState) => void
}

/** Servers are told by their place: 0 is the primary, the replicas follow. */
export interface ReplicaMonitor {
  /** Where to read the catalog: replicas in turn, then the primary. */
  forCatalog(): number[]
  /** Where to read what must be as it is now: the primary; while it is away, replicas. */
  forKeys(): number[]
  isUp(server: number): boolean
  /** A request saw that it is gone: it is not asked again before a probe has succeeded. */
  eject(server: number): void
  states(): ServerState[]
  stop(): void
}

const probeEveryMs = 250
const historyBeyondLagMs = 60_000

interface Probed {
  position: number | null
  /** Null while it follows another server. */
  timeline: number | null
}

const probeStatement = {
  name: 'probe-server',
  text: `
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0' as position,
           case when not pg_is_in_recovery()
                then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`,
}

interface Watched extends WatchedServer {
  place: number
  isUp: boolean
  wasUsed: boolean
  failedAt: number
  last: Probed | undefined
  timer: NodeJS.Timeout | undefined
}

/** Resolves when every server has been asked once. */
export async function monitorReplicas(settings: WatchSettings): Promise<ReplicaMonitor> {
  const { allowedLagMs, onChange } = settings
  const history = walHistory(allowedLagMs + historyBeyondLagMs)
  const servers = [settings.primary, ...settings.replicas].map(
    (server, place): Watched => ({
      ...server,
      place,
      isUp: true,
      wasUsed: true,
      failedAt: 0,
      last: undefined,
      timer: undefined,
    }),
  )
  const [primary, ...replicas] = servers as [Watched, ...Watched[]]
  let isStopped = false
  let turn = 0

  async function probe(server: Watched): Promise<void> {
    const begun = performance.now()
    try {
      const { rows } = await server.probe.query<Probed & Record<string, unknown>>(probeStatement)
      server.last = rows[0]
      if (server === primary && server.last?.timeline != null && server.last.position !== null) {
        history.note(server.last.position, server.last.timeline, begun)
      }
      // What a request saw since then is newer.
      if (server.failedAt < begun) server.isUp = true
    } catch {
      server.isUp = false
    }
    tellChange(server)
  }

  function keepProbing(server: Watched): void {
    if (isStopped) return
    server.timer = setTimeout(() => {
      void probe(server).then(() => keepProbing(server))
    }, probeEveryMs).unref()
  }

  function isUsable(server: Watched): boolean {
    if (!server.isUp) return false
    if (server === primary || server.last === undefined) return server === primary
    const { position, timeline } = server.last
    const known = history.timeline()
    // A former primary that came back by itself has missed what happened since; one that was promoted is ahead.
    if (timeline !== null && known !== undefined && timeline !== known) return timeline > known
    const required = history.requiredFor(allowedLagMs)
    if (required !== undefined) return position !== null && position >= required
    // The primary was never seen: only those that no other replica is ahead of.
    return position !== null && replicas.every(({ isUp, last }) => !isUp || (last?.position ?? 0) <= position)
  }

  function usableReplicas(): number[] {
    const usable = replicas.filter(isUsable).map(({ place }) => place)
    turn = (turn + 1) % Math.max(1, usable.length)
    return [...usable.slice(turn), ...usable.slice(0, turn)]
  }

  function stateOf(server: Watched): ServerState {
    const position = server.last?.position
    return {
      server: server.name,
      isPrimary: server === primary,
      isUp: server.isUp,
      isUsed: isUsable(server),
      lagMs: server === primary ? 0 : position == null ? undefined : history.lagAt(position),
    }
  }

  function tellChange(server: Watched): void {
    const state = stateOf(server)
    if (state.isUsed !== server.wasUsed && !isStopped) onChange(state)
    server.wasUsed = state.isUsed
  }

  await Promise.all(servers.map(probe))
  for (const server of servers) keepProbing(server)

  return {
    forCatalog: () => [...usableReplicas(), ...(primary.isUp ? [0] : [])],
    // Not when it is only busy: a replica may not know yet that a key was revoked.
    forKeys: () => (primary.isUp ? [0] : usableReplicas()),
    isUp: place => servers[place]?.isUp ?? false,
    eject(place) {
      const server = servers[place]
      if (server === undefined) return
      server.isUp = false
      server.failedAt = performance.now()
      tellChange(server)
    },
    states: () => servers.map(stateOf),
    stop() {
      isStopped = true
      for (const { timer } of servers) clearTimeout(timer)
    },
  }
}
