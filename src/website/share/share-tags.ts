// What search engines and link previews read of a page: Open Graph, Twitter cards and JSON-LD.
import { type Locale, localeNames, locales, pathIn } from '../i18n/locales.ts'
import { sharePicturePath } from '../shell/assets.tsx'
import { Markup, markup } from '../shell/markup.ts'
import { describePage, type PageSubject, toScriptText } from './structured-data.ts'

declare module 'fastify' {
  interface FastifyInstance {
    websiteUrl: string
  }
}

export interface SharedPage {
  title: string
  description: string
  /** Absolute URL of the page in English, or the path of the page. */
  canonical: string
  /** URL of the image of a food. */
  picture?: string | undefined
  subject?: PageSubject | undefined
}

/** Only the picture of the website is known to be wide: a food's image may be upright, and its size is not known. */
const widePicture = markup`
  <meta property="og:image:type" content="image/png"/>
  <meta property="og:image:width" content="1200"/>
  <meta property="og:image:height" content="630"/>
  <meta name="twitter:card" content="summary_large_image"/>`

const foodPicture = markup`<meta name="twitter:card" content="summary"/>`

const localeTag = (locale: Locale) => locales[locale].tag.replace('-', '_')

/** By the language of the page. */
const languageTags = new Map(
  localeNames.map(locale => [
    locale,
    markup`
      <meta property="og:locale" content="${localeTag(locale)}"/>
      ${localeNames
        .filter(other => other !== locale)
        .map(other => markup`<meta property="og:locale:alternate" content="${localeTag(other)}"/>`)}`,
  ]),
)

export function shareTags(page: SharedPage, websiteUrl: string, locale: Locale): Markup {
  const { title, description, canonical } = page
  const { pathname, search } = new URL(canonical, websiteUrl)
  const url = websiteUrl + pathIn(locale, pathname) + search
  const picture = page.picture ?? websiteUrl + sharePicturePath
  const data = describePage({ title, description, url, picture, websiteUrl, locale }, page.subject ?? {})
  return markup`
    <meta property="og:site_name" content="Larder"/>
    <meta property="og:type" content="website"/>
    ${languageTags.get(locale)}
    <meta property="og:title" content="${title}"/>
    <meta property="og:description" content="${description}"/>
    <meta property="og:url" content="${url}"/>
    <meta property="og:image" content="${picture}"/>
    <meta property="og:image:alt" content="${title}"/>
    ${page.picture === undefined ? widePicture : foodPicture}
    ${new Markup(`<script type="application/ld+json">${toScriptText(data)}</script>`)}`
}
