// The documentation pages in reading order, for the sidebar and the previous/next links.
export const docsPages = [
  {
    path: '/docs',
    title: 'Quick start',
    section: 'Get started',
    description: 'Make your first request in a minute, from a terminal or in your code. No API key needed.',
  },
  {
    path: '/docs/playground',
    title: 'Playground',
    section: 'Get started',
    description: 'Send requests from your browser and see the status, headers, rate limit and body.',
  },
  {
    path: '/docs/keys',
    title: 'API keys',
    section: 'Guides',
    description: 'Authentication, key types and permissions, and how to rotate keys without downtime.',
  },
  {
    path: '/docs/limits',
    title: 'Rate limits',
    section: 'Guides',
    description: 'Requests per minute for each plan, rate-limit headers, and how to handle 429 responses.',
  },
  {
    path: '/docs/unknown',
    title: 'Missing values',
    section: 'Guides',
    description: 'Why an unknown nutrient is null and never zero, and how to display it.',
  },
  {
    path: '/docs/portions',
    title: 'Portions and servings',
    section: 'Guides',
    description: 'Convert values per 100 g to servings and portions.',
  },
  {
    path: '/docs/barcodes',
    title: 'Barcodes',
    section: 'Guides',
    description: 'Look up UPC-A, EAN-13, EAN-8, GTIN-14 and UPC-E: leading zeros, spaces and check digits.',
  },
  {
    path: '/docs/search',
    title: 'Search',
    section: 'Guides',
    description: 'Typo tolerance, exact matches, ranking and filters.',
  },
  {
    path: '/docs/credit',
    title: 'Attribution and licences',
    section: 'Guides',
    description: 'What the open data licence requires, with an attribution line to copy.',
  },
  {
    path: '/docs/data-quality',
    title: 'Data quality',
    section: 'Guides',
    description: 'How the data is checked and corrected, and what the confidence score means.',
  },
  {
    path: '/docs/self-hosting',
    title: 'Self-hosting',
    section: 'Guides',
    description: 'Install Larder on your own server in five minutes and import foods.',
  },
  {
    path: '/docs/reference',
    title: 'API reference',
    section: 'Reference',
    description: 'All endpoints with their parameters and responses.',
  },
] as const

export type DocsPage = (typeof docsPages)[number]

export type DocsPath = DocsPage['path']

export function findDocsPage(path: DocsPath): DocsPage {
  const page = docsPages.find(each => each.path === path)
  if (!page) throw new Error(`${path} is not a documentation page`)
  return page
}
