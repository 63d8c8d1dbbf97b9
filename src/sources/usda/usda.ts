import type { Source } from '../source.ts'

export const usda = {
  name: 'usda',
  help: 'import foods of USDA FoodData Central: Foundation, SR Legacy, Branded',
  fileHelp: 'a CSV bundle of FoodData Central: the .zip file as downloaded, or its directory',
  options: [],
  formats: ['csv'],
  ids: ['usda'],
  deltas: null,
  async open(file) {
    const [{ openUsdaBundle }, { usdaRecord }] = await Promise.all([
      import('./bundle.ts'),
      import('./record.ts'),
    ])
    return { dump: await openUsdaBundle(file), readRecord: usdaRecord }
  },
} as const satisfies Source
