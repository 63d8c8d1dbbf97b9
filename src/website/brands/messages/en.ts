import { formats } from '../../i18n/format.ts'

const { number, plural } = formats.en
const brands = (count: number) => plural(count, { one: '# brand', other: '# brands' })

export const en = {
  title: 'Brands',
  description: (count: number) => `Browse the foods of ${brands(count)}, with nutrition facts per 100 g.`,
  intro: (count: number, minFoods: number) =>
    `${brands(count)} with at least ${number(minFoods)} foods, largest first. Foods with the same name and brand count once.`,
  find: 'Find a brand',
  findButton: 'Find',
  matches: (count: number, find: string) => `${brands(count)} for “${find}”`,
  firstMatches: (count: number, find: string) => `The ${number(count)} largest brands for “${find}”`,
  noMatches: (find: string) => `No brand for “${find}”`,
  noMatchesHint: 'Smaller brands are not listed here, but search finds their foods.',
  searchFoods: (find: string) => `Search foods for “${find}”`,
  allBrands: 'All brands',
  noBrands: 'No brands yet',
  noBrandsHint: (minFoods: number) => `Brands with at least ${number(minFoods)} foods appear here.`,

  brandDescription: (brand: string, foods: string) =>
    `Nutrition facts of ${foods} by ${brand}: energy, protein, carbs and fat per 100 g.`,
  summary: 'Most popular first · Values per 100 g',
  range: (first: number, last: number, foods: string) => `${number(first)} to ${number(last)} of ${foods}`,
  notFound: 'Brand not found',
  notFoundHint: 'No food in the catalog states this brand.',
  pastEnd: 'No more foods',
  pastEndHint: (brand: string) => `The list of ${brand} ends before this page.`,
  firstPage: 'First page',
}

export type BrandMessages = typeof en
