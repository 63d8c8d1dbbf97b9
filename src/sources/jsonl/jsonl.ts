import { sourceFacts, sourceIds } from '../../food/sources.ts'
import type { Source } from '../source.ts'

const accepted = sourceIds.filter(id => sourceFacts[id].acceptsJsonl)

export const jsonl = {
  name: 'jsonl',
  help: "import foods in Larder's JSONL format",
  fileHelp:
    'JSON lines with the field names of the API plus source_id, optionally gzipped; - for standard input',
  options: [
    {
      flags: '--source <source>',
      help: 'the source of the foods; per-line: each line names it, as in packs',
      choices: [...accepted, 'per-line'],
      default: 'per-line',
    },
  ],
  idField: 'source_id',
  formats: ['jsonl', 'tsv', 'parquet'],
  ids: accepted,
  deltas: null,
  open: async file => (await import('../formats/open-dump.ts')).openDump(file),
  recordReader: async (_format, { source = 'per-line' }) => (await import('./record.ts')).jsonlRecord(source),
} as const satisfies Source
