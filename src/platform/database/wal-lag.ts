// Where the primary's log stood at which moment: what tells how far behind a replica is without writing anything.

export interface WalHistory {
  /** A server that was promoted begins a timeline: positions of the one before say nothing about it. */
  note(position: number, timeline: number, at: number): void
  /** The timeline of the primary; undefined as long as it has not answered. */
  timeline(): number | undefined
  /** What a replica must have replayed so as not to be further behind; undefined as long as nothing is known. */
  requiredFor(lagMs: number): number | undefined
  /** For how long the primary has been past this position. Longer than what is kept is told as what is kept. */
  lagAt(position: number): number | undefined
}

interface Moment {
  position: number
  at: number
}

export function walHistory(keptMs: number): WalHistory {
  let moments: Moment[] = []
  let current: number | undefined

  return {
    note(position, timeline, at) {
      if (timeline !== current) moments = []
      current = timeline
      moments.push({ position, at })
      while ((moments[0]?.at ?? at) < at - keptMs) moments.shift()
    },
    timeline: () => current,
    requiredFor(lagMs) {
      // Counted from the primary's last answer: while it is away it does not move on.
      const newest = moments.at(-1)
      if (newest === undefined) return undefined
      return (moments.findLast(({ at }) => at <= newest.at - lagMs) ?? moments[0])?.position
    },
    lagAt(position) {
      const newest = moments.at(-1)
      if (newest === undefined) return undefined
      const passed = moments.find(moment => moment.position > position)
      return passed === undefined ? 0 : newest.at - passed.at
    },
  }
}
