import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { Icon } from '../components/icon.tsx'
import { defaultLocale, type Locale, localeNames, pathIn } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import type { PageSubject } from '../share/structured-data.ts'
import { AccountNav } from './account-nav.tsx'
import { type Area, faviconPath, fontPath, scriptPath, stylesheetPath } from './assets.tsx'
import { type FooterProps, footerOf } from './footer.tsx'
import { AccountName } from './form.tsx'
import { Header, publicHeader } from './header.tsx'
import { type Markup, toNode } from './markup.ts'
import type { Theme } from './page-variant.ts'
import type { PagePermissions } from './security-headers.ts'

/** Metadata of a page. */
export interface PageHead {
  title: string
  /** Decides which stylesheet is loaded; `site` unless stated. */
  area?: Area | undefined
  /** URL of an immediate client-side redirect. */
  refreshTo?: string | undefined
  /** One-sentence summary for search engines and link previews. */
  description?: string | undefined
  /** Absolute canonical URL of the page in English. */
  canonical?: string | undefined
  /** URL of the picture in link previews, if not that of the website. */
  picture?: string | undefined
  /** What the page is about, for search engines. */
  subject?: PageSubject | undefined
  /** Those of the content, if not all: in the others, the page is not offered, and search engines find the first of these. */
  languages?: readonly Locale[] | undefined
  /** Additional elements for `<head>`. */
  head?: ComponentChildren
  /** Names of client scripts, `{name}.client.ts`, apart from those of every page. */
  scripts?: string[] | undefined
  /** Excludes the page from search engines. */
  noIndex?: boolean
  /** `own`: the page has its search field, so the header omits it. */
  search?: 'header' | 'own' | undefined
  /** What the search field of the header contains. */
  searchText?: string | undefined
  /** Class of `<main>`; `home` has no space above. */
  mainClass?: string | undefined
  footer?: FooterProps['footer']
}

interface LayoutProps extends PageHead, FooterProps {
  /** Path of the route, to highlight the current page in the navigation. */
  path: string
  theme: Theme | undefined
  hasSessionCookie: boolean
  flash?: string | undefined
  /** Identical for every visitor, so it does not show who is signed in. */
  isPublic?: boolean
  permissions?: PagePermissions | undefined
  /** Undefined for pages that are not shared, such as those of an account. */
  shareTags?: Markup | undefined
  children: ComponentChildren
}

const mainFont = fontPath('instrument-sans-latin-wght-normal.woff2')

export function Layout(props: LayoutProps) {
  const { title, path, flash, locale, area = 'site', children } = props
  const t = messages[locale].shared
  const accountName = useContext(AccountName)
  // Error pages of the account are not in its area.
  const isAccountPage = accountName !== undefined && area === 'app' && path.startsWith('/account')
  const { pages, search, searchText, hasSessionCookie } = props
  const header = { pages, path, search, searchText, hasSessionCookie }
  return (
    <html lang={locale} data-theme={props.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={props.theme ?? 'light dark'} />
        {props.refreshTo && <meta http-equiv="refresh" content={`0; url=${props.refreshTo}`} />}
        <title>{title.startsWith('Larder') ? title : `${title} · Larder`}</title>
        {props.description && <meta name="description" content={props.description} />}
        {props.noIndex && <meta name="robots" content="noindex" />}
        {props.canonical && <Alternates {...props} canonical={props.canonical} />}
        <link rel="preload" href={mainFont} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={stylesheetPath('core')} />
        <link rel="stylesheet" href={stylesheetPath(area)} />
        <link rel="icon" href={faviconPath} type="image/svg+xml" />
        {['site', 'suggestions', ...(props.scripts ?? [])].map(name => (
          <script key={name} type="module" src={scriptPath(name)} />
        ))}
        {props.shareTags && toNode(props.shareTags)}
        {props.head}
      </head>
      {/* Suggestions show photos only where the Content-Security-Policy allows them. */}
      <body data-photos={props.permissions?.images ? '' : undefined}>
        <a class="skip" href="#main">
          {t.skipToContent}
        </a>
        {props.isPublic ? (
          toNode(publicHeader(locale, header))
        ) : (
          <Header {...header} accountName={accountName} />
        )}
        <main id="main" tabindex={-1} class={isAccountPage ? 'app' : props.mainClass}>
          {isAccountPage ? (
            <div class="wrap shell">
              <AccountNav path={path} />
              <div class="shell-main stack-l">
                <Flash text={flash} />
                {children}
              </div>
            </div>
          ) : (
            <>
              {flash && (
                <div class="wrap flash">
                  <Flash text={flash} />
                </div>
              )}
              {children}
            </>
          )}
        </main>
        {toNode(footerOf(isAccountPage ? { ...props, footer: 'slim' } : props))}
        <div class="toasts" role="status" data-copied={t.copied} data-failed={t.copyFailed} />
      </body>
    </html>
  )
}

function Flash({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <div class="note note-ok" role="status">
      <Icon name="circle-check" />
      <p>{text}</p>
    </div>
  )
}

interface AlternatesProps {
  canonical: string
  locale: Locale
  languages?: readonly Locale[] | undefined
}

function Alternates({ canonical, locale, languages = localeNames }: AlternatesProps) {
  const { origin, pathname, search } = new URL(canonical)
  const urlIn = (each: Locale) => origin + pathIn(each, pathname) + search
  const [first = defaultLocale] = languages
  const canonicalUrl = urlIn(languages.includes(locale) ? locale : first)
  if (languages.length < 2) return <link rel="canonical" href={canonicalUrl} />
  return (
    <>
      <link rel="canonical" href={canonicalUrl} />
      {languages.map(each => (
        <link key={each} rel="alternate" hreflang={each} href={urlIn(each)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={urlIn(first)} />
    </>
  )
}
