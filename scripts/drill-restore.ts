// Deletes an account and restores it from a backup, on temporary servers; prints how long it takes.
//   npm run drill:restore -- [--accounts 2000]
import { parseArgs } from 'node:util'
import { drillRestore } from '../lab/drills/restore.ts'

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '2000' } } })
const result = await drillRestore(Number(values.accounts))
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
console.log(`accounts           ${result.accounts}`)
console.log(`base backup        ${seconds(result.backupMs)}, ${(result.backupBytes / 1e6).toFixed(1)} MB`)
console.log(`restored in        ${seconds(result.restoreMs)}`)
console.log(result.isComplete ? 'all account tables are identical' : result.differences.join('\n'))
process.exitCode = result.isComplete ? 0 : 1
