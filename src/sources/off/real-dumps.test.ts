import { describe, expect, it } from 'vitest'
import { testDataFile } from '../../../test/support/test-data.ts'
import { openDump } from '../formats/open-dump.ts'
import type { SourceRecord } from '../source-record.ts'
import { offParquetColumns, offParquetRecord, offRecord } from './record.ts'

async function records(path: string): Promise<Map<string, SourceRecord>> {
  const found = new Map<string, SourceRecord>()
  const dump = await openDump(path, { parquetColumns: offParquetColumns })
  for await (const batch of dump.rows()) {
    for (const row of batch) {
      if (!('product' in row)) throw new Error(`${path} ${row.line}: ${JSON.stringify(row)}`)
      const record = dump.format === 'parquet' ? offParquetRecord(row.product) : offRecord(row.product)
      if (!('rejected' in record)) found.set(record.source_id, record)
    }
  }
  return found
}

describe('real dumps', () => {
  // file, records, records with any amount
  it.for([
    ['products-export.jsonl', 11, 8],
    ['products-api-2026-07.jsonl.gz', 7_134, 5_271],
    ['export-fr-2020.csv', 299, 249],
    ['export-2024.csv', 1_000, 711],
    ['export-2026-04.csv', 1_000, 190],
    ['food-2026-04.parquet', 1_000, 912],
  ] as const)('%s holds %d products, %d with nutrients', async ([file, count, withNutrients], test) => {
    const found = await records(testDataFile(test, `off/samples/${file}`))
    const withAmounts = [...found.values()].filter(({ amounts }) => Object.keys(amounts).length > 0)
    expect([found.size, withAmounts.length]).toEqual([count, withNutrients])
  })

  it('reads the same values from the TSV and the Parquet file of 2026-04', async test => {
    const table = await records(testDataFile(test, 'off/samples/export-2026-04.csv'))
    const parquet = await records(testDataFile(test, 'off/samples/food-2026-04.parquet'))
    for (const [id, record] of table) {
      const other = parquet.get(id)
      for (const field of ['brand', 'categories', 'serving', 'popularity', 'source_modified_at'] as const) {
        expect([id, field, other?.[field]]).toEqual([id, field, record[field]])
      }
      if (record.name !== null) expect([id, other?.name]).toEqual([id, record.name])
      for (const [nutrient, { value, unit }] of Object.entries(record.amounts)) {
        const same = other?.amounts[nutrient as keyof typeof record.amounts]
        expect([id, nutrient, same?.unit]).toEqual([id, nutrient, unit])
        // The Parquet file has float32 values.
        expect(Math.fround(Number(same?.value))).toBeCloseTo(Number(value), 4 - Math.log10(Number(value) + 1))
      }
    }
  })
})
