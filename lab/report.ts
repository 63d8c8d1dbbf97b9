// Tables in Markdown, and the bars that a figure must keep.

const missed: string[] = []

export interface Bar {
  /** Names the figure when it is missed. */
  of: string
  bar: number
  digits: number
}

/** A cell: the figure and its bar, bold when it misses it. */
export const atLeast = (value: number, { of, bar, digits }: Bar) =>
  cell(value, value >= bar, `at least ${bar}`, of, digits)

export const atMost = (value: number, { of, bar, digits }: Bar) =>
  cell(value, value <= bar, `at most ${bar}`, of, digits)

// A figure that is no number keeps no bar: both comparisons are false.
function cell(value: number, isKept: boolean, bar: string, of: string, digits: number): string {
  const figure = value.toFixed(digits)
  if (isKept) return `${figure} (${bar})`
  missed.push(`${of} is ${figure}, not ${bar}`)
  return `**${figure}** (${bar})`
}

export function printTable(header: string[], rows: string[][]): void {
  const lines = [header, header.map(() => '---'), ...rows.map(row => row.map(asCell))]
  console.log(`\n${lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')}`)
}

function asCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

/** A query as JSON, so that one of blanks or controls can be seen, and not longer than a line. */
export function shown(q: string): string {
  const written = JSON.stringify(q).replaceAll(
    /\p{C}/gu,
    letter => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  )
  const letters = Array.from(written)
  return letters.length <= 60 ? written : `${letters.slice(0, 59).join('')}…`
}

/** Names the bars that were missed, and ends the process with 1 for them. */
export function printMissed(): void {
  if (missed.length > 0) process.exitCode = 1
  const lines = missed.map(line => `- ${line}`).join('\n')
  console.log(missed.length > 0 ? `\nMissed:\n${lines}` : '\nEvery bar is kept.')
}
