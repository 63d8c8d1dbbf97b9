import { accountTables } from '../../accounts/tables.ts'
import { catalogTables } from '../../catalog/tables.ts'
import { printResult } from './output.ts'

export function tablesCommand(group: 'accounts' | 'catalog', options: { json: boolean }): void {
  const tables = group === 'accounts' ? accountTables : catalogTables
  printResult(options, tables, tables.join('\n'))
}
