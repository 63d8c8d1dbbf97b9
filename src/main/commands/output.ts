/** Except line breaks. A terminal obeys some of them, and people choose the names and notes that commands print. */
const controlCharacters = /[^\P{Cc}\n]/gu

/** Prints the result of a command on standard output: as text, or as JSON for `--json`. */
export function printResult(options: { json: boolean }, result: unknown, text: string): void {
  const shown = options.json ? JSON.stringify(result, null, 2) : text
  console.log(shown.replace(controlCharacters, ''))
}

/**
 * Prints a secret that is shown once: alone on standard output, so that scripts can store it, with an explanation on standard
 * error.
 */
export function printSecret(
  options: { json: boolean },
  result: unknown,
  { explanation, secret }: { explanation: string; secret: string },
): void {
  if (!options.json) process.stderr.write(`${explanation}\n`)
  printResult(options, result, secret)
}

/** Lines with their columns aligned. */
export function table(header: string[], rows: string[][]): string {
  const lines = [header, ...rows.map(row => row.map(cell => cell.replaceAll(/\s+/g, ' ')))]
  const widths = header.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
