/** The outcome of an import, for people and as JSON (hence the snake case). */
export interface ImportReport extends ReadCounts {
  /** Unix seconds. */
  started_at: number
  /** The time against which the age of records is scored, in Unix seconds. */
  scored_at: number
  /** Malformed lines, by reason. */
  malformed: Record<string, number>
  /** Records that are not imported, by reason. */
  rejected: Record<string, number>
  /** Quality flags, by rule. */
  quality_flags: Record<string, number>
  duplicates: { same_id: number; same_barcode: number; same_product: number; barcode_taken: number }
  /** The newest change at the source, in Unix seconds. */
  newest_change: number
  /** Lines that are unchanged since an earlier import. */
  skipped: number
  added: number
  changed: number
  unchanged: number
  removed: number
  seconds: number
}

export interface ReadCounts {
  read: number
  accepted: number
}

/** The import stopped before it changed anything. */
export class ImportAborted extends Error {}

export function newReport(): ImportReport {
  const now = new Date()
  return {
    started_at: Math.floor(now.getTime() / 1000),
    // The start of the month: otherwise every import would slightly change the confidence of every food.
    scored_at: Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1000,
    read: 0,
    accepted: 0,
    malformed: {},
    rejected: {},
    quality_flags: {},
    duplicates: { same_id: 0, same_barcode: 0, same_product: 0, barcode_taken: 0 },
    newest_change: 0,
    skipped: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    seconds: 0,
  }
}

export function renderReport(report: ImportReport): string {
  const { duplicates } = report
  const lines = [
    `${number(report.read)} lines read in ${report.seconds.toFixed(1)} s`,
    ...renderCounts('malformed lines', report.malformed),
    ...renderCounts('rejected', report.rejected),
    ...(report.skipped > 0 ? [`${number(report.skipped)} unchanged since the last import, skipped`] : []),
    `${number(duplicates.same_id)} duplicate ids, ${number(duplicates.same_barcode)} duplicate barcodes, ${number(duplicates.same_product)} duplicate in-store codes`,
    ...(duplicates.barcode_taken > 0
      ? [
          `${number(duplicates.barcode_taken)} without their barcode, which belongs to a food of another source`,
        ]
      : []),
    `${number(report.added)} foods added, ${number(report.changed)} changed, ${number(report.unchanged + report.skipped)} unchanged, ${number(report.removed)} removed`,
    ...renderCounts('quality rules applied', report.quality_flags),
  ]
  return lines.join('\n')
}

function renderCounts(title: string, counts: Record<string, number>): string[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return []
  return [`${title}:`, ...entries.map(([name, count]) => `  ${number(count).padStart(11)}  ${name}`)]
}

const number = (value: number) => value.toLocaleString('en-US')
