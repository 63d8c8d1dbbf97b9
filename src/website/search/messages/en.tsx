import type { ComponentChildren } from 'preact'
import { formats } from '../../i18n/format.ts'

const { number, plural } = formats.en

export const en = {
  title: 'Search',
  titleOf: (q: string) => `${q} · Search`,
  description: 'Search foods by name, brand or barcode, with typo tolerance.',
  heading: 'Search foods',

  atLeastFoods: (count: number) => plural(count, { one: 'At least # food', other: 'At least # foods' }),
  range: (first: number, last: number, total: number) =>
    `${number(first)}–${number(last)} of ${number(total)}`,
  rewritten: (link: ComponentChildren) => <>Showing results for {link}.</>,
  fewerWords: (link: ComponentChildren) => <>No food has all of these words. Showing results for {link}.</>,
  bestMatches: 'These are the best matches. Add a word or a filter to narrow the search.',

  kind: 'Kind of food',
  kinds: { all: 'All', generic: 'Generic', branded: 'Branded' },
  filters: 'Filters',
  filtersOf: (count: number) => plural(count, { one: '# active filter', other: '# active filters' }),
  reset: 'Reset',
  apply: 'Show results',
  data: 'Data',
  names: {
    kind: 'Kind of food',
    category: 'Category',
    brand: 'Brand',
    country: 'Sold in (country)',
    source: 'Source',
    complete: 'Complete nutrition facts',
    photo: 'Has a photo',
  },
  any: 'Any',
  nutrition: 'Nutrition per 100 g',
  atLeast: 'at least',
  atMost: 'at most',
  boundOf: (nutrient: string, unit: string, bound: string) => `${nutrient} in ${unit}, ${bound}`,
  equals: (name: string, value: string) => `${name}: ${value}`,
  minimum: (nutrient: string, amount: string) => `${nutrient}: at least ${amount}`,
  maximum: (nutrient: string, amount: string) => `${nutrient}: at most ${amount}`,
  between: (nutrient: string, min: string, max: string) => `${nutrient}: ${min} to ${max}`,
  activeFilters: 'Active filters',
  removeFilter: ', remove filter',
  ignored: (values: string) => `Not used as a filter: ${values}`,

  sortBy: 'Sort by',
  sort: {
    relevance: 'Best match',
    popularity: 'Most popular',
    confidence: 'Best documented',
    name: 'Name',
    highest: (nutrient: string) => `${nutrient}, highest first`,
    lowest: (nutrient: string) => `${nutrient}, lowest first`,
  },
  applySort: 'Sort',
  cards: 'Cards',

  moreEntries: (count: number) => plural(count, { one: '+# more entry', other: '+# more entries' }),
  withSameName: ' with this name',
  withSameNameAndBrand: ' with this name and brand',
  allNamed: (name: ComponentChildren) => <>All entries named {name}.</>,
  backToResults: 'Back to all results',

  missing: (link: ComponentChildren) => (
    <>
      <b>Missing a product?</b> Add it on {link} with a photo of the label. It shows up here after the next
      sync.
    </>
  ),
  noResults: (q: string) => `No results for “${q}”`,
  noMatch: 'Check the spelling, use fewer words, or leave out sizes and brand names.',
  noMatchWithFilters: 'Foods may match your words, but none of them match all of your filters.',
  noBarcode: 'No food has this barcode. Check that all digits are correct, including the first and the last.',
  noMore: 'There are no entries with this name.',
  removeFilters: 'Remove all filters',
  addProduct: 'Add it on Open Food Facts',
  scan: 'Scan a barcode',
  tooShort: 'Enter at least 2 characters.',
  advice: (examples: [ComponentChildren, ComponentChildren]) => (
    <>
      Search by name, brand or barcode, in any language. Typos are fine. Try {examples[0]} or {examples[1]}.
    </>
  ),
  popular: 'Popular foods',
  allPopular: 'All popular foods',
  browse: 'Browse by category',
  allCategories: 'All categories',
  tooMany: 'Too many searches',
  tooManyText: (limit: number, seconds: number) =>
    `You have made more than ${number(limit)} searches in a minute. Try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`,
  useApi: (link: (text: string) => ComponentChildren) => <>For automated searches, use {link('the API')}.</>,

  referenceFoods: 'Reference foods',
  products: 'Products',
  searchFor: (q: string) => `Search for “${q}”`,
}

export type SearchMessages = typeof en
