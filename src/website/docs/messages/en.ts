// The interface of the documentation. Guides and the reference are written in English.
import { formats } from '../../i18n/format.ts'

const { plural } = formats.en

export const en = {
  sections: {
    getStarted: 'Get started',
    guides: 'Guides',
    build: 'Build with Larder',
    migrate: 'Switch to Larder',
    reference: 'API reference',
    more: 'More',
  },
  documentation: 'Documentation',
  documentationMenu: 'Documentation menu',
  searchDocs: 'Search the docs',
  onThisPage: 'On this page',
  previousAndNext: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  changelog: 'Changelog',
  openApiFile: 'OpenAPI file',
  searchTitle: 'Search the docs',
  search: 'Search',
  resultsFor: (count: number, query: string) =>
    plural(count, { one: `# result for “${query}”`, other: `# results for “${query}”` }),
  noResults: (query: string) => `No results for “${query}”`,
  noResultsHint: 'Use fewer or shorter words, or browse the menu. The docs are in English.',
  searchHint: 'Type a word, such as “barcode”, “429” or “null”. The docs are in English.',
  searchDescription: 'Search all guides and the API reference.',
  tryIt: 'Try it in the playground',
  example: 'Example request and response',
  exampleResponse: 'example',
  endpoint: 'Endpoint',
  apiKey: 'API key',
  optional: 'optional',
  keyHint: 'Only sent to the API and never stored.',
  notSet: 'not set',
  showRequest: 'Show request',
  send: 'Send request',
  request: 'Request',
  response: 'Response',
  headers: 'Headers visible to scripts',
  openInNewTab: 'Open in a new tab',
  curlCommand: 'curl command',
  playgroundDescription: 'Send requests from your browser and see the status, headers, rate limit and body.',

  /** Said by the playground's script, which fills in the braces. */
  timedOut: 'No response within {seconds} seconds. Try again later.',
  invalidKey: 'The API key contains an invalid character. Copy it again.',
  unreachable: 'The API at {url} could not be reached. Check your internet connection and try again.',
  retryIn: 'Try again in {seconds} s.',
  quotaHint: 'Send an API key to see your remaining requests.',
  requestsLeft: 'Requests left',
  quota: '{remaining} of {limit} requests left until {time}',
}

export type DocsMessages = typeof en
