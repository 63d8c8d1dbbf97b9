import type { ComponentChildren } from 'preact'
import { formats } from '../../../i18n/format.ts'

const { number, plural } = formats.en

type Link = (href: string, text: string) => ComponentChildren

export const en = {
  notFound: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the food was merged with another entry. Search for it instead:',
  },
  serverError: {
    title: 'Something went wrong',
    text: 'An unexpected error occurred and has been logged. Please try again in a moment.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    text: 'The database cannot be reached right now. No changes were made. Please try again in a few seconds.',
  },
  badRequest: {
    title: 'Request failed',
    text: 'The server could not process this request. Go back, check what you entered and try again.',
  },
  formExpired: {
    title: 'This form has expired',
    text: 'Your changes were not saved. You may have signed in or out in another tab, or the form was not submitted from this website.',
  },
  formExpiredAdvice: (origin: ComponentChildren) => (
    <>
      Go back, reload the page and try again. Make sure that cookies are enabled and that you are using{' '}
      {origin}.
    </>
  ),
  toAccount: 'Go to your account',

  tooManyPages: {
    title: 'Too many pages',
    text: (limit: number) =>
      `Your IP address has opened more than ${number(limit)} pages in a minute, so this page was not loaded.`,
  },
  tooManyAtOnce: {
    title: 'Too many pages at once',
    text: 'Your IP address is loading too many pages at the same time, so this page was not loaded.',
  },
  busy: {
    title: 'The website is busy',
    text: 'The website has more visitors than it can serve right now, so this page was not loaded.',
  },
  oneSitemap: {
    title: 'One sitemap at a time',
    text: 'Your IP address is already receiving a sitemap, so this one was not sent.',
  },
  tooManyDownloads: {
    title: 'Too many downloads at once',
    text: (limit: number) =>
      plural(limit, {
        one: 'Your IP address is already downloading # pack, so this one was not sent.',
        other: 'Your IP address is already downloading # packs, so this one was not sent.',
      }),
  },
  retryAfter: (seconds: number) =>
    plural(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' }),
  forPrograms: (link: Link) => (
    <>
      Are you crawling the site with a program? Follow the {link('/sitemap.xml', 'sitemap')}, wait as long as
      the <code>Retry-After</code> header says, and use {link('/docs', 'the API')} for data. For the whole
      catalog, {link('/docs/self-hosting', 'run Larder yourself')} with the openly licensed dumps.
    </>
  ),

  searchFoods: 'Search foods',
  searchFoodsText: 'By name, brand or barcode',
  categories: 'Browse categories',
  categoriesText: 'From the largest to the smallest',
  docs: 'Read the docs',
  docsText: 'Quick start and API reference',
  home: 'Go to the home page',
  homeText: 'Popular foods and figures',
  requestId: (id: ComponentChildren) => <>Request ID {id}. Please include it if you contact us.</>,
}

export type ErrorMessages = typeof en
