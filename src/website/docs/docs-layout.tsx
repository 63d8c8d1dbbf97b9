// Layout of the documentation pages: sidebar and previous/next links.
import type { ComponentChildren } from 'preact'
import { type DocsPage, docsPages } from './nav.ts'

const sections = [...new Set(docsPages.map(({ section }) => section))]

export function DocsLayout({ page, children }: { page: DocsPage; children: ComponentChildren }) {
  const index = docsPages.indexOf(page)
  const [previous, next] = [docsPages[index - 1], docsPages[index + 1]]
  return (
    <div class="docs">
      <p class="to-docs-nav">
        <a href="#docs-nav">All documentation pages</a>
      </p>
      <article>
        <h1>{page.title}</h1>
        <p class="lead">{page.description}</p>
        {children}
        <nav class="prev-next" aria-label="Previous and next page">
          {previous && (
            <a href={previous.path} rel="prev">
              <small>Previous</small> {previous.title}
            </a>
          )}
          {next && (
            <a href={next.path} rel="next">
              <small>Next</small> {next.title}
            </a>
          )}
        </nav>
      </article>
      <Sidebar page={page} />
    </div>
  )
}

/** Follows the article in the markup so that phones show the article first. */
function Sidebar({ page }: { page: DocsPage }) {
  return (
    <nav class="docs-nav" id="docs-nav" aria-label="Documentation">
      {sections.map(section => (
        <section key={section}>
          <p class="docs-section">{section}</p>
          <ul>
            {docsPages
              .filter(each => each.section === section)
              .map(({ path, title }) => (
                <li key={path}>
                  <a href={path} aria-current={path === page.path ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
