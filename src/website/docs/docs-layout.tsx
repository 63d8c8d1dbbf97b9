// Around every page of the documentation: the list at the side, the way back and on.
import type { ComponentChildren } from 'preact'
import { type DocsPage, docsPages } from './nav.ts'

const parts = [...new Set(docsPages.map(({ part }) => part))]

export function DocsLayout({ page, children }: { page: DocsPage; children: ComponentChildren }) {
  const place = docsPages.indexOf(page)
  const [before, after] = [docsPages[place - 1], docsPages[place + 1]]
  return (
    <div class="docs">
      <p class="to-docs-nav">
        <a href="#docs-nav">All pages of the documentation</a>
      </p>
      <article>
        <h1>{place === 0 ? 'A first answer in a minute' : page.title}</h1>
        <p class="lead">{page.description}</p>
        {children}
        <nav class="turn" aria-label="Before and after">
          {before && (
            <a href={before.path} rel="prev">
              <small>Before</small> {before.title}
            </a>
          )}
          {after && (
            <a href={after.path} rel="next">
              <small>Next</small> {after.title}
            </a>
          )}
        </nav>
      </article>
      <SideList page={page} />
    </div>
  )
}

/** After the page, so that phones show the page first; beside it where there is room. */
function SideList({ page }: { page: DocsPage }) {
  return (
    <nav class="docs-nav" id="docs-nav" aria-label="Documentation">
      {parts.map(part => (
        <section key={part}>
          <p class="docs-part">{part}</p>
          <ul>
            {docsPages
              .filter(each => each.part === part)
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
