// What a page is about, in the vocabulary of https://schema.org. The types come from schema.org's definitions, so a property that
// a type does not have fails to compile.
import type {
  BreadcrumbList,
  CollectionPage,
  Dataset,
  ItemList,
  Product,
  TechArticle,
  WebPage,
  WebSite,
  WithContext,
} from 'schema-dts'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { type Locale, pathIn } from '../i18n/locales.ts'

/** What is known about a page besides its title, description and address. */
export interface PageSubject {
  /** `WebPage` unless stated. */
  type?: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'ItemPage' | 'SearchResultsPage'
  /** The pages above this one, from the top. */
  trail?: { name: string; path: string }[]
  mainEntity?: MainEntity | undefined
  /** The language of the content, if not that of the page. */
  language?: Locale
}

/** For the builders of single pages. */
export type MainEntity = Exclude<Dataset | ItemList | Product | TechArticle | WebSite, string>

interface DescribedPage {
  title: string
  description: string
  /** Of the page in its language. */
  url: string
  picture: string
  websiteUrl: string
  locale: Locale
}

export function describePage(
  { title, description, url, picture, websiteUrl, locale }: DescribedPage,
  { type, trail, mainEntity, language = locale }: PageSubject,
): WithContext<Exclude<WebPage | CollectionPage, string>> {
  return {
    '@context': 'https://schema.org',
    '@type': (type ?? 'WebPage') as 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: language,
    primaryImageOfPage: { '@type': 'ImageObject', url: picture },
    isPartOf: { '@type': 'WebSite', '@id': websiteId(websiteUrl), name: 'Larder', url: `${websiteUrl}/` },
    ...(trail && { breadcrumb: breadcrumbs([...trail, { name: title }], websiteUrl, locale) }),
    ...(mainEntity && { mainEntity }),
  }
}

export const websiteId = (websiteUrl: string): string => `${websiteUrl}/#website`

function breadcrumbs(
  trail: { name: string; path?: string }[],
  websiteUrl: string,
  locale: Locale,
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path !== undefined && { item: websiteUrl + pathIn(locale, path) }),
    })),
  }
}

/** The foods of a page that lists them, in its order. */
export function foodList(
  foods: readonly Pick<Food, 'id' | 'name'>[],
  websiteUrl: string,
  locale: Locale,
): MainEntity {
  return {
    '@type': 'ItemList',
    numberOfItems: foods.length,
    itemListElement: foods.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: websiteUrl + pathIn(locale, pagePath(id, name)),
    })),
  }
}

/** `<` is escaped, so the data cannot close the element. */
export function toScriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
