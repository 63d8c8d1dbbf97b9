// The documentation pages in reading order, for the menu, the previous/next links and the search.
import { byLocale, defaultLocale, type Locale, localeNames } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

export const docsPages = [
  {
    path: '/docs',
    title: 'Quick start',
    section: 'getStarted',
    description: 'Your first nutrition facts in under a minute. You don’t need an account or a key.',
  },
  {
    path: '/docs/playground',
    title: 'Playground',
    section: 'getStarted',
    description: 'Send requests from your browser and see the status, headers, rate limit and body.',
  },
  {
    path: '/docs/keys',
    title: 'API keys',
    section: 'getStarted',
    description: 'Authentication, key types and permissions, and how to rotate keys without downtime.',
  },
  {
    path: '/docs/limits',
    title: 'Rate limits',
    section: 'getStarted',
    description: 'Requests per minute for each plan, rate-limit headers, and how to handle 429 responses.',
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    section: 'getStarted',
    description: 'Every status and message that the API returns, and what to do about it.',
  },
  {
    path: '/docs/search-foods',
    title: 'Search foods',
    section: 'guides',
    description: 'Typo tolerance, exact matches, ranking and filters.',
  },
  {
    path: '/docs/barcodes',
    title: 'Look up a barcode',
    section: 'guides',
    description: 'UPC-A, EAN-13, EAN-8, GTIN-14 and UPC-E: leading zeros, spaces and check digits.',
  },
  {
    path: '/docs/portions',
    title: 'Portions and servings',
    section: 'guides',
    description: 'Convert values per 100 g to servings and portions.',
  },
  {
    path: '/docs/unknown',
    title: 'Missing values',
    section: 'guides',
    description: 'Why an unknown nutrient is null and never zero, and how to display it.',
  },
  {
    path: '/docs/data-quality',
    title: 'Data quality',
    section: 'guides',
    description: 'How the data is checked and corrected, and what the confidence score means.',
  },
  {
    path: '/docs/attribution',
    title: 'Credit the sources',
    section: 'guides',
    description: 'What the open data license requires, with an attribution line to copy.',
  },
  {
    path: '/docs/reference',
    title: 'Overview',
    section: 'reference',
    description: 'Base URL, authentication, and every endpoint with its parameters and responses.',
  },
  {
    path: '/docs/reference/search',
    title: '/search',
    section: 'reference',
    description: 'Search foods by name and brand: parameters, response and errors.',
  },
  {
    path: '/docs/reference/food',
    title: '/food/{food_id}',
    section: 'reference',
    description: 'Get a food by id: parameters, response and errors.',
  },
  {
    path: '/docs/reference/barcode',
    title: '/barcode/{code}',
    section: 'reference',
    description: 'Get a food by barcode: parameters, response and errors.',
  },
  {
    path: '/docs/reference/popular',
    title: '/foods/popular',
    section: 'reference',
    description: 'List the most popular foods: parameters, response and errors.',
  },
  {
    path: '/docs/reference/categories',
    title: '/foods/categories',
    section: 'reference',
    description: 'List the categories and how many foods each has: response and errors.',
  },
  {
    path: '/docs/reference/details',
    title: '/food/{food_id}/details',
    section: 'reference',
    description: 'Get everything stored about a food, an extension: parameters, response and errors.',
  },
  {
    path: '/docs/reference/batch',
    title: '/foods/batch',
    section: 'reference',
    description: 'Get up to 50 foods by id or barcode, an extension: parameters, response and errors.',
  },
  {
    path: '/docs/reference/changes',
    title: '/changes',
    section: 'reference',
    description: 'List the foods that changed since a cursor, an extension: parameters, response and errors.',
  },
  {
    path: '/docs/reference/suggest',
    title: '/suggest',
    section: 'reference',
    description: 'Complete what somebody types: parameters, response and errors.',
  },
  {
    path: '/docs/reference/meals',
    title: '/meals',
    section: 'reference',
    description: 'Read a meal in words, an extension: parameters, response and errors.',
  },
  {
    path: '/docs/reference/health',
    title: '/health',
    section: 'reference',
    description: 'Check the state of the service and the number of foods: response and errors.',
  },
  {
    path: '/docs/reference/account',
    title: 'Account and keys',
    section: 'reference',
    description: 'Manage API keys, usage, the audit log and sessions with the account key.',
  },
  {
    path: '/docs/reference/billing',
    title: 'Billing',
    section: 'reference',
    description: 'See plans, subscribe and open the billing portal with the account key.',
  },
  {
    path: '/docs/reference/schemas',
    title: 'Schemas',
    section: 'reference',
    description: 'The fields of a food and of every other object that the API returns.',
  },
  {
    path: '/docs/assistants',
    title: 'Connect an AI assistant',
    section: 'build',
    description: 'Give your assistant nutrition facts through the Model Context Protocol (MCP).',
  },
  {
    path: '/docs/offline',
    title: 'Use Larder offline on a phone',
    section: 'build',
    description: 'Download foods as an SQLite file, then search and scan without a connection.',
  },
  {
    path: '/docs/from-open-food-facts',
    title: 'From Open Food Facts',
    section: 'migrate',
    description: 'Field by field, and what differs in search, limits and missing values.',
  },
  {
    path: '/docs/from-usda',
    title: 'From USDA FoodData Central',
    section: 'migrate',
    description: 'Nutrient numbers and their fields in Larder, ids, servings and limits.',
  },
  {
    path: '/docs/from-nutritionix-fatsecret',
    title: 'From Nutritionix or FatSecret',
    section: 'migrate',
    description:
      'From values per serving to values per 100 g, field by field, and what Larder does not have.',
  },
  {
    path: '/docs/self-hosting',
    title: 'Self-hosting',
    section: 'more',
    description: 'Install Larder on your own server in five minutes and import foods.',
  },
] as const

