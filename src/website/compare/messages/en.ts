import { formats } from '../../i18n/format.ts'

const { number, plural } = formats.en

export const en = {
  title: 'Compare foods',
  titleOf: (foods: string) => `Compare ${foods}`,
  description: (maxFoods: number) =>
    `Compare the nutrition facts of up to ${number(maxFoods)} foods side by side, per 100 g or per serving.`,
  per100gHint: 'Per 100 g. The best value in each row is highlighted where more or less is clearly better.',
  perServingHint:
    'Per serving, as stated on each label. Servings differ in size, so no value is highlighted.',
  valuesFor: 'Show values',
  per100g: 'Per 100 g',
  perServing: 'Per serving',
  table: 'Comparison',
  remove: (food: string) => `Remove ${food}`,
  addFood: 'Add food',
  better: 'best value',
  energyFrom: 'Energy from',
  energyShares: (protein: string, carbs: string, fat: string) =>
    `${protein} protein, ${carbs} carbs, ${fat} fat`,
  brand: 'Brand',
  serving: 'Serving',
  data: 'Data',
  source: 'Source',
  estimateNote:
    'AI estimates are marked with ≈. They are not measured, so they never count as the best value.',
  tooFew: 'Add a second food to compare it with.',
  notFound: (count: number) =>
    plural(count, { one: '# food was not found.', other: '# foods were not found.' }),
  tooMany: (maxFoods: number) => `Only the first ${number(maxFoods)} foods are compared.`,
  full: (maxFoods: number) => `You can compare at most ${number(maxFoods)} foods. Remove one to add another.`,
  addTitle: 'Add a food',
  addLabel: 'Name, brand or barcode',
  search: 'Search',
  results: (q: string) => `Foods for “${q}”`,
  noResults: (q: string) => `No foods for “${q}”. Check the spelling or try another word.`,
  tooShort: 'Enter at least 2 characters.',
  tooManySearches: (seconds: number) =>
    `Too many searches. Please wait ${plural(seconds, { one: '# second', other: '# seconds' })} and try again.`,
  add: 'Add',
  addNamed: (food: string) => `Add ${food}`,
  fromCategory: (category: string) => `Add from ${category}`,
  emptyTitle: 'Which foods do you want to compare?',
  emptyHint: 'Search for a food and add it.',
  examples: 'Popular comparisons',
  pair: (one: string, other: string) => `${one} or ${other}`,
}

export type CompareMessages = typeof en
