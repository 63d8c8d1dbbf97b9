// A history of the primary's WAL positions, from which replication lag is computed without writing to the database.

export interface WalHistory {
  /** A promoted server starts a new timeline, which makes earlier positions meaningless. */
  record(position: number, timeline: number, time: number): void
  /** The primary's timeline; undefined until it has responded. */
  timeline(): number | undefined
  /** The position a replica must have replayed to be within this lag; undefined while nothing is known. */
  requiredFor(lagMs: number): number | undefined
  /** How long the primary has been past this position, at most the retention time. */
  lagAt(position: number): number | undefined
}

interface Sample {
  position: number
  time: number
}

export function walHistory(retentionMs: number): WalHistory {
  let samples: Sample[] = []
  let currentTimeline: number | undefined

  return {
    record(position, timeline, time) {
      if (timeline !== currentTimeline) samples = []
      currentTimeline = timeline
      samples.push({ position, time })
      while ((samples[0]?.time ?? time) < time - retentionMs) samples.shift()
    },
    timeline: () => currentTimeline,
    requiredFor(lagMs) {
      // Relative to the primary's last response: it does not advance while it is down.
      const newest = samples.at(-1)
      if (newest === undefined) return undefined
      return (samples.findLast(({ time }) => time <= newest.time - lagMs) ?? samples[0])?.position
    },
    lagAt(position) {
      const newest = samples.at(-1)
      if (newest === undefined) return undefined
      const passed = samples.find(sample => sample.position > position)
      return passed === undefined ? 0 : newest.time - passed.time
    },
  }
}
