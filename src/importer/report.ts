/** What came of an import, for people and as JSON. */
export interface ImportReport extends ReadCounts {
  /** Unix time in seconds. */
  startedAt: number
  /** Lines that are no products, by reason. */
  bad: Record<string, number>
  /** Products that become no foods, by reason. */
  refused: Record<string, number>
  /** What rules did to values, by rule. */
  notes: Record<string, number>
  duplicates: { sameId: number; sameBarcode: number; barcodeTaken: number }
  added: number
  changed: number
  unchanged: number
  seconds: number
}

export interface ReadCounts {
  read: number
  kept: number
}

/** The import gave up before it changed anything, and says why. */
export class ImportStopped extends Error {}

export function newReport(): ImportReport {
  return {
    startedAt: Math.floor(Date.now() / 1000),
    read: 0,
    kept: 0,
    bad: {},
    refused: {},
    notes: {},
    duplicates: { sameId: 0, sameBarcode: 0, barcodeTaken: 0 },
    added: 0,
    changed: 0,
    unchanged: 0,
    seconds: 0,
  }
}

export function renderReport(report: ImportReport): string {
  const { duplicates } = report
  const lines = [
    `${number(report.read)} lines read in ${report.seconds.toFixed(1)} s`,
    ...listed('no products', report.bad),
    ...listed('refused', report.refused),
    `${number(duplicates.sameId)} told twice, ${number(duplicates.sameBarcode)} under another spelling of their barcode`,
    ...(duplicates.barcodeTaken > 0
      ? [`${number(duplicates.barcodeTaken)} without their barcode, which a food of another source has`]
      : []),
    `${number(report.added)} foods added, ${number(report.changed)} changed, ${number(report.unchanged)} as before`,
    ...listed('rules that changed or doubted a value', report.notes),
  ]
  return lines.join('\n')
}

function listed(title: string, counts: Record<string, number>): string[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return []
  return [`${title}:`, ...entries.map(([name, times]) => `  ${number(times).padStart(11)}  ${name}`)]
}

const number = (value: number) => value.toLocaleString('en-US')
