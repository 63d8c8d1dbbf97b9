// Selects the delta files to apply by their names alone.
import type { DeltaNaming } from '../../sources/source.ts'

/** JSON lines with the complete products last changed in (from, to]; both are in Unix seconds. */
export interface DeltaFile {
  name: string
  from: number
  to: number
}

/** Null for all other names. The pattern allows no path separators, so a parsed name is safe as a file name. */
export function parseDeltaName({ pattern }: DeltaNaming, name: string): DeltaFile | null {
  const [, from, to] = pattern.exec(name) ?? []
  const delta = { name, from: Number(from), to: Number(to) }
  return delta.from < delta.to ? delta : null
}

export interface DeltaPlan {
  /** In the order of application. */
  apply: DeltaFile[]
  /** The first time range after the cursor that no file covers; only a full dump has its changes. */
  gap: { from: number; to: number } | null
}

/**
 * The deltas to apply to a catalog that was synced up to the cursor. Without a cursor all are applied, and only gaps
 * between files are reported.
 *
 * Open Food Facts exports changes with `from < last_modified_t <= to` and starts the next file at the last `to`, so
 * consecutive files match to the second. When an export fails, its script still advances the time: such a gap is real,
 * and no later file fills it.
 */
export function deltasToApply(
  naming: DeltaNaming,
  names: readonly string[],
  cursor: number | null,
): DeltaPlan {
  const plan: DeltaPlan = { apply: [], gap: null }
  let covered = cursor
  for (const delta of sortedDeltas(naming, names)) {
    // Skips also files covered by another one, which is newer and contains the same products.
    if (covered !== null && delta.to <= covered) continue
    if (covered !== null && delta.from > covered) plan.gap ??= { from: covered, to: delta.from }
    plan.apply.push(delta)
    covered = delta.to
  }
  return plan
}

/** Sorted by start; of two files with the same start the longer one is first. */
function sortedDeltas(naming: DeltaNaming, names: readonly string[]): DeltaFile[] {
  return names
    .map(name => parseDeltaName(naming, name))
    .filter(delta => delta !== null)
    .sort((one, other) => one.from - other.from || other.to - one.to)
}
