// Markdown tables of measurements, with targets.

const missed: string[] = []

export interface Target {
  /** Name of the measurement, for the list of missed targets. */
  of: string
  target: number
  digits: number
}

/** A table cell with the value and its target, bold if it misses the target. */
export const atLeast = (value: number, { of, target, digits }: Target) =>
  cell(value, value >= target, `at least ${target}`, of, digits)

export const atMost = (value: number, { of, target, digits }: Target) =>
  cell(value, value <= target, `at most ${target}`, of, digits)

// NaN misses every target, because both comparisons are false.
function cell(value: number, isMet: boolean, target: string, of: string, digits: number): string {
  const formatted = value.toFixed(digits)
  if (isMet) return `${formatted} (${target})`
  missed.push(`${of} is ${formatted}, not ${target}`)
  return `**${formatted}** (${target})`
}

export function printTable(header: string[], rows: string[][]): void {
  const lines = [header, header.map(() => '---'), ...rows.map(row => row.map(escapeCell))]
  console.log(`\n${lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')}`)
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

/** A query as JSON, so that whitespace and control characters are visible, truncated to one line. */
export function shown(q: string): string {
  const json = JSON.stringify(q).replaceAll(
    /\p{C}/gu,
    letter => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  )
  const letters = Array.from(json)
  return letters.length <= 60 ? json : `${letters.slice(0, 59).join('')}…`
}

/** Lists the missed targets and sets exit code 1 if there are any. */
export function printMissed(): void {
  if (missed.length > 0) process.exitCode = 1
  const lines = missed.map(line => `- ${line}`).join('\n')
  console.log(missed.length > 0 ? `\nMissed targets:\n${lines}` : '\nAll targets met.')
}

export function printMeasurement(name: string, value: number, unit: string): void {
  console.info(`${name}: ${Math.round(value * 10) / 10} ${unit}`)
}
