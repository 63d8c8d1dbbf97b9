export const markdownTable = (head: string[], rows: string[][]): string =>
  [rowOf(head), `|${head.map(() => '---|').join('')}`, ...rows.map(rowOf)].join('\n')

const rowOf = (cells: string[]) => `| ${cells.join(' | ')} |`

/** Replaces what is between `<!-- generated: SECTION -->` and `<!-- end -->`. */
export function replaceSection(path: string, page: string, section: string, text: string): string {
  const [start, end] = [`<!-- generated: ${section} -->\n`, '<!-- end -->']
  const from = page.indexOf(start)
  const to = page.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`${path} has no ${start.trim()} … ${end}`)
  return `${page.slice(0, from + start.length)}\n${text}\n\n${page.slice(to)}`
}
