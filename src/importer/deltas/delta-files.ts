// Which delta files are still to be applied, told by their names alone.
import type { DeltaNaming } from '../../sources/source.ts'

/** Whole products whose last change lies in (from, to], as JSON lines; from and to are Unix seconds. */
export interface DeltaFile {
  name: string
  from: number
  to: number
}

/** Null for everything else, so that a name which parses is also safe as the name of a file. */
export function parseDeltaName({ pattern }: DeltaNaming, name: string): DeltaFile | null {
  const [, from, to] = pattern.exec(name) ?? []
  const delta = { name, from: Number(from), to: Number(to) }
  return delta.from < delta.to ? delta : null
}

export interface Plan {
  /** In the order in which they are to be applied. */
  apply: DeltaFile[]
  /** The first span after the position that no file covers: its changes are in a full dump only. */
  gap: { from: number; to: number } | null
}

/**
 * What brings a catalog of this position (the time up to which it has all changes; null when that is unknown) up
 * to date. Without a position everything is applied, and only gaps between the files are told.
 *
 * Open Food Facts takes the changes with `from < last_modified_t <= to` and begins the next file at the `to` of the
 * last one, so that files meet to the second and nothing has to be forgiven. Its script notes the new time even
 * when an export failed: gaps are real, and the next file does not fill them.
 */
export function deltasToApply(naming: DeltaNaming, names: readonly string[], position: number | null): Plan {
  const plan: Plan = { apply: [], gap: null }
  let covered = position
  for (const delta of byBeginning(naming, names)) {
    // Also a file within another one: that is younger and has the same products, as they were later.
    if (covered !== null && delta.to <= covered) continue
    if (covered !== null && delta.from > covered) plan.gap ??= { from: covered, to: delta.from }
    plan.apply.push(delta)
    covered = delta.to
  }
  return plan
}

/** The index has the youngest first. Of two that begin together the longer is first. */
function byBeginning(naming: DeltaNaming, names: readonly string[]): DeltaFile[] {
  return names
    .map(name => parseDeltaName(naming, name))
    .filter(delta => delta !== null)
    .sort((one, other) => one.from - other.from || other.to - one.to)
}
