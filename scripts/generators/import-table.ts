// The table of allowed imports in ARCHITECTURE.md, from the rules of .dependency-cruiser.cjs.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export interface ImportRule {
  name: string
  comment?: string
  from: { path: string; pathNot?: string | string[] }
  to: { pathNot?: string | string[] }
}

const start = '<!-- Written by `npm run generate` from .dependency-cruiser.cjs. -->\n'
const end = '<!-- End of the written part. -->\n'

export const { forbidden: importRules }: { forbidden: ImportRule[] } = createRequire(import.meta.url)(
  '../../.dependency-cruiser.cjs',
)

export const importingFolders = ['src', 'packages'].flatMap(parent =>
  readdirSync(parent, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`),
)

export function architecturePage(): Record<string, string> {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  return { 'ARCHITECTURE.md': withImportTable(page, importTable(importRules, importingFolders)) }
}

/** `folders` without a rule may import everything. */
export function importTable(rules: readonly ImportRule[], folders: readonly string[]): string {
  const rows = rules
    .filter(({ name }) => name.startsWith('imports-of-'))
    .map(rule => {
      const folder = folderOf(rule.from.path)
      const allowed = [rule.to.pathNot ?? []]
        .flat()
        .map(folderOf)
        .filter(each => each !== '' && each !== folder)
      const restrictions = rules
        .filter(({ name, from }) => name !== rule.name && folderOf(from.path) === folder)
        .flatMap(({ comment }) => comment ?? [])
      const list = allowed.map(each => each.split('/')[1]).join(', ') || 'nothing of ours'
      return { folder, text: [list, ...restrictions].join('; ') }
    })
  const free = folders.filter(folder => !rows.some(row => row.folder === folder))
  return [
    '| folder | may import |',
    '|---|---|',
    ...[...rows, ...free.map(folder => ({ folder, text: 'everything' }))].map(
      ({ folder, text }) => `| \`${folder}\` | ${text} |`,
    ),
    '',
  ].join('\n')
}

/** '^src/food/' is the folder src/food; empty for other patterns. */
function folderOf(pattern: string): string {
  return /^\^((?:src|packages)\/[\w-]+)\/$/.exec(pattern)?.[1] ?? ''
}

function withImportTable(page: string, table: string): string {
  const [before, rest] = page.split(start)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`the page lacks the lines ${start}${end}`)
  return `${before}${start}\n${table}\n${end}${after}`
}
