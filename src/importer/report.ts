/** What came of an import, for people and as JSON. */
export interface ImportReport extends ReadCounts {
  /** Unix time in seconds. */
  startedAt: number
  /** Up to here the age of a record counts, in Unix seconds. */
  scoredAt: number
  /** Lines that are no products, by reason. */
  bad: Record<string, number>
  /** Products that become no foods, by reason. */
  refused: Record<string, number>
  /** What rules did to values, by rule. */
  quality_flags: Record<string, number>
  duplicates: { sameId: number; sameBarcode: number; sameProduct: number; barcodeTaken: number }
  /** The last change that a record tells of, in Unix seconds. */
  newest: number
  /** Lines that say what they said in an earlier import. */
  known: number
  added: number
  changed: number
  unchanged: number
  /** Foods that left the catalog. */
  removed: number
  seconds: number
}

export interface ReadCounts {
  read: number
  kept: number
}

/** The import gave up before it changed anything, and says why. */
export class ImportAborted extends Error {}

export function newReport(): ImportReport {
  const now = new Date()
  return {
    startedAt: Math.floor(now.getTime() / 1000),
    // In whole months: else every import would change every food a little.
    scoredAt: Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1000,
    read: 0,
    kept: 0,
    bad: {},
    refused: {},
    quality_flags: {},
    duplicates: { sameId: 0, sameBarcode: 0, sameProduct: 0, barcodeTaken: 0 },
    newest: 0,
    known: 0,
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
    ...listed('no products', report.bad),
    ...listed('refused', report.refused),
    ...(report.known > 0 ? [`${number(report.known)} as in an earlier import, passed over`] : []),
    `${number(duplicates.sameId)} told twice, ${number(duplicates.sameBarcode)} under another spelling of their barcode, ${number(duplicates.sameProduct)} under another in-store code`,
    ...(duplicates.barcodeTaken > 0
      ? [`${number(duplicates.barcodeTaken)} without their barcode, which a food of another source has`]
      : []),
    `${number(report.added)} foods added, ${number(report.changed)} changed, ${number(report.unchanged + report.known)} as before, ${number(report.removed)} removed`,
    ...listed('rules that changed or doubted a value', report.quality_flags),
  ]
  return lines.join('\n')
}

function listed(title: string, counts: Record<string, number>): string[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return []
  return [`${title}:`, ...entries.map(([name, times]) => `  ${number(times).padStart(11)}  ${name}`)]
}

const number = (value: number) => value.toLocaleString('en-US')
