import { formats } from '../../i18n/format.ts'

const { number, plural } = formats.en

export const en = {
  title: 'Categories',
  description: (categories: number) =>
    `Browse foods in ${plural(categories, { one: '# category', other: '# categories' })}, with nutrition facts per 100 g.`,
  intro: (shelves: number, categories: number) =>
    `${plural(shelves, { one: '# shelf', other: '# shelves' })} with ${plural(categories, { one: '# category', other: '# categories' })}. Foods with the same name and brand count once.`,
  find: 'Find a category',
  findButton: 'Find',
  matches: (count: number, find: string) =>
    `${plural(count, { one: '# category', other: '# categories' })} for “${find}”`,
  noMatches: (find: string) => `No category for “${find}”`,
  noMatchesHint: 'Try a shorter word, or search all foods instead.',
  searchFoods: (find: string) => `Search foods for “${find}”`,
  allCategories: 'All categories',
  allIn: (category: string) => `All in ${category}`,
  others: 'Other categories',
  noCategories: 'No categories yet',
  noCategoriesHint: 'They appear after the first import.',

  categoryDescription: (category: string, foods: string) =>
    `Nutrition facts of ${foods} in the category ${category}: energy, protein, carbs and fat per 100 g.`,
  childrenOf: (category: string) => `Categories in ${category}`,
  range: (first: number, last: number, foods: string) => `${number(first)} to ${number(last)} of ${foods}`,
  valuesPer100g: 'Values per 100 g',
  view: 'View',
  rows: 'Rows',
  cards: 'Cards',
  sortBy: 'Sort by',
  apply: 'Apply',
  sort: {
    popularity: 'Most popular',
    name: 'Name',
    calories_kcal: 'Least energy',
    protein_g: 'Most protein',
    fiber_g: 'Most fiber',
    sugar_g: 'Least sugars',
  },
  notFound: 'Category not found',
  notFoundHint: 'Categories change with the data, so this one may have been renamed.',
  pastEnd: 'No more foods',
  pastEndHint: (category: string) => `The list of ${category} ends before this page.`,
  firstPage: 'First page',
}

export type CategoryMessages = typeof en
