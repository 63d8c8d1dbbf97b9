// Around every page of the documentation: the list at the side, the way back and on.
import type { ComponentChildren } from 'preact'
import { type Chapter, chapters } from './nav.ts'

const parts = [...new Set(chapters.map(({ part }) => part))]

export function DocsFrame({ chapter, children }: { chapter: Chapter; children: ComponentChildren }) {
  const place = chapters.indexOf(chapter)
  const [before, after] = [chapters[place - 1], chapters[place + 1]]
  return (
    <div class="docs">
      <p class="to-chapters">
        <a href="#chapters">All pages of the documentation</a>
      </p>
      <article>
        <h1>{place === 0 ? 'A first answer in a minute' : chapter.title}</h1>
        <p class="lead">{chapter.description}</p>
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
      <SideList chapter={chapter} />
    </div>
  )
}

/** After the page, so that phones show the page first; beside it where there is room. */
function SideList({ chapter }: { chapter: Chapter }) {
  return (
    <nav class="chapters" id="chapters" aria-label="Documentation">
      {parts.map(part => (
        <section key={part}>
          <p class="docs-part">{part}</p>
          <ul>
            {chapters
              .filter(each => each.part === part)
              .map(({ path, title }) => (
                <li key={path}>
                  <a href={path} aria-current={path === chapter.path ? 'page' : undefined}>
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
