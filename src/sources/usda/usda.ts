import type { Source } from '../source.ts'

export const usda = {
  name: 'usda',
  help: 'import foods of USDA FoodData Central: Foundation, SR Legacy, Branded',
  fileHelp: 'a CSV bundle of FoodData Central: the .zip file as downloaded, or its directory',
  options: [],
  idField: 'fdc_id',
  formats: ['csv'],
  ids: ['usda'],
  deltas: null,
  open: async file => (await import('./bundle.ts')).openUsdaBundle(file),
  recordReader: async () => (await import('./record.ts')).usdaRecord,
} as const satisfies Source
