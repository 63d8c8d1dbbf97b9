import { sourceFacts, sourceIds } from '../../food/sources.ts'
import type { Source } from '../source.ts'

const accepted = sourceIds.filter(id => sourceFacts[id].acceptsJsonl)

export const jsonl = {
  name: 'jsonl',
  help: "import foods in Larder's JSONL format",
  fileHelp:
    'JSON lines with the field names of the API plus source_id, optionally gzipped; - for standard input',
  options: [{ flags: '--source <source>', help: 'the source of the foods', choices: accepted }],
  formats: ['jsonl', 'tsv', 'parquet'],
  ids: accepted,
  deltas: null,
  async open(file, { source = 'per-line' }, known) {
    const [{ openDump }, { jsonlRecord }] = await Promise.all([
      import('../formats/open-dump.ts'),
      import('./record.ts'),
    ])
    return { dump: await openDump(file, { known }), readRecord: jsonlRecord(source) }
  },
} as const satisfies Source
