// Deletes an account by mistake and gets it back, on servers of its own; prints how long it takes.
//   npm run drill:restore -- [--accounts 2000]
import { parseArgs } from 'node:util'
import { drillRestore } from '../lab/drills/restore.ts'

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '2000' } } })
const figures = await drillRestore(Number(values.accounts))
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
console.log(`accounts           ${figures.accounts}`)
console.log(`copy of the server ${seconds(figures.backupMs)}, ${(figures.backupBytes / 1e6).toFixed(1)} MB`)
console.log(`restored to the moment before in ${seconds(figures.restoreMs)}`)
console.log(figures.isWhole ? 'all tables of accounts are as they were' : figures.differences.join('\n'))
process.exitCode = figures.isWhole ? 0 : 1
