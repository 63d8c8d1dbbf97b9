/** The outcome of an import, for people and as JSON (hence the snake case). */
export interface ImportReport extends LineCounts {
  /** Unix seconds. */
  started_at: number
  /** The time against which the age of records is scored, in Unix seconds. */
  scored_at: number
  /** Whether the catalog was left as it was. */
  dry_run: boolean
  /** Records that a later line with the same id replaces. */
  repeated: number
  /** Records of products of which another record is shown. */
  superseded: number
  /** Records that are shown as foods. With the five other outcomes of a line, this adds up to `read`. */
  shown: number
  /** Foods that are unlike other foods of their kind. */
  unlike_peers: number
  foods: FoodCounts
  seconds: number
}

export interface FoodCounts {
  added: number
  changed: number
  removed: number
  /** In the catalog after the import. */
  total: number
}

/** What became of the lines as they were read. */
export interface LineCounts extends ReadCounts {
  /** Lines that are unchanged since an earlier import. */
  skipped: number
  /** Malformed lines, by reason. */
  malformed: Record<string, number>
  /** Records that are not imported, by reason. */
  rejected: Record<string, number>
  /** Quality flags, by rule. */
  quality_flags: Record<string, number>
  /** The newest change at the source, in Unix seconds. */
  newest_change: number
}

export interface ReadCounts {
  read: number
  accepted: number
}

/** Why an import stopped; the command line has an exit code for each. */
export type AbortReason =
  | 'no-usable-records'
  | 'malformed-input'
  | 'mass-removal'
  | 'already-running'
  | 'missing-changes'
  | 'not-possible'

/** The import stopped before it changed anything. */
export class ImportAborted extends Error {
  readonly reason: AbortReason

  constructor(reason: AbortReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export const newLineCounts = (): LineCounts => ({
  read: 0,
  skipped: 0,
  accepted: 0,
  malformed: {},
  rejected: {},
  quality_flags: {},
  newest_change: 0,
})

export function addLineCounts(total: LineCounts, batch: LineCounts): void {
  total.read += batch.read
  total.skipped += batch.skipped
  total.accepted += batch.accepted
  total.newest_change = Math.max(total.newest_change, batch.newest_change)
  for (const counts of ['malformed', 'rejected', 'quality_flags'] as const) {
    for (const [name, count] of Object.entries(batch[counts])) addTo(total[counts], name, count)
  }
}

export function addTo(counts: Record<string, number>, name: string, count = 1): void {
  counts[name] = (counts[name] ?? 0) + count
}

export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export function renderReport(report: ImportReport): string {
  const { foods } = report
  const lines = [
    `${format(report.read)} ${report.read === 1 ? 'line' : 'lines'} read in ${report.seconds.toFixed(1)} s`,
    ...outcome(report.shown, 'shown as foods'),
    ...outcome(report.superseded, 'superseded by a better record of the same product'),
    ...outcome(report.repeated, 'repeated by a later line with the same id'),
    ...outcome(report.skipped, 'unchanged since an earlier import'),
    ...outcome(sumOf(report.rejected), `rejected${reasons(report.rejected)}`),
    ...outcome(sumOf(report.malformed), `malformed${reasons(report.malformed)}`),
    `${format(foods.added)} foods added, ${format(foods.changed)} changed, ${format(foods.removed)} removed; ${format(foods.total)} in the catalog`,
    ...(report.unlike_peers > 0
      ? [`${format(report.unlike_peers)} foods are unlike others of their kind`]
      : []),
    ...renderCounts('quality rules applied', report.quality_flags),
    ...(report.dry_run ? ['Dry run: nothing was changed'] : []),
  ]
  return lines.join('\n')
}

const outcome = (count: number, what: string) => (count === 0 ? [] : [countLine(count, what)])

function reasons(counts: Record<string, number>): string {
  return `: ${descending(counts)
    .map(([reason, count]) => `${reason} ${format(count)}`)
    .join(', ')}`
}

function renderCounts(title: string, counts: Record<string, number>): string[] {
  const entries = descending(counts)
  return entries.length === 0 ? [] : [`${title}:`, ...entries.map(([name, count]) => countLine(count, name))]
}

const descending = (counts: Record<string, number>) =>
  Object.entries(counts).sort(([, one], [, other]) => other - one)

const countLine = (count: number, what: string) => `  ${format(count).padStart(11)}  ${what}`

const format = (value: number) => value.toLocaleString('en-US')
