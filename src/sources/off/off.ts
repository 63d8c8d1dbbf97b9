import type { Source } from '../source.ts'

export const off = {
  name: 'off',
  help: 'import a dump of Open Food Facts',
  fileHelp: 'a dump of Open Food Facts: JSONL, tab-separated or Parquet; - for standard input',
  options: [
    { flags: '--obsolete', help: 'the file contains withdrawn products: remove them from the catalog' },
  ],
  idField: 'code',
  formats: ['jsonl', 'tsv', 'parquet'],
  ids: ['off'],
  deltas: {
    pattern: /^openfoodfacts_products_(\d{1,12})_(\d{1,12})\.json\.gz$/,
    example: 'openfoodfacts_products_FROM_TO.json.gz',
  },
  async open(file) {
    const [{ openDump }, { offParquetColumns }] = await Promise.all([
      import('../formats/open-dump.ts'),
      import('./record.ts'),
    ])
    return openDump(file, { parquetColumns: offParquetColumns })
  },
  async recordReader(format, { obsolete = false }) {
    const { offParquetRecord, offRecord } = await import('./record.ts')
    const read = format === 'parquet' ? offParquetRecord : offRecord
    return obsolete ? product => ({ ...read(product), obsolete: true }) : read
  },
} as const satisfies Source
