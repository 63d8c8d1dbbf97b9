// Layout of the documentation pages: menu, article, contents and previous/next links.
import type { VNode } from 'preact'
import { Icon } from '../components/icon.tsx'
import { defaultLocale, type Locale } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { Markup, toNode } from '../shell/markup.ts'
import { headingsOf } from './article.ts'
import { articleLanguage, type DocsPage, docsPages, docsSections, isEndpointPage, textsIn } from './nav.ts'

interface DocsLayoutProps {
  /** Undefined: a page that is not in the menu. */
  page: DocsPage | undefined
  /** The rendered article without its heading. */
  html: string
  heading: string
  lead?: string | undefined
  apiUrl: string
  query?: string
  /** Shown next to the article instead of its contents, and stays in view. */
  side?: VNode | undefined
}

export function DocsLayout(props: DocsLayoutProps) {
  const { page, html, heading, lead, side } = props
  const t = useMessages('docs')
  const { notTranslated } = useMessages('shared')
  const format = useFormat()
  const locale = useLocale()
  const language = page === undefined ? locale : articleLanguage(page, locale)
  const isTranslated = language === locale
  return (
    <div class={side ? 'wrap docs docs-ref' : 'wrap docs'}>
      <div class="doc-left">
        <DocsSearchForm query={props.query ?? ''} />
        <details class="doc-menu">
          <summary class="btn btn-block">
            <Icon name="menu" small />
            {t.documentationMenu}
          </summary>
          <DocsNav page={page} apiUrl={props.apiUrl} />
        </details>
        <div class="doc-fixed">
          <DocsNav page={page} apiUrl={props.apiUrl} />
        </div>
      </div>
      <article class="prose stack" lang={isTranslated ? undefined : language}>
        {!isTranslated && (
          <p class="muted small" lang={locale}>
            {notTranslated({ language: format.language(defaultLocale) })}
          </p>
        )}
        {page && <p class="eyebrow">{t.sections[page.section]}</p>}
        <h1>{heading}</h1>
        {lead && <p class="lead-s muted">{lead}</p>}
        {toNode(new Markup(html))}
        {page && !side && <PreviousAndNext page={page} />}
      </article>
      {side ? (
        <aside class="ref-side stack" aria-label={t.example}>
          {side}
        </aside>
      ) : (
        <Contents language={language} html={page === undefined || isPlayground(page) ? '' : html} />
      )}
      {page && side && <PreviousAndNext page={page} />}
    </div>
  )
}

const isPlayground = ({ path }: DocsPage) => path === '/docs/playground'

function DocsSearchForm({ query }: { query: string }) {
  const t = useMessages('docs')
  return (
    <search>
      <form class="doc-search" action="/docs/search">
        <label class="sr" for="docs-q">
          {t.searchDocs}
        </label>
        <span class="with-icon">
          <Icon name="search" />
          <input
            class="input"
            id="docs-q"
            name="q"
            type="search"
            value={query}
            placeholder={t.searchPlaceholder}
            maxlength={100}
            required
            autocomplete="off"
          />
        </span>
      </form>
    </search>
  )
}

/** Rendered twice, for phones and for wide screens; CSS shows one of them. Only the section of the page is open, so that all fit. */
function DocsNav({ page, apiUrl }: { page: DocsPage | undefined; apiUrl: string }) {
  const t = useMessages('docs')
  const locale = useLocale()
  return (
    <nav class="doc-nav" aria-label={t.documentation}>
      {docsSections.map(section => (
        <details key={section} class="disclose" open={section === (page?.section ?? docsSections[0])}>
          <summary>
            <Icon name="chevron-right" small />
            <h2>{t.sections[section]}</h2>
          </summary>
          <ul>
            {docsPages
              .filter(each => each.section === section)
              .map(each => (
                <li key={each.path}>
                  <a
                    href={each.path}
                    lang={articleLanguage(each, locale)}
                    aria-current={each === page ? 'page' : undefined}
                  >
                    {isEndpointPage(each) ? <code>{each.title}</code> : textsIn(locale, each).title}
                  </a>
                </li>
              ))}
            {section === 'more' && (
              <>
                <li>
                  <a href="/changelog">{t.changelog}</a>
                </li>
                <li>
                  <a href={`${apiUrl}/openapi.json`}>{t.openApiFile}</a>
                </li>
              </>
            )}
          </ul>
        </details>
      ))}
    </nav>
  )
}

/** The menu says “Overview” below the name of the section. */
const titleOf = (page: DocsPage, locale: Locale) =>
  page.path === '/docs/reference' ? 'API reference' : textsIn(locale, page).title

function PreviousAndNext({ page }: { page: DocsPage }) {
  const t = useMessages('docs')
  const locale = useLocale()
  const index = docsPages.indexOf(page)
  const [previous, next] = [docsPages[index - 1], docsPages[index + 1]]
  return (
    <nav class="doc-next" aria-label={t.previousAndNext}>
      {previous ? (
        <a class="card" href={previous.path} rel="prev">
          <small>{t.previous}</small>
          <Icon name="arrow-left" small />{' '}
          <span lang={articleLanguage(previous, locale)}>{titleOf(previous, locale)}</span>
        </a>
      ) : (
        <span />
      )}
      {next && (
        <a class="card" href={next.path} rel="next">
          <small>{t.next}</small>
          <span lang={articleLanguage(next, locale)}>{titleOf(next, locale)}</span>{' '}
          <Icon name="arrow-right" small />
        </a>
      )}
    </nav>
  )
}

function Contents({ language, html }: { language: Locale; html: string }) {
  const t = useMessages('docs')
  const headings = headingsOf(html)
  // An empty cell keeps the article in its column.
  if (headings.length < 2) return <div />
  return (
    <aside class="toc" aria-labelledby="toc-title">
      <h2 id="toc-title">{t.onThisPage}</h2>
      <ul lang={language}>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text.replace(/^\d+\. /, '')}</a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
