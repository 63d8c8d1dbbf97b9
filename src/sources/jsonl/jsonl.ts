import { sourceFacts, sourceIds } from '../../food/sources.ts'
import type { Source } from '../source.ts'

const accepted = sourceIds.filter(id => sourceFacts[id].acceptsJsonl)

export const jsonl = {
  name: 'jsonl',
  help: "import foods in Larder's own JSON lines",
  fileHelp: 'JSON lines with the wire names plus source_id, compressed or not; - for standard input',
  options: [{ flags: '--source <source>', help: 'where they come from', choices: accepted }],
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
