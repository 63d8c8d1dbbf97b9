import { accountTables } from '../../accounts/tables.ts'
import { catalogTables } from '../../catalog/tables.ts'

export function tablesCommand(part: 'accounts' | 'catalog'): void {
  console.log((part === 'accounts' ? accountTables : catalogTables).join('\n'))
}
