// Health checks of the catalog's PostgreSQL servers: which of them are up, and which replicas are within the maximum lag.
import type { Database } from './pool.ts'
import { walHistory } from './wal-lag.ts'

interface MonitoredServer {
  /** Host and port, as logs and metrics show it. */
  name: string
  /** A separate connection, so that probes do not wait behind requests. */
  probe: Database
}

export interface ServerState {
  server: string
  isPrimary: boolean
  /** Whether it responds to probes. */
  isUp: boolean
  /** Whether the catalog is read from it. */
  isInRotation: boolean
  /** Replication lag; undefined while it is unknown. */
  lagMs: number | undefined
}

interface MonitorSettings {
  primary: MonitoredServer
  replicas: MonitoredServer[]
  maxLagMs: number
  /** Called when a server is ejected or returns to rotation. */
  onChange: (state: ServerState) => void
}

/** Servers are identified by index: 0 is the primary, the replicas follow. */
export interface ReplicaMonitor {
  /** Servers for catalog reads, in order of preference: replicas round-robin, then the primary. */
  forCatalog(): number[]
  /** Servers for reads that must be current: the primary, or replicas while it is down. */
  forCurrent(): number[]
  /** A replica in rotation, and the WAL position that it has replayed at least; undefined while there is none. */
  replica(): { index: number; position: number } | undefined
  isUp(index: number): boolean
  /** Takes a server that failed a request out of rotation until a probe succeeds. */
  eject(index: number): void
  states(): ServerState[]
  stop(): void
}

const probeIntervalMs = 250
const historyBeyondMaxLagMs = 60_000

interface ProbeResult {
  position: number | null
  /** Null on a replica. */
  timeline: number | null
}

const probeStatement = {
  name: 'probe-server',
  text: `
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0' as position,
           case when not pg_is_in_recovery()
                then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`,
}

interface ServerRecord extends MonitoredServer {
  index: number
  isUp: boolean
  wasInRotation: boolean
  failedAt: number
  last: ProbeResult | undefined
  timer: NodeJS.Timeout | undefined
}

/** Resolves after every server has been probed once. */
export async function monitorReplicas(settings: MonitorSettings): Promise<ReplicaMonitor> {
  const { maxLagMs, onChange } = settings
  const history = walHistory(maxLagMs + historyBeyondMaxLagMs)
  const servers = [settings.primary, ...settings.replicas].map(
    (server, index): ServerRecord => ({
      ...server,
      index,
      isUp: true,
      wasInRotation: true,
      failedAt: 0,
      last: undefined,
      timer: undefined,
    }),
  )
  const [primary, ...replicas] = servers as [ServerRecord, ...ServerRecord[]]
  let isStopped = false
  let turn = 0

  async function probe(server: ServerRecord): Promise<void> {
    const startedAt = performance.now()
    try {
      const { rows } = await server.probe.query<ProbeResult & Record<string, unknown>>(probeStatement)
      server.last = rows[0]
      if (server === primary && server.last?.timeline != null && server.last.position !== null) {
        history.record(server.last.position, server.last.timeline, startedAt)
      }
      // A request may have failed after the probe started.
      if (server.failedAt < startedAt) server.isUp = true
    } catch {
      server.isUp = false
    }
    reportChange(server)
  }

  function scheduleProbe(server: ServerRecord): void {
    if (isStopped) return
    server.timer = setTimeout(() => {
      void probe(server).then(() => scheduleProbe(server))
    }, probeIntervalMs).unref()
  }

  function isUsable(server: ServerRecord): boolean {
    if (!server.isUp) return false
    if (server === primary || server.last === undefined) return server === primary
    const { position, timeline } = server.last
    const known = history.timeline()
    // A former primary that restarted has missed later changes; a newly promoted one is ahead.
    if (timeline !== null && known !== undefined && timeline !== known) return timeline > known
    const required = history.requiredFor(maxLagMs)
    if (required !== undefined) return position !== null && position >= required
    // The primary has not responded yet: use only the replicas that no other replica is ahead of.
    return position !== null && replicas.every(({ isUp, last }) => !isUp || (last?.position ?? 0) <= position)
  }

  function usableReplicas(): number[] {
    const usable = replicas.filter(isUsable).map(({ index }) => index)
    turn = (turn + 1) % Math.max(1, usable.length)
    return [...usable.slice(turn), ...usable.slice(0, turn)]
  }

  function stateOf(server: ServerRecord): ServerState {
    const position = server.last?.position
    return {
      server: server.name,
      isPrimary: server === primary,
      isUp: server.isUp,
      isInRotation: isUsable(server),
      lagMs: server === primary ? 0 : position == null ? undefined : history.lagAt(position),
    }
  }

  function reportChange(server: ServerRecord): void {
    const state = stateOf(server)
    if (state.isInRotation !== server.wasInRotation && !isStopped) onChange(state)
    server.wasInRotation = state.isInRotation
  }

  await Promise.all(servers.map(probe))
  for (const server of servers) scheduleProbe(server)

  return {
    forCatalog: () => [...usableReplicas(), ...(primary.isUp ? [0] : [])],
    // Not while the primary is merely busy: a replica may not have replayed the last changes.
    forCurrent: () => (primary.isUp ? [0] : usableReplicas()),
    replica() {
      const [index] = usableReplicas()
      return index === undefined ? undefined : { index, position: servers[index]?.last?.position ?? 0 }
    },
    isUp: index => servers[index]?.isUp ?? false,
    eject(index) {
      const server = servers[index]
      if (server === undefined) return
      server.isUp = false
      server.failedAt = performance.now()
      reportChange(server)
    },
    states: () => servers.map(stateOf),
    stop() {
      isStopped = true
      for (const { timer } of servers) clearTimeout(timer)
    },
  }
}
