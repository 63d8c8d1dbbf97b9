// The entries of one name are found by an index. Without it, each page of search results scans the catalog twenty times.
import { expect, it } from 'vitest'
import { type Database, withConnection } from '../../../src/platform/database/pool.ts'
import { countOthers, fetchSame } from '../../../src/search/query/page.ts'
import { storesForTest } from '../../support/database.ts'

it.each([
  ['counted', (database: Database) => countOthers(database, [1, 2], null)],
  ['listed', (database: Database) => fetchSame(database, 1, null)],
])('foods with the same name are %s by the index of names', async (_, run) => {
  const { databaseUrl } = await storesForTest()
  await withConnection(databaseUrl, async client => {
    await client.query('set enable_seqscan = off')
    let plan = ''
    await run({
      query: async ({ text, values = [] }) => {
        const explained = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        plan = explained.rows.map(row => row['QUERY PLAN']).join('\n')
        return { ...explained, rows: [] }
      },
    })
    expect(plan).toMatch(/foods_normalized_name.*\n\s*Index Cond: .*"left"\(.*normalized_name/)
  })
})
