import { expect, it } from 'vitest'
import { type ImportRule, importingFolders, importRules, importTable } from './import-table.ts'

it('only src/main may import everything', () => {
  const rows = importTable(importRules, importingFolders).split('\n')
  expect(rows.filter(row => row.endsWith('| everything |'))).toEqual(['| `src/main` | everything |'])
})

it('no folder of src and packages may have cycles', () => {
  const cycles = importRules.find(({ name }) => name === 'no-cycles')
  const pattern = new RegExp(cycles?.from.path ?? '(?!)')
  expect(importingFolders.filter(folder => !pattern.test(`${folder}/`))).toEqual([])
})

it('a table lists the folders of each rule, and the comments of others about the same folder', () => {
  const rules: ImportRule[] = [
    { name: 'imports-of-food', from: { path: '^src/food/' }, to: { pathNot: ['^src/food/'] } },
    {
      name: 'imports-of-mcp',
      from: { path: '^packages/mcp/' },
      to: { pathNot: ['^packages/mcp/', '^@larder/mcp$', '^packages/client/', '^@larder/client$'] },
    },
    { name: 'one-more', comment: 'of client, only types', from: { path: '^packages/mcp/' }, to: {} },
  ]
  expect(importTable(rules, ['src/food', 'src/main'])).toBe(
    '| folder | may import |\n|---|---|\n| `src/food` | nothing of ours |\n' +
      '| `packages/mcp` | client; of client, only types |\n| `src/main` | everything |\n',
  )
})
