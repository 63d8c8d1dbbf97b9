import { renderToStaticMarkup } from 'preact-render-to-string'
import { Credits } from '../components/credits.tsx'
import { type Locale, localeNames, locales, pathIn } from '../i18n/locales.ts'
import { CurrentLocale, useMessages } from '../i18n/messages.ts'
import { shared } from '../messages/index.ts'
import type { LegalPageName } from '../public/legal-documents.ts'
import { Logo } from './logo.tsx'
import { Markup, markup } from './markup.ts'

export interface FooterProps {
  locale: Locale
  /** Path and query of this page without the language, for the links to the other languages. */
  url: string
  /** `slim`: only the credit and the legal pages, for forms and errors. Pages of the account always have it. */
  footer?: 'full' | 'slim' | undefined
  /** Whether there are packs to download. */
  hasPacks: boolean
  /** The legal pages that exist. */
  legalPages: readonly LegalPageName[]
}

/** Rendered once for each language; only the links to the other languages differ by page. */
const footers = new Map<string, Markup>()

export function footerOf({ locale, footer = 'full', hasPacks, legalPages, url }: FooterProps): Markup {
  const key = `${locale} ${footer} ${hasPacks}`
  const legalKey = `${locale} legal ${legalPages}`
  let columns = footers.get(key)
  if (columns === undefined) {
    columns = new Markup(
      renderToStaticMarkup(
        <CurrentLocale.Provider value={locale}>
          {footer === 'full' && <FooterColumns hasPacks={hasPacks} />}
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
          <FooterLegal pages={legalPages} />
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
        ${languageLinks(locale, url)}
      </div>
    </footer>`
}

function languageLinks(locale: Locale, url: string): Markup {
  return markup`
    <nav class="languages" aria-label="${shared[locale].language}">
      ${localeNames.map(each =>
        each === locale
          ? markup`<span lang="${each}" aria-current="true">${locales[each].name}</span>`
          : markup`<a lang="${each}" hreflang="${each}" href="${pathIn(each, url)}">${locales[each].name}</a>`,
      )}
    </nav>`
}

function FooterColumns({ hasPacks }: { hasPacks: boolean }) {
  const t = useMessages(shared)
  const { footerFoods: foods, footerDevelopers: developers, footerData: data, footerCompany: company } = t
  return (
    <div class="footer-cols">
      <div class="footer-about">
        <a class="logo" href="/" aria-label={t.homeLink}>
          <Logo />
        </a>
        <p>{t.about}</p>
      </div>
      <FooterColumn
        title={foods.title}
        links={[
          ['/search', foods.search],
          ['/categories', foods.categories],
          ['/brands', foods.brands],
          ['/popular', foods.popular],
          ['/compare', foods.compare],
          ['/scan', foods.scan],
        ]}
      />
      <FooterColumn
        title={developers.title}
        links={[
          ['/docs', developers.quickStart],
          ['/docs/reference', developers.reference],
          ['/docs/playground', developers.playground],
          ['/changelog', developers.changelog],
          ['/status', developers.status],
        ]}
      />
      <FooterColumn
        title={data.title}
        links={[
          ['/numbers', data.coverage],
          ['/docs/data-quality', data.quality],
          ['/docs/attribution', data.license],
          ...(hasPacks ? [['/packs', data.packs] as const] : []),
        ]}
      />
      <FooterColumn
        title={company.title}
        links={[
          ['/pricing', company.pricing],
          ['/about', company.about],
          ['/contact', company.contact],
        ]}
      />
    </div>
  )
}

function FooterColumn({ title, links }: { title: string; links: (readonly [href: string, name: string])[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(([href, name]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function FooterLegal({ pages }: { pages: readonly LegalPageName[] }) {
  const t = useMessages(shared)
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
