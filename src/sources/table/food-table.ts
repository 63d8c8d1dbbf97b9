import { type FoodTableId, sourceFacts } from '../../food/sources.ts'
import type { Source } from '../source.ts'

/** A national food composition table, which data/ID.yaml describes. */
export const foodTableSource = <Id extends FoodTableId>(id: Id) =>
  ({
    name: id,
    help: `import the foods of a food composition table: ${sourceFacts[id].label}`,
    fileHelp: 'the table as its owner publishes it: XLSX, XML or CSV, also in a zip file or folder',
    options: [],
    idField: 'code',
    formats: ['xlsx', 'xml', 'csv', 'tsv'],
    ids: [id],
    deltas: null,
    open: async file => (await import('./open-food-table.ts')).openFoodTable(file, id),
    recordReader: async () => (await import('./record.ts')).foodTableRecord(id),
  }) as const satisfies Source
