// What search engines and link previews read of a page: Open Graph, Twitter cards and JSON-LD.
import { type Locale, localeNames, locales, pathIn } from '../i18n/locales.ts'
import { Markup, markup } from '../shell/markup.ts'
import type { PagePicture, PictureAddresses } from './picture-address.ts'
import { pictureHeight, pictureWidth } from './picture-content.ts'
import { describePage, type PageSubject, toScriptText } from './structured-data.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sharing: Sharing
  }
}

/** How this website is shared. */
export interface Sharing {
  websiteUrl: string
  /** The path of the picture of a page. */
  picturePathOf(title: string, description: string, picture: PagePicture): string
}

export function createSharing(websiteUrl: string, addresses: PictureAddresses): Sharing {
  return {
    websiteUrl,
    picturePathOf(title, text, picture) {
      const [icon, tint] = picture.icon ?? []
      return addresses.ofPage({ title: picture.title ?? title, text, icon, tint })
    },
  }
}

export interface SharedPage {
  title: string
  description: string
  /** Absolute URL of the page in English, or the path of the page. */
  canonical: string
  /** Of the picture of a food. */
  picturePath?: string | undefined
  picture?: PagePicture | undefined
  subject?: PageSubject | undefined
}

const pictureSize = markup`
  <meta property="og:image:type" content="image/png"/>
  <meta property="og:image:width" content="${pictureWidth}"/>
  <meta property="og:image:height" content="${pictureHeight}"/>`

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

export function shareTags(page: SharedPage, { websiteUrl, picturePathOf }: Sharing, locale: Locale): Markup {
  const { title, description, canonical } = page
  const { pathname, search } = new URL(canonical, websiteUrl)
  const url = websiteUrl + pathIn(locale, pathname) + search
  const picture = websiteUrl + (page.picturePath ?? picturePathOf(title, description, page.picture ?? {}))
  const data = describePage({ title, description, url, picture, websiteUrl, locale }, page.subject ?? {})
  return markup`
    <meta property="og:site_name" content="Larder"/>
    <meta property="og:type" content="website"/>
    ${languageTags.get(locale)}
    <meta property="og:title" content="${title}"/>
    <meta property="og:description" content="${description}"/>
    <meta property="og:url" content="${url}"/>
    <meta property="og:image" content="${picture}"/>
    ${pictureSize}
    <meta property="og:image:alt" content="${title}"/>
    <meta name="twitter:card" content="summary_large_image"/>
    ${new Markup(`<script type="application/ld+json">${toScriptText(data)}</script>`)}`
}