export type DocsPage = (typeof docsPages)[number]

export type DocsPath = DocsPage['path']

interface PageTexts {
  title: string
  description: string
}

/** The pages whose article is not only in English. */
const translations: Partial<Record<DocsPath, Partial<Record<Locale, PageTexts>>>> = {
  '/docs': {
    de: {
      title: 'Schnellstart',
      description: 'In unter einer Minute zu den ersten Nährwerten, ohne Konto und ohne Schlüssel.',
    },
  },
  '/docs/playground': byLocale(locale => ({
    title: 'Playground',
    description: messages[locale].docs.playgroundDescription,
  })),
  '/docs/search-foods': {
    de: {
      title: 'Lebensmittel suchen',
      description: 'Tippfehler, genaue Treffer, Reihenfolge und Filter.',
    },
  },
  '/docs/portions': {
    de: { title: 'Portionen', description: 'Werte pro 100 g auf Portionen umrechnen.' },
  },
  '/docs/unknown': {
    de: {
      title: 'Fehlende Werte',
      description: 'Warum ein unbekannter Nährwert null ist und nie 0, und wie Sie ihn anzeigen.',
    },
  },
}

export const languagesOf = ({ path }: Pick<DocsPage, 'path'>): readonly Locale[] =>
  localeNames.filter(locale => locale === defaultLocale || translations[path]?.[locale])

/** The language in which readers of a language get the article. */
export const articleLanguage = (page: Pick<DocsPage, 'path'>, locale: Locale): Locale =>
  languagesOf(page).includes(locale) ? locale : defaultLocale

/** In English if the page is not in this language. */
export const textsIn = (locale: Locale, page: DocsPage): PageTexts =>
  translations[page.path]?.[locale] ?? page

export const docsSections = [...new Set(docsPages.map(({ section }) => section))]

export function findDocsPage(path: DocsPath): DocsPage {
  const page = docsPages.find(each => each.path === path)
  if (!page) throw new Error(`${path} is not a documentation page`)
  return page
}

/** Pages named for a path are shown as code. */
export const isEndpointPage = ({ title }: Pick<DocsPage, 'title'>): boolean => title.startsWith('/')
