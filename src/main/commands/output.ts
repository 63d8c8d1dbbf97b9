/** Lines with their columns aligned. */
export function table(header: string[], rows: string[][]): string {
  const lines = [header, ...rows]
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
