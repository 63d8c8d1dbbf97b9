import { renderToStaticMarkup } from 'preact-render-to-string'
import type { SourceId } from '../../food/sources.ts'
import { CreditedSources, Credits } from '../components/credits.tsx'
import { type Locale, languageOf, localeNames, locales, pathIn } from '../i18n/locales.ts'
import { CurrentLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import type { LegalPageName } from '../public/legal-documents.ts'
import { Logo } from './logo.tsx'
import { Markup, markup } from './markup.ts'
import { footerColumns, type SitePage } from './site-pages.ts'

export interface FooterProps {
  locale: Locale
  /** Path and query of this page without the language, for the links to the other languages. */
  url: string
  /** In which the content of this page is, if not all. */
  languages?: readonly Locale[] | undefined
  /** `slim`: only the credit and the legal pages, for forms and errors. Pages of the account always have it. */
  footer?: 'full' | 'slim' | undefined
  pages: readonly SitePage[]
  /** The legal pages that exist. */
  legalPages: readonly LegalPageName[]
  /** Of the foods on this page. */
  sources: readonly SourceId[]
}

/** Rendered once for each language and set of sources; only the links to the other languages differ by page. */
const footers = new Map<string, Markup>()

export function footerOf(props: FooterProps): Markup {
  const { locale, footer = 'full', pages, legalPages, sources, url, languages } = props
  const key = `${locale} ${footer} ${pages.map(({ path }) => path)}`
  const legalKey = `${locale} legal ${legalPages} ${sources}`
  let columns = footers.get(key)
  if (columns === undefined) {
    columns = new Markup(
      renderToStaticMarkup(
        <CurrentLocale.Provider value={locale}>
          {footer === 'full' && <FooterColumns pages={pages} />}
        </CurrentLocale.Provider>,
      ),
    )
    footers.set(key, columns)
  }
  let legal = footers.get(legalKey)
  if (legal === undefined) {
    legal = new Markup(
      renderToStaticMarkup(
        <CurrentLocale.Provider value={locale}>
          <CreditedSources.Provider value={sources}>
            <FooterLegal pages={legalPages} />
          </CreditedSources.Provider>
        </CurrentLocale.Provider>,
      ),
    )
    footers.set(legalKey, legal)
  }
  return markup`
    <footer class="site-footer${footer === 'slim' && ' footer-slim'}">
      <div class="wrap">
        ${columns}
        ${legal}
        ${languageLinks(locale, url, languages)}
      </div>
    </footer>`
}

/** None if the page is only in the language of the reader. */
function languageLinks(locale: Locale, url: string, languages: readonly Locale[] = localeNames): Markup {
  if (languages.every(each => each === locale)) return markup``
  return markup`
    <nav class="languages" aria-label="${messages[locale].shared.language}">
      ${languages.map(each =>
        each === locale
          ? markup`<span lang="${each}" aria-current="true">${locales[each].name}</span>`
          : markup`<a lang="${each}" hreflang="${each}" href="${pathIn(each, url)}">${locales[each].name}</a>`,
      )}
    </nav>
    ${languageOf(locale).isUnreviewed && reviewNote(locale)}`
}

function reviewNote(locale: Locale): Markup {
  const link = (text: string) => markup`<a href="/contact">${text}</a>`
  return markup`<p class="tiny">${messages[locale].shared.unreviewedTranslation({ link })}</p>`
}

function FooterColumns({ pages }: { pages: readonly SitePage[] }) {
  const t = useMessages('shared')
  return (
    <div class="footer-cols">
      <div class="footer-about">
        <a class="logo" href="/" aria-label={t.homeLink}>
          <Logo />
        </a>
        <p>{t.about}</p>
      </div>
      {footerColumns.map(column => (
        <div key={column}>
          <h2>{t[column].title}</h2>
          <ul>
            {pages.map(
              ({ path, footer }) =>
                footer?.column === column && (
                  <li key={path}>
                    <a href={path}>{footer.nameOf(t)}</a>
                  </li>
                ),
            )}
          </ul>
        </div>
      ))}
    </div>
  )
}

function FooterLegal({ pages }: { pages: readonly LegalPageName[] }) {
  const t = useMessages('shared')
  return (
    <div class="footer-legal">
      <span>
        {t.foodDataFrom} <Credits />. {t.notMedicalAdvice}
      </span>
      {pages.length > 0 && (
        <span class="cluster">
          {pages.map(page => (
            <a key={page} href={`/${page}`}>
              {t[page]}
            </a>
          ))}
        </span>
      )}
    </div>
  )
}
