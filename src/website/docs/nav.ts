// The documentation in its order: the list at the side, and what comes before and after a page.
export const docsPages = [
  {
    path: '/docs',
    title: 'Start',
    part: 'Begin',
    description: 'Ask the API from a terminal, then from your program. No key needed.',
  },
  {
    path: '/docs/playground',
    title: 'Playground',
    part: 'Begin',
    description: 'Send real requests from your browser and see status, headers, limits left and body.',
  },
  {
    path: '/docs/keys',
    title: 'Keys',
    part: 'Guides',
    description: 'Kinds of keys, what they may do, and how to change them without a gap.',
  },
  {
    path: '/docs/limits',
    title: 'Limits and headers',
    part: 'Guides',
    description: 'How many requests a minute, what the headers say, and how to wait right after a 429.',
  },
  {
    path: '/docs/unknown',
    title: 'Null is unknown',
    part: 'Guides',
    description: 'Why a missing nutrient is null and never zero, and what to show instead.',
  },
  {
    path: '/docs/portions',
    title: 'Portions',
    part: 'Guides',
    description: 'From values per 100 g to what is on the plate.',
  },
  {
    path: '/docs/barcodes',
    title: 'Barcodes',
    part: 'Guides',
    description: 'UPC-A, EAN-13, EAN-8, GTIN-14 and UPC-E: leading zeros, spaces and check digits.',
  },
  {
    path: '/docs/search',
    title: 'Search',
    part: 'Guides',
    description: 'How typing errors are forgiven, what quotes do, and how results are ordered.',
  },
  {
    path: '/docs/credit',
    title: 'Credit',
    part: 'Guides',
    description: 'What the open licence of the data asks of you, with a line to copy.',
  },
  {
    path: '/docs/data-quality',
    title: 'Data quality',
    part: 'Guides',
    description: 'What is done to the numbers on their way in, and what the confidence of a food means.',
  },
  {
    path: '/docs/self-hosting',
    title: 'Running your own',
    part: 'Guides',
    description: 'Larder on your own machine in five minutes, then with real foods.',
  },
  {
    path: '/docs/reference',
    title: 'API reference',
    part: 'Reference',
    description: 'Every request with its parameters and answers.',
  },
] as const

export type DocsPage = (typeof docsPages)[number]

export type DocsPath = DocsPage['path']

export function findDocsPage(path: DocsPath): DocsPage {
  const page = docsPages.find(each => each.path === path)
  if (!page) throw new Error(`${path} is not a page of the documentation`)
  return page
}
